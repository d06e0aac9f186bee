/**
 * The demo's storefront: serves the search page, the pictures of generated products, and passes `/v1/*` to the API.
 * It keeps no state and looks into nothing that it passes on; the shops' tokens it shows are the public kind.
 */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { renderProductImage } from '../catalogue/images.ts';
import { instantSearchExample } from './instantsearch-example.ts';
import { pageFiles } from './page-files.ts';

/** A shop as the page may know it: the token must be one made for storefronts (visibility `published`). */
export interface StorefrontShop {
  readonly merchantId: string;
  readonly name: string;
  readonly token: string;
}

export interface StorefrontOptions {
  readonly apiUrl: string;
  readonly shops: readonly StorefrontShop[];
  /** `generated` serves the pictures of a generated catalogue below `/images/`; `none` serves no pictures. */
  readonly imagesFrom: 'generated' | 'none';
}

const REQUEST_HEADERS = ['authorization', 'content-type', 'accept', 'if-none-match', 'x-request-id'] as const;
/** Headers that concern one connection only (RFC 9110, 7.6.1) and are not passed on. */
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

/** Creates the storefront's Express app. It does not listen. */
export function createStorefront(options: StorefrontOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(securityHeaders());
  app.use(proxy(options.apiUrl));
  app.use(pageFiles());
  const [shop] = options.shops;
  if (shop !== undefined) app.use(instantSearchExample({ baseUrl: options.apiUrl, token: shop.token }));
  app.get('/shops.json', (_request, response) => {
    const shops = options.shops.map(({ merchantId, name, token }) => ({ merchantId, name, token }));
    response.set('Cache-Control', 'no-store').json(shops);
  });
  if (options.imagesFrom === 'generated') {
    app.get('/images/*path', sendImage);
  }
  app.use((_request: Request, response: Response) => sendProblem(response, 404, 'There is nothing at this path'));
  app.use((error: unknown, _request: Request, response: Response, next: (error: unknown) => void) => {
    if (response.headersSent) {
      next(error);
    } else {
      // Express itself only fails here on addresses that it cannot decode.
      sendProblem(response, 400, 'The request is not valid');
    }
  });
  return app;
}

function securityHeaders(): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'https:', 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The demo speaks plain HTTP, often under a name that other local servers share.
    strictTransportSecurity: false,
  });
}

function sendImage(request: Request, response: Response): void {
  const { path } = request.params as unknown as { path: string[] };
  const image = renderProductImage(path.join('/'));
  if (image === null) {
    sendProblem(response, 404, 'There is no such picture');
    return;
  }
  response.set('Cache-Control', 'public, max-age=86400, immutable').type('image/svg+xml').send(image);
}

/** Passes `/v1/*`, and nothing else, to the API: bodies as streams, and only the headers that the API reads. */
function proxy(apiUrl: string): RequestHandler {
  const api = new URL(apiUrl);
  const send = api.protocol === 'https:' ? httpsRequest : httpRequest;
  return (request, response, next) => {
    const target = targetOf(request, api);
    if (target === null) {
      next();
      return;
    }
    const upstream = send(target, { method: request.method, headers: passedHeaders(request) }, (answer) =>
      passAnswer(answer, response),
    );
    upstream.setTimeout(API_TIMEOUT_MS, () => upstream.destroy(new Error('The API did not answer in time')));
    upstream.on('error', () => sendUnavailable(response));
    // A search that nobody waits for any more is cancelled in the API too.
    response.on('close', () => upstream.destroy());
    if (hasBody(request)) {
      pipeline(request, upstream, () => undefined);
    } else {
      upstream.end();
    }
  };
}

/** Where a request goes, or null if it is not for the API. Dot segments are resolved before the path is judged. */
function targetOf(request: IncomingMessage, api: URL): URL | null {
  if (!request.url?.startsWith('/v1/')) {
    return null;
  }
  const target = new URL(request.url, api);
  return target.pathname.startsWith('/v1/') ? target : null;
}

/** Search alone has a body. One sent with a GET is not passed on: Node would write it without its length. */
function hasBody(request: IncomingMessage): boolean {
  return request.method === 'POST';
}

function passedHeaders(request: IncomingMessage): Record<string, string> {
  const names = hasBody(request) ? [...REQUEST_HEADERS, 'content-length'] : REQUEST_HEADERS;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function passAnswer(answer: IncomingMessage, response: Response): void {
  if (answer.statusCode === 502) {
    answer.resume();
    sendUnavailable(response);
    return;
  }
  response.status(answer.statusCode ?? 503);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !HOP_BY_HOP_HEADERS.has(name)) {
      response.setHeader(name, value);
    }
  }
  // An answer that breaks off closes the connection, so that the page does not take a part for the whole.
  pipeline(answer, response, () => undefined);
}

function sendUnavailable(response: Response): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  response.set('Retry-After', '1');
  sendProblem(response, 503, 'The catalogue is not available at the moment');
}

function sendProblem(response: Response, status: number, title: string): void {
  response.status(status).type('application/problem+json');
  response.send(JSON.stringify({ type: 'about:blank', title, status }));
}
