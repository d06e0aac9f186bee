/**
 * Sends responses: pages with an ETag, or a 304 in their place, and JSON that isn't cached. Large bodies are
 * compressed.
 */
import { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import { type Compression, compress, type Page } from '../cache/page.ts';
import { contextOf } from './context.ts';

/** Sets the headers of responses for one client: shared caches must not store them, and they differ by token. */
export const markPrivate: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
  next();
};

/**
 * A larger body is sent as a stream of slices. Node reports a body that was passed to `end` as sent, even if the client
 * disconnects in the middle.
 */
const SLICE_BYTES = 1_000_000;
/** Smaller bodies gain nothing from compression. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * Headers of one response. They are set when nothing can fail any more, so a problem in its place doesn't have them.
 */
type Headers = Readonly<Record<string, string>>;

/** Sends JSON that is not cached, in the encoding that the client prefers. Throws the Problem `overloaded`. */
export async function sendJson(request: Request, response: Response, json: string, headers: Headers): Promise<void> {
  const body = Buffer.from(json);
  const encoding = encodingFor(request, body);
  send(request, response, { body: encoding === null ? body : await compress(body, encoding), encoding, headers });
}

/**
 * Sends a page in the encoding that the client prefers, or a 304 if the client has the page. `headers` are those of
 * this response beside those of the page. A page without a Content-Type is JSON. Throws the Problem `overloaded`.
 */
export async function sendPage(request: Request, response: Response, page: Page, headers: Headers = {}): Promise<void> {
  const all = { ...headers, ...page.headers, ETag: page.etag };
  if (matchesEtag(request.headers['if-none-match'], page.etag)) {
    setHeaders(response, all);
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = encodingFor(request, page.body);
  const body = encoding === null ? page.body : await page.encoded(encoding);
  send(request, response, { body, encoding, headers: all });
}

interface Sent {
  readonly body: Buffer;
  readonly encoding: Compression | null;
  readonly headers: Headers;
}

function send(request: Request, response: Response, { body, encoding, headers }: Sent): void {
  const hasBody = request.method !== 'HEAD';
  if (hasBody) contextOf(response).countUnsent?.(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  setHeaders(response, headers);
  if (encoding !== null) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  if (!hasBody) response.end();
  else if (body.length <= SLICE_BYTES) response.end(body);
  else Readable.from(slicesOf(body)).pipe(response);
}

function setHeaders(response: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

function* slicesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += SLICE_BYTES) yield body.subarray(start, start + SLICE_BYTES);
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
function encodingFor(request: Request, body: Buffer): Compression | null {
  if (body.length < COMPRESSED_FROM_BYTES) return null;
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : null;
}
