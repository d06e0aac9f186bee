/** Sends what was read. Lists may be kept by the caller alone, and asked for again only by their ETag. */
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { createPage, type Encoding, type Page } from '../memory/pages.ts';
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

/** Smaller bodies gain nothing by compression. */
const COMPRESSED_FROM_BYTES = 1024;

/** Compresses answers that are not pages. */
export const compressAnswers = (): RequestHandler =>
  compression({ threshold: COMPRESSED_FROM_BYTES }) as RequestHandler;

interface List {
  readonly resource: string;
  readonly url: string;
  readonly request: PageRequest;
  readonly total: number;
  readonly data: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a page of a list, with its `meta` and Link header. */
export function listPage({ resource, url, request, total, data, headers = {} }: List): Page {
  const meta = pageMeta(resource, request, total);
  return createPage({ meta, data }, { ...headers, Link: linkHeader(resource, url, request, total) });
}

/** Sends a page in the encoding that the caller likes best, or 304 where the caller has it already. */
export async function sendPage(request: Request, response: Response, page: Page): Promise<void> {
  response.set(page.headers);
  response.setHeader('ETag', page.etag);
  if (hasAlready(request.get('if-none-match'), page.etag)) {
    response.status(304).end();
    return;
  }
  const encoding = page.body.length < COMPRESSED_FROM_BYTES ? 'identity' : encodingFor(request);
  const body = await page.encoded(encoding);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/**
 * Whether If-None-Match names the ETag (RFC 9110, 13.1.2: weakly compared). Express's own check gives up when a request
 * says `Cache-Control: no-cache`, which fetch adds by itself beside an If-None-Match.
 */
function hasAlready(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

function encodingFor(request: Request): Encoding {
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
