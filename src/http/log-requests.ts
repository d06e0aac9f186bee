/**
 * One log line and one measurement a request, when it is over: its id, merchant, route, status and duration. No header is
 * logged, so no token can be.
 */
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from '../platform/logger.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import { contextOf } from './context.ts';

const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics']);
/** Of answers that nobody read to their end. */
const CLOSED_BY_CLIENT = 499;

/** `measure` is told each answer by the pattern of its route, never by its path: a path is what the caller likes. */
export function logRequests(logger: Logger, measure: ApiMetrics['requestDone'] = () => undefined): RequestHandler {
  return ({ method, originalUrl: url }, response, next) => {
    const startedMs = performance.now();
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
      const tookMs = performance.now() - startedMs;
      const { requestId: id, route, authentication } = contextOf(response);
      const status = response.statusCode;
      const counted = response.writableFinished ? status : CLOSED_BY_CLIENT;
      measure(route ?? 'unmatched', method, counted, tookMs / 1000);
      logger[levelOf(response, route)](
        {
          route: route ?? null,
          merchant: authentication?.scope.merchantId ?? null,
          req: { id, method, url },
          status,
          durationMs: Math.round(tookMs),
        },
        messageOf(response),
      );
    };
    response.on('finish', tell);
    // Without the other: the caller has gone away.
    response.on('close', tell);
    next();
  };
}

function messageOf({ statusCode, writableFinished }: ServerResponse): string {
  if (statusCode >= 500) return 'failed';
  return writableFinished ? 'answered' : 'closed by the client';
}

function levelOf({ statusCode }: ServerResponse, route: string | undefined): 'error' | 'debug' | 'info' {
  if (statusCode >= 500) return 'error';
  return QUIET_ROUTES.has(route ?? '') ? 'debug' : 'info';
}
