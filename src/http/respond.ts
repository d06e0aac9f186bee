/**
 * Sends JSON responses: pages with an ETag, or a 304 in their place, and JSON that isn't cached. Large bodies are
 * compressed.
 */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { bytesOf, type Chunks, type Compression, compress, type Page } from '../cache/page.ts';
import { contextOf } from './context.ts';

/** Sets the headers of responses for one client: shared caches must not store them, and they differ by token. */
export const markPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  next();
};

/** Smaller bodies gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024;

/** Sends JSON that is not cached, in the encoding that the client prefers. Throws the Problem `overloaded`. */
export async function sendJson(request: Request, response: Response, json: string): Promise<void> {
  const bytes = Buffer.byteLength(json);
  const encoding = encodingFor(request, bytes);
  if (encoding !== null) return send(request, response, await compress([Buffer.from(json)], encoding), encoding);
  contextOf(response).countUnsent?.(bytes, response);
  // Node sends a string together with the headers, but a buffer after them.
  setContentHeaders(response, bytes);
  response.end(request.method === 'HEAD' ? undefined : json);
}

/**
 * Sends a page in the encoding that the client prefers, or a 304 if the client has the page. Throws the Problem
 * `overloaded`.
 */
export async function sendPage(request: Request, response: Response, page: Page): Promise<void> {
  for (const [name, value] of Object.entries(page.headers)) response.setHeader(name, value);
  response.setHeader('ETag', page.etag);
  if (matchesEtag(request.headers['if-none-match'], page.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = encodingFor(request, page.bytes);
  send(request, response, encoding === null ? page.body : await page.encoded(encoding), encoding);
}

function send(request: Request, response: Response, body: Chunks, encoding: Compression | null): void {
  const bytes = bytesOf(body);
  if (request.method !== 'HEAD') contextOf(response).countUnsent?.(bytes, body);
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  setContentHeaders(response, bytes);
  const [only, ...others] = body;
  if (request.method === 'HEAD') response.end();
  else if (others.length === 0) response.end(only);
  // The stream sends chunks only as fast as the client reads them.
  else Readable.from(body).pipe(response);
}

function setContentHeaders(response: Response, bytes: number): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
}

/**
 * Whether If-None-Match names the ETag (RFC 9110, 13.1.2: weak comparison). Express's own check ignores If-None-Match
 * if the request has `Cache-Control: no-cache`, which fetch adds by itself to such requests.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** Returns null if the body is sent uncompressed. */
function encodingFor(request: Request, bytes: number): Compression | null {
  if (bytes < COMPRESSED_FROM_BYTES || request.headers['accept-encoding'] === undefined) return null;
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : null;
}
