/**
 * CORS: lets pages of configured origins read responses to `published` tokens. A preflight carries no token, so every
 * configured origin may send the request. A response to a token that sees all has no CORS headers, so the browser
 * withholds it from the page. A response that is sent before authentication has none either: a page sees a 401 as a
 * network error.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { contextOf } from '../../http/context.ts';

/** Exact origins, or `*` for all. */
export type Origins = readonly string[] | '*';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

/** Response headers that a page may read. */
const EXPOSED_HEADERS = [
  ...['Link', 'ETag', 'X-Request-Id', 'Catalogue-Truncated', 'Catalogue-Truncated-Count'],
  'Catalogue-Search-Id',
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After'],
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

/** Sets the CORS headers of all other responses. Register it after `requireToken`. */
export function setCorsHeaders(origins: Origins): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  return (request, response, next) => {
    response.appendHeader('Vary', 'Origin');
    const origin = allowedOrigin(origins, request);
    if (origin !== undefined && contextOf(response).authentication?.scope.visibility === 'published') {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    }
    next();
  };
}

function allowedOrigin(origins: Origins, { headers: { origin } }: IncomingMessage): string | undefined {
  if (origin === undefined) return undefined;
  if (origins === '*') return '*';
  return origins.includes(origin) ? origin : undefined;
}
