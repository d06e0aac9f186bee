/**
 * CORS: lets pages of configured origins read responses to `published` tokens, and the problems of requests that were
 * not authenticated, which have no data. A preflight carries no token, so every configured origin may send the request.
 * A response to a token that sees all has no CORS headers, so the browser withholds it from the page. For such problems
 * the token's prefix decides: a page can't tell whether a token that sees all is valid.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { contextOf } from '../../http/context.ts';
import { hasAllToken } from '../../tenancy/authenticate.ts';

/** Exact origins, or `*` for all. */
type Origins = readonly string[] | '*';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

/** Response headers that a page may read. */
const EXPOSED_HEADERS = [
  'Link',
  'ETag',
  'X-Request-Id',
  'Catalogue-Truncated',
  'Catalogue-Truncated-Count',
  'Catalogue-Search-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
].join(', ');

/** Sets the CORS headers of preflight responses. Register it before the routes, which respond to OPTIONS. */
export function setPreflightHeaders(origins: Origins): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  return (request, response, next) => {
    if (request.method === 'OPTIONS') {
      response.vary('Origin');
      const origin = allowedOrigin(origins, request);
      if (origin !== undefined) response.set({ 'Access-Control-Allow-Origin': origin, ...PREFLIGHT_HEADERS });
    }
    next();
  };
}

/** Sets the CORS headers of authenticated requests. Register it after `requireToken`. */
export function setCorsHeaders(origins: Origins): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  return (request, response, next) => {
    const { authentication } = contextOf(response);
    setHeaders(origins, request, response, authentication?.scope.visibility === 'published');
    next();
  };
}

/** Sets the CORS headers of problems of other requests. Register it before `renderProblems`. */
export function setProblemCorsHeaders(origins: Origins): ErrorRequestHandler {
  if (origins.length === 0) return (error, _request, _response, next) => next(error);
  return (error, request, response, next) => {
    if (contextOf(response).authentication === undefined)
      setHeaders(origins, request, response, !hasAllToken(request.headers.authorization));
    next(error);
  };
}

function setHeaders(origins: Origins, request: IncomingMessage, response: ServerResponse, isReadable: boolean): void {
  response.appendHeader('Vary', 'Origin');
  const origin = allowedOrigin(origins, request);
  if (origin === undefined || !isReadable) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}

function allowedOrigin(origins: Origins, { headers: { origin } }: IncomingMessage): string | undefined {
  if (origin === undefined) return undefined;
  if (origins === '*') return '*';
  return origins.includes(origin) ? origin : undefined;
}
