/**
 * The access log. pino-http writes one line when a request ends, with its id, merchant, route, status and duration, and
 * with what went wrong. It logs no headers, so it never logs a token, and no typed text of the URL. Health checks are
 * logged at level `debug`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Logger } from '../../runtime/logger.ts';
import type { Problem } from '../../runtime/problems.ts';
import { contextOf } from '../context.ts';
import { loggedUrl } from '../logged-url.ts';

const QUIET_ROUTES = new Set(['/livez', '/readyz', '/metrics']);

export function accessLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    wrapSerializers: false,
    serializers: { req: ({ id, method, url = '' }: IncomingMessage) => ({ id, method, url: loggedUrl(url) }) },
    genReqId: (_request, response) => contextOf(response).requestId ?? '',
    customLogLevel: (_request, response) => levelOf(response),
    customAttributeKeys: { responseTime: 'durationMs' },
    customSuccessObject: (_request, response, { durationMs }) => fieldsOf(response, durationMs),
    customErrorObject: (_request, response, _error, { durationMs }) => fieldsOf(response, durationMs),
    customSuccessMessage: (_request, response) => messageOf(response),
    customErrorMessage: (_request, response) => messageOf(response),
  });
}

function fieldsOf(response: ServerResponse, durationMs: number) {
  const { route = null, authentication, problem } = contextOf(response);
  const merchant = authentication?.scope.merchantId ?? null;
  return {
    route,
    merchant,
    status: response.statusCode,
    durationMs,
    ...(problem === undefined ? {} : causeOf(problem)),
  };
}

/** The code, and the reason if it is known. For any other 5xx, the error. */
function causeOf(problem: Problem) {
  const { code, reason, status, cause = problem } = problem;
  if (reason !== undefined) return { code, reason };
  return status >= 500 ? { code, err: cause } : { code };
}

function messageOf({ statusCode, writableFinished }: ServerResponse): string {
  if (statusCode >= 500) return 'failed';
  return writableFinished ? 'answered' : 'closed by the client';
}

function levelOf(response: ServerResponse): 'error' | 'debug' | 'info' {
  if (response.statusCode >= 500) return 'error';
  return QUIET_ROUTES.has(contextOf(response).route ?? '') ? 'debug' : 'info';
}
