/**
 * The page cache. It serves a finished page until something that the page depends on is invalidated: which products the
 * page shows, or one of these products.
 */
import type { MerchantScope } from '../catalogue/merchant-scope.ts';
import type { CacheDependencies } from './cache-tags.ts';
import type { Page } from './page.ts';
import { createVersionedCache } from './versioned-cache.ts';
import type { Versions } from './versions.ts';

/** A new page, and what it depends on. */
export interface LoadedPage extends CacheDependencies {
  readonly page: Page;
  /** How many items the list has. */
  readonly total: number;
}

/** The request for a page. Equal requests of one scope get the same page. */
interface PageKey {
  readonly scope: MerchantScope;
  readonly resource: string;
  /** The parsed request. Parameters that the resource doesn't have are not part of it. */
  readonly request: object;
}

export interface CachedPage {
  readonly page: Page;
  readonly total: number;
  /** The cells of its dependencies in the version table. */
  readonly cells: Uint32Array;
}

export interface PageCache {
  /** The cached page, else one that `load` read, for this request or another one. Throws what `load` throws. */
  get(key: PageKey, load: () => Promise<LoadedPage>): Promise<CachedPage>;
}

interface PageCacheOptions {
  /** 0 disables the cache. */
  readonly maxBytes: number;
  readonly versions: Versions;
}

/** The headers of a page, and its overhead beside the bodies. */
const PAGE_BYTES = 1000;
/** The body with its compressed forms, which are about a quarter of it. */
const BODY_FACTOR = 1.4;

export function createPageCache({ maxBytes, versions }: PageCacheOptions): PageCache {
  const cache = createVersionedCache<PageKey, CachedPage>({
    versions,
    maxBytes,
    // A very large page would evict all others.
    maxEntryBytes: Math.ceil(maxBytes / 8),
    sizeOf: ({ page, cells }) => page.body.length * BODY_FACTOR + cells.byteLength + PAGE_BYTES,
    versionOf: (_key, { cells }) => versions.ofCells(cells),
  });
  return {
    get: (key, load) =>
      cache.get(key, async () => {
        const { page, total, ...dependencies } = await load();
        return { page, total, cells: versions.cellsOf(key.scope.merchantId, dependencies) };
      }),
  };
}
