/**
 * Finished pages in bounded memory: body, ETag, headers, and the compressed bodies that somebody asked for. A page is
 * kept under the version of its merchant's data that stood before it was read, see `versions.ts`.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Versions } from './versions.ts';

export type Compression = 'br' | 'gzip';

export interface Page {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in an encoding; made once. */
  readonly encoded: (encoding: Compression) => Promise<Buffer>;
}

/** Makes a page of an answer; `headers` are those that belong to the answer itself. */
export function createPage(answer: unknown, headers: Readonly<Record<string, string>>): Page {
  const body = Buffer.from(JSON.stringify(answer));
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
  const encodings = new Map<Compression, Promise<Buffer>>();
  return {
    body,
    etag,
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

/** The body in an encoding. */
export const compress = (body: Buffer, encoding: Compression): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(body, BROTLI) : gzipAsync(body, { level: 4 });

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
const sizeOf = (page: Page, key: string): number => Math.ceil(page.body.length * 1.4) + 2 * key.length + 1000;

export function createKeptPages({ maxBytes, versions }: KeptPagesOptions): KeptPages {
  if (maxBytes === 0) return { find: () => undefined, get: (_scope, _url, make) => make() };
  const pages = new LRUCache<string, Page>({ maxSize: maxBytes, sizeCalculation: sizeOf });
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
