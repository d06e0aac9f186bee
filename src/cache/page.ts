/** A finished page of a list: its body, the compressed forms that clients requested, its ETag and its headers. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Compression = 'br' | 'gzip';

/** Bytes in order: one chunk, or several for a large body. */
export type Chunks = readonly Buffer[];

export interface Page {
  readonly body: Chunks;
  /** The size of the body. */
  readonly bytes: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The compressed body. Each encoding is compressed once. Failures aren't cached. */
  readonly encoded: (encoding: Compression) => Promise<Chunks>;
}

/** Creates a page from a JSON body and the page's own headers. */
export function pageOf(body: Chunks, headers: Readonly<Record<string, string>>): Page {
  const hash = createHash('sha1');
  for (const chunk of body) hash.update(chunk);
  const encodings = new Map<Compression, Promise<Chunks>>();
  return {
    body,
    bytes: bytesOf(body),
    etag: `W/"${hash.digest('base64url')}"`,
    headers,
    encoded(encoding) {
      const cached = encodings.get(encoding);
      if (cached !== undefined) return cached;
      const compressed = compress(body, encoding);
      encodings.set(encoding, compressed);
      compressed.catch(() => encodings.delete(encoding));
      return compressed;
    },
  };
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/** Brotli at quality 4 costs as little as gzip and sends less. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const GZIP = { level: 4 };

/** Compresses a body: one chunk in one call, several chunks as a stream. */
export async function compress(body: Chunks, encoding: Compression): Promise<Chunks> {
  const [only, ...others] = body;
  if (only !== undefined && others.length === 0)
    return [await (encoding === 'br' ? brotliAsync(only, BROTLI) : gzipAsync(only, GZIP))];
  const compressed: Buffer[] = [];
  await pipeline(
    Readable.from(body),
    encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP),
    async (made: AsyncIterable<Buffer>) => {
      for await (const chunk of made) compressed.push(chunk);
    },
  );
  return compressed;
}

export const bytesOf = (chunks: Chunks): number => chunks.reduce((sum, { length }) => sum + length, 0);
