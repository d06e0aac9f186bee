/** A finished page of a list: its body with the compressed forms that clients asked for, its ETag, and its own headers. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Compression = 'br' | 'gzip';

/** Bytes in their order: one chunk, or several of a large body. */
export type Chunks = readonly Buffer[];

export interface Page {
  readonly body: Chunks;
  /** How many the body has. */
  readonly bytes: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in an encoding, compressed once. A failure is not kept. */
  readonly encoded: (encoding: Compression) => Promise<Chunks>;
}

/** Makes a page of a body of JSON; `headers` are those of this page alone. */
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
      const known = encodings.get(encoding);
      if (known !== undefined) return known;
      const compressed = compress(body, encoding);
      encodings.set(encoding, compressed);
      compressed.catch(() => encodings.delete(encoding));
      return compressed;
    },
  };
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);
/** Brotli at 4 costs as little as gzip and sends less. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

const GZIP = { level: 4 };

/** The body in an encoding: one chunk in one call, several as a stream. */
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
