/** A finished page: its body, the compressed forms that clients requested, its ETag and its headers. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cachedPromises } from '../runtime/concurrency/cached-promises.ts';

export type Compression = 'br' | 'gzip';

export interface Page {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The compressed body. Each encoding is compressed once. Failures aren't cached. */
  readonly encoded: (encoding: Compression) => Promise<Buffer>;
}

/**
 * Creates a page from a body and the page's own headers. The ETag covers both: a 304 can't take back a header that the
 * client has stored (RFC 9111, 3.2).
 */
export function pageOf(body: Buffer, headers: Readonly<Record<string, string>> = {}): Page {
  const hash = createHash('sha1').update(JSON.stringify(headers)).update(body);
  return {
    body: withoutSlack(body),
    etag: `W/"${hash.digest('base64url')}"`,
    headers,
    encoded: cachedPromises(async (encoding) => withoutSlack(await compress(body, encoding))),
  };
}

/**
 * The bytes in memory of their own. Node puts small buffers into a shared one of 8 KiB, and compresses into buffers of
 * 16 KiB: a cache would keep these whole.
 */
const withoutSlack = (bytes: Buffer): Buffer =>
  bytes.buffer.byteLength === bytes.length ? bytes : Buffer.from(new Uint8Array(bytes).buffer);

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/** Brotli at quality 4 costs as little as gzip and sends less. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const GZIP = { level: 4 };

export const compress = (body: Buffer, encoding: Compression): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(body, BROTLI) : gzipAsync(body, GZIP);
