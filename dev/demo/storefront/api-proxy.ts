/**
 * Proxies `/v1/*`, and nothing else, to the API: bodies as streams, and only the headers that the API reads. With it,
 * the storefront needs one address: it works behind one forwarded port, under any host name, and whatever CORS_ORIGINS
 * is.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { RequestHandler, Response } from 'express';
import { sendProblem } from './problem.ts';

const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'accept-encoding',
  'if-none-match',
  'x-request-id',
] as const;
/** Headers that concern one connection only (RFC 9110, 7.6.1) and are not forwarded. */
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const API_TIMEOUT_MS = 30_000;

/** Calls the next handler for other paths. `apiUrl`: by plain HTTP. */
export function apiProxy(apiUrl: string): RequestHandler {
  const api = new URL(apiUrl);
  return (request, response, next) => {
    const target = targetOf(request, api);
    if (target === null) {
      next();
      return;
    }
    const upstream = httpRequest(
      target,
      { method: request.method, headers: forwardedHeaders(request) },
      (apiResponse) => passResponse(apiResponse, response),
    );
    upstream.setTimeout(API_TIMEOUT_MS, () => upstream.destroy(new Error('The API did not respond in time')));
    upstream.on('error', () => sendUnavailable(response));
    // If the client disconnects, the API must cancel the search too.
    response.on('close', () => upstream.destroy());
    if (hasBody(request)) {
      pipeline(request, upstream, () => undefined);
    } else {
      upstream.end();
    }
  };
}

/** Returns the API's URL of a request; null if it isn't for the API. Resolves dot segments before the check. */
function targetOf(request: IncomingMessage, api: URL): URL | null {
  if (!request.url?.startsWith('/v1/')) {
    return null;
  }
  const target = new URL(request.url, api);
  return target.pathname.startsWith('/v1/') ? target : null;
}

/** Only searches have a body. A body of a GET isn't forwarded: Node would send it without its length. */
function hasBody(request: IncomingMessage): boolean {
  return request.method === 'POST';
}

function forwardedHeaders(request: IncomingMessage): Record<string, string> {
  const names = hasBody(request) ? [...REQUEST_HEADERS, 'content-length'] : REQUEST_HEADERS;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function passResponse(apiResponse: IncomingMessage, response: Response): void {
  response.status(apiResponse.statusCode ?? 503);
  for (const [name, value] of Object.entries(apiResponse.headers)) {
    if (value !== undefined && !HOP_BY_HOP_HEADERS.has(name)) {
      response.setHeader(name, value);
    }
  }
  // If the API's response breaks off, close the connection: the page must not take a part for the whole.
  pipeline(apiResponse, response, () => undefined);
}

function sendUnavailable(response: Response): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.set('Retry-After', '1');
  sendProblem(response, 503, 'The catalogue is not available at the moment');
}
