/**
 * Lets pages of other origins read answers (CORS): of the origins that are configured, and to `published` tokens alone.
 * A preflight has no token, so it tells every such origin only that it may send one; whose token it was is known at the
 * request itself. One that sees all is answered without these headers, and the browser then keeps the answer from the page.
 * Nothing is shared before the token is known: a page sees a 401 as it sees a fault of the network.
 */
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { contextOf } from '../../http/context.ts';

/** Exact origins, or every one. */
export type Origins = readonly string[] | '*';

const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age': '600',
};

/** What a page may read beside the body. */
const EXPOSED_HEADERS = [
  ...['Link', 'ETag', 'X-Request-Id', 'Catalogue-Truncated', 'Catalogue-Truncated-Count'],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After'],
].join(', ');

/** Answers the question that a browser asks before the request. It goes before the routes, which answer OPTIONS. */
export function answerPreflights(origins: Origins): RequestHandler {
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

/** Shares the answer with the page that asked. It goes behind `requireToken`. */
export function shareAnswers(origins: Origins): RequestHandler {
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
