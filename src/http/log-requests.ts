/** One log line a request: its id, merchant, route, status and duration. No header is logged, so no token can be. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../platform/logger.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import { contextOf } from './context.ts';

const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics']);

export function logRequests(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (_request, response) => contextOf(response as Response).requestId ?? '',
    customLogLevel: (_request, response, error) => {
      if (error !== undefined || response.statusCode >= 500) return 'error';
      return QUIET_ROUTES.has(contextOf(response as Response).route ?? '') ? 'debug' : 'info';
    },
    customSuccessMessage: (_request, response) => (response.writableFinished ? 'answered' : 'closed by the client'),
    customErrorMessage: () => 'failed',
    // In the line itself: custom properties would cost a logger of their own for each request.
    customSuccessObject: withContext,
    // What went wrong has a line of its own; here it would only say that the status is 5xx.
    customErrorObject: (request, response, _error, line) => withContext(request, response, { ...line, err: undefined }),
    wrapSerializers: false,
    serializers: {
      req: ({ id, method, originalUrl }: Request) => ({ id, method, url: originalUrl }),
      // By its new name, as serializers go by the names that are written.
      status: (response: { statusCode: number }) => response.statusCode,
    },
    customAttributeKeys: { res: 'status', responseTime: 'durationMs' },
  }) as unknown as RequestHandler;
}

/** The line of an answer, with what is known of the request by then. */
function withContext(_request: IncomingMessage, response: ServerResponse, line: object): object {
  const { authentication, route } = contextOf(response as Response);
  return { route: route ?? null, merchant: authentication?.scope.merchantId ?? null, ...line };
}

/** Counts each answer by the pattern of its route, never by its path: a path is what the caller likes. */
export function measureRequests(metrics: ApiMetrics): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    response.on('close', () => {
      const status = response.writableFinished ? response.statusCode : 499;
      const route = contextOf(response).route ?? 'unmatched';
      metrics.requestDone(route, request.method, status, (performance.now() - startedMs) / 1000);
    });
    next();
  };
}
