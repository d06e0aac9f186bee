/** Sends what was read. Lists may be kept by the caller alone, and asked for again only by their ETag. */
import type { Request, RequestHandler, Response } from 'express';
import { type Compression, compress, createPage, type Page } from '../memory/pages.ts';
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

/** Sends an answer that nobody keeps, in the encoding that the caller likes best. */
export async function sendJson(request: Request, response: Response, json: string): Promise<void> {
  const bytes = Buffer.byteLength(json);
  const encoding = bytes < COMPRESSED_FROM_BYTES ? 'identity' : encodingFor(request);
  if (encoding === 'identity') send(request, response, json, bytes);
  else await sendEncoded(request, response, encoding, compress(Buffer.from(json), encoding));
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
  if (encoding === 'identity') send(request, response, page.body, page.body.length);
  else await sendEncoded(request, response, encoding, page.encoded(encoding));
}

async function sendEncoded(request: Request, response: Response, encoding: Compression, making: Promise<Buffer>) {
  const body = await making;
  response.setHeader('Content-Encoding', encoding);
  send(request, response, body, body.length);
}

/** Node writes a text together with the headers, and bytes after them. */
function send(request: Request, response: Response, body: string | Buffer, bytes: number): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
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

function encodingFor(request: Request): Compression | 'identity' {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
