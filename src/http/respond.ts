/** Sends what was read. Lists may be kept by the caller alone, and asked for again only by their ETag. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request } from 'express';
import { bytesOf, type Compression, compress, type Page, type Pieces, pageOf } from '../memory/pages.ts';
import { linkHeader, type PageRequest, pageMeta } from './pagination.ts';
import type { Step } from './step.ts';

/** Marks answers as the caller's own: never kept by a shared cache, and different for each token. */
export const markPrivate: Step = (_request, response) => {
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Authorization, Accept-Encoding');
};

/** Smaller bodies gain nothing by compression. */
const COMPRESSED_FROM_BYTES = 1024;

interface List {
  readonly resource: string;
  readonly url: string;
  readonly request: PageRequest;
  readonly total: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Makes a page of a list, with its `meta` and Link header. The list may be very large: each item comes as JSON by itself. */
export function listPage(list: List, items: readonly string[]): Page {
  const chunks: Buffer[] = [];
  let text = `{"meta":${JSON.stringify(metaOf(list))},"data":[`;
  for (const [index, item] of items.entries()) {
    text += index === 0 ? item : `,${item}`;
    if (text.length < CHUNK_CHARACTERS) continue;
    chunks.push(Buffer.from(text));
    text = '';
  }
  return pageOf([...chunks, Buffer.from(`${text}]}`)], headersOf(list));
}

/** A large body is sent and compressed in chunks of about this size. */
const CHUNK_CHARACTERS = 1_000_000;

const metaOf = ({ resource, request, total }: List) => pageMeta(resource, request, total);

const headersOf = ({ resource, url, request, total, headers = {} }: List) => ({
  ...headers,
  Link: linkHeader(resource, url, request, total),
});

/** Sends an answer that nobody keeps, in the encoding that the caller likes best. */
export async function sendJson(request: IncomingMessage, response: ServerResponse, json: string): Promise<void> {
  const bytes = Buffer.byteLength(json);
  const encoding = bytes < COMPRESSED_FROM_BYTES ? 'identity' : encodingFor(request);
  // Node writes a text together with the headers, and bytes after them.
  if (encoding === 'identity') announce(response, bytes).end(request.method === 'HEAD' ? undefined : json);
  else await sendEncoded(request, response, encoding, compress([Buffer.from(json)], encoding));
}

/** Sends a page in the encoding that the caller likes best, or 304 where the caller has it already. */
export async function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): Promise<void> {
  for (const name in page.headers) response.setHeader(name, page.headers[name] as string);
  response.setHeader('ETag', page.etag);
  if (hasAlready(request.headers['if-none-match'], page.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const encoding = page.bytes < COMPRESSED_FROM_BYTES ? 'identity' : encodingFor(request);
  if (encoding === 'identity') await send(request, response, page.body);
  else await sendEncoded(request, response, encoding, page.encoded(encoding));
}

async function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  encoding: Compression,
  making: Promise<Pieces>,
) {
  const body = await making;
  response.setHeader('Content-Encoding', encoding);
  await send(request, response, body);
}

/** Several pieces go out as fast as the caller takes them. */
async function send(request: IncomingMessage, response: ServerResponse, body: Pieces): Promise<void> {
  announce(response, bytesOf(body));
  const [only, ...others] = body;
  if (request.method === 'HEAD') response.end();
  else if (others.length === 0) response.end(only);
  // Where it fails the caller has gone away, which the log tells by itself.
  else await pipeline(Readable.from(body), response).catch(() => undefined);
}

function announce(response: ServerResponse, bytes: number): ServerResponse {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  return response;
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

function encodingFor(request: IncomingMessage): Compression | 'identity' {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  // Express's own reading of the header, which needs nothing of the request but its headers.
  const accepted = express.request.acceptsEncodings.call(request as Request, 'br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}
