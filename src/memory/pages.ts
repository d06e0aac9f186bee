/**
 * Finished pages in bounded memory: body, ETag, headers, and the compressed bodies that somebody asked for. A page is
 * kept with the last version that was given before it was read, and is true until something that it was made from has a
 * higher one, see `versions.ts`: what decides which products it shows, and each of these.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Sources } from './parts.ts';
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

/** From so many bytes on, to have a body in one piece as well would cost more than it saves. */
const ONE_PIECE_BYTES = 1_000_000;

/** Makes a page of a body that is JSON; `headers` are those that belong to the answer itself. */
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

/** A new page, and what it was made from. */
export interface MadePage extends Sources {
  readonly page: Page;
}

export interface KeptPages {
  /** The page at this URL if it is kept and still true; costs no wait. */
  find(scope: MerchantScope, url: string): Page | undefined;
  /** The page at this URL: the kept one, or what `make` gives, which is then kept. Requests for one page share its making. */
  get(scope: MerchantScope, url: string, make: () => Promise<MadePage>): Promise<Page>;
}

interface KeptPagesOptions {
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  readonly versions: Versions;
}

interface Entry {
  readonly page: Page;
  /** Of what it was made from. */
  readonly places: Uint32Array;
  /** Nothing that it was made from has changed up to this version. */
  trueAt: number;
}

/** A page that is being made, begun after this version was given. */
interface Making {
  readonly since: number;
  readonly page: Promise<Page>;
}

/** What a page takes beside its body: keys, headers, and its compressed bodies, which are some quarter of it. */
const sizeOf = ({ page, places }: Entry, key: string): number =>
  Math.ceil(page.bytes * 1.4) + places.byteLength + 2 * key.length + 1000;

export function createKeptPages({ maxBytes, versions }: KeptPagesOptions): KeptPages {
  if (maxBytes === 0) {
    return { find: () => undefined, get: async (_scope, _url, make) => (await make()).page };
  }
  // One very large page would drive out all the others.
  const maxEntrySize = Math.ceil(maxBytes / 8);
  const pages = new LRUCache<string, Entry>({ maxSize: maxBytes, maxEntrySize, sizeCalculation: sizeOf });
  const making = new Map<string, Making>();

  /** No URL has a space. */
  const keyOf = ({ visibility, merchantId }: MerchantScope, url: string) => `${visibility} ${url} ${merchantId}`;

  /** While nothing of its merchant's was written, what it was made from need not be looked through. */
  function isTrue(entry: Entry, merchantVersion: number): boolean {
    if (merchantVersion <= entry.trueAt) return true;
    if ((versions.ofPlaces(entry.places) ?? Number.POSITIVE_INFINITY) > entry.trueAt) return false;
    entry.trueAt = merchantVersion;
    return true;
  }

  function find(scope: MerchantScope, url: string): Page | undefined {
    const key = keyOf(scope, url);
    const entry = pages.get(key);
    const version = versions.of(scope.merchantId);
    if (entry === undefined || version === null) return undefined;
    if (isTrue(entry, version)) return entry.page;
    pages.delete(key);
    return undefined;
  }

  /** What is no longer true when it is made is not kept: it could take the place of a newer one. */
  async function makeAndKeep(scope: MerchantScope, url: string, since: number, make: () => Promise<MadePage>) {
    const { page, ...sources } = await make();
    const entry = { page, places: versions.placesOf(scope.merchantId, sources), trueAt: since };
    const version = versions.of(scope.merchantId);
    if (version !== null && isTrue(entry, version)) pages.set(keyOf(scope, url), entry);
    return page;
  }

  return {
    find,
    get(scope, url, make) {
      const kept = find(scope, url);
      if (kept !== undefined) return Promise.resolve(kept);
      const [since, version] = [versions.latest(), versions.of(scope.merchantId)];
      if (since === null || version === null) return make().then(({ page }) => page);
      const key = keyOf(scope, url);
      const others = making.get(key);
      // What is being read since before a write may be without it.
      if (others !== undefined && version <= others.since) return others.page;
      const page = makeAndKeep(scope, url, since, make).finally(() => {
        if (making.get(key)?.page === page) making.delete(key);
      });
      making.set(key, { since, page });
      return page;
    },
  };
}
