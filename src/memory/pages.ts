/**
 * Finished pages in bounded memory: body, ETag, headers, and the compressed bodies that somebody asked for. A page is
 * kept under the version of its merchant's data that stood before it was read, see `versions.ts`.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Versions } from './versions.ts';

export type Compression = 'br' | 'gzip';

/** Bytes in their order: one piece, or several where they are many. */
export type Pieces = readonly Buffer[];

export interface Page {
  readonly body: Pieces;
  /** How many the body has. */
  readonly bytes: number;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in an encoding; made once. */
  readonly encoded: (encoding: Compression) => Promise<Pieces>;
}

/** Makes a page of an answer; `headers` are those that belong to the answer itself. */
export const createPage = (answer: unknown, headers: Readonly<Record<string, string>>): Page =>
  pageOf([Buffer.from(JSON.stringify(answer))], headers);

/** From so many bytes on, to have a body in one piece as well would cost more than it saves. */
const ONE_PIECE_BYTES = 1_000_000;

/** Makes a page of a body that is JSON. */
export function pageOf(pieces: Pieces, headers: Readonly<Record<string, string>>): Page {
  const bytes = bytesOf(pieces);
  const body = pieces.length > 1 && bytes < ONE_PIECE_BYTES ? [Buffer.concat(pieces)] : pieces;
  const hash = createHash('sha1');
  for (const piece of body) hash.update(piece);
  const encodings = new Map<Compression, Promise<Pieces>>();
  return {
    body,
    bytes,
    etag: `W/"${hash.digest('base64url')}"`,
    headers,
    encoded(encoding) {
      const made = encodings.get(encoding);
      if (made !== undefined) return made;
      const making = compress(body, encoding);
      encodings.set(encoding, making);
      return making;
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

/** The body in an encoding: what is small at once, what is large piece by piece. */
export async function compress(body: Pieces, encoding: Compression): Promise<Pieces> {
  const [only, ...others] = body;
  if (only !== undefined && others.length === 0)
    return [await (encoding === 'br' ? brotliAsync(only, BROTLI) : gzipAsync(only, GZIP))];
  const compressed: Buffer[] = [];
  await pipeline(
    Readable.from(body),
    encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP),
    async (made: AsyncIterable<Buffer>) => {
      for await (const piece of made) compressed.push(piece);
    },
  );
  return compressed;
}

export const bytesOf = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0);

export interface KeptPages {
  /** The page at this URL if it is kept and still true; costs no wait. */
  find(scope: MerchantScope, url: string): Page | undefined;
  /** The page at this URL: the kept one, or what `make` gives, which is then kept. Requests for one page share its making. */
  get(scope: MerchantScope, url: string, make: () => Promise<Page>): Promise<Page>;
}

interface KeptPagesOptions {
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  readonly versions: Versions;
}

/** What a page takes beside its body: keys, headers, and its compressed bodies, which are some quarter of it. */
const sizeOf = (page: Page, key: string): number => Math.ceil(page.bytes * 1.4) + 2 * key.length + 1000;

export function createKeptPages({ maxBytes, versions }: KeptPagesOptions): KeptPages {
  if (maxBytes === 0) return { find: () => undefined, get: (_scope, _url, make) => make() };
  // One very large page would drive out all the others.
  const maxEntrySize = Math.ceil(maxBytes / 8);
  const pages = new LRUCache<string, Page>({ maxSize: maxBytes, maxEntrySize, sizeCalculation: sizeOf });
  const making = new Map<string, Promise<Page>>();

  /** Null while nothing may be taken from memory. The version comes first: no merchant id can imitate a number. */
  function keyOf(scope: MerchantScope, url: string): string | null {
    const version = versions.of(scope.merchantId);
    return version === null ? null : `${version} ${scope.visibility} ${url} ${scope.merchantId}`;
  }

  return {
    find(scope, url) {
      const key = keyOf(scope, url);
      return key === null ? undefined : pages.get(key);
    },
    get(scope, url, make) {
      const key = keyOf(scope, url);
      if (key === null) return make();
      const kept = pages.get(key);
      if (kept !== undefined) return Promise.resolve(kept);
      const others = making.get(key);
      if (others !== undefined) return others;
      const page = make().then((made) => {
        pages.set(key, made);
        return made;
      });
      const settled = page.finally(() => making.delete(key));
      making.set(key, settled);
      return settled;
    },
  };
}
