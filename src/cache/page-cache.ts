/**
 * The page cache: finished pages, each until something that it was made from is invalidated. That is what decides which products
 * it shows, and each of these products.
 */
import type { MerchantScope } from '../tenancy/scope.ts';
import type { Sources } from './cache-tags.ts';
import type { Page } from './page.ts';
import { createVersionedCache, loadEach, type VersionedCache } from './versioned-cache.ts';
import type { Versions } from './versions.ts';

/** A new page, and what it was made from. */
export interface LoadedPage extends Sources {
  readonly page: Page;
  /** How many items the list has. */
  readonly total: number;
}

/** A page that a request asks for. Equal requests of one scope get the same page. */
export interface PageKey {
  readonly scope: MerchantScope;
  readonly resource: string;
  /** The parsed request: parameters that the resource does not have are no part of it. */
  readonly request: object;
  /** Reads the page, if it is not cached. */
  readonly load: () => Promise<LoadedPage>;
}

export interface CachedPage {
  readonly page: Page;
  readonly total: number;
  /** The cells of its sources in the version table. */
  readonly cells: Uint32Array;
}

export type PageCache = VersionedCache<PageKey, CachedPage>;

interface PageCacheOptions {
  /** 0: nothing is cached. */
  readonly maxBytes: number;
  readonly versions: Versions;
}

/** Headers, and what each page has beside its bodies. */
const PAGE_BYTES = 1000;
/** The body with its compressed forms, which are about a quarter of it. */
const BODY_FACTOR = 1.4;

export const createPageCache = ({ maxBytes, versions }: PageCacheOptions): PageCache =>
  createVersionedCache<PageKey, CachedPage>({
    versions,
    maxBytes,
    // One very large page would evict all others.
    maxEntryBytes: Math.ceil(maxBytes / 8),
    sizeOf: ({ page, cells }) => page.bytes * BODY_FACTOR + cells.byteLength + PAGE_BYTES,
    nameOf: ({ scope: { merchantId, visibility }, resource, request }) =>
      JSON.stringify([merchantId, visibility, resource, request]),
    versionOf: ({ scope }, cached) =>
      cached === undefined ? versions.of(scope.merchantId) : versions.ofCells(cached.cells),
    load: loadEach(async ({ scope, load }) => {
      const { page, total, ...sources } = await load();
      return { page, total, cells: versions.cellsOf(scope.merchantId, sources) };
    }),
  });
