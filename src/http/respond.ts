/** Sends what was read. Lists may be kept by the caller alone, and asked for again only by their ETag. */
import compression from 'compression';
import type { RequestHandler, Response } from 'express';
import { linkHeader, type PageRequest, pageMeta } from './pagination.ts';

/** Marks answers as the caller's own: never kept by a shared cache, and different for each token. */
export function privateAnswers(): RequestHandler {
  return (request, response, next) => {
    // Express would take `no-cache` as a refusal of a 304. It speaks to caches alone (RFC 9111), and fetch() sends it
    // with every If-None-Match of its caller.
    delete request.headers['cache-control'];
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('Vary', 'Authorization, Accept-Encoding');
    next();
  };
}

/** Compresses bodies that are worth it. Level 4 of Brotli costs as little as gzip and sends less. */
export const compressAnswers = (): RequestHandler => compression({ threshold: 1024 }) as RequestHandler;

interface List {
  readonly resource: string;
  readonly request: PageRequest;
  readonly total: number;
  readonly data: readonly unknown[];
}

/** Sends a page of a list with its `meta` and Link; Express adds the ETag and answers 304 and HEAD by it. */
export function sendPage(response: Response, { resource, request, total, data }: List): void {
  response.setHeader('Link', linkHeader(resource, response.req.originalUrl, request, total));
  response.json({ meta: pageMeta(resource, request, total), data });
}
