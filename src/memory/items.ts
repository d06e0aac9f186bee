/**
 * What is asked for by many ids at once, as products of a search, in bounded memory: each item under its own version, see
 * `versions.ts`. What was kept before a write that raises an item's version is not found after it, and all others still are.
 */
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../tenancy/scope.ts';
import { textBytes } from './text-size.ts';

/** Resolves to the items by their ids; of what is not there, or may not be seen, to none. */
export type FindItems<T> = (scope: MerchantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, T>>;

interface KeptItemsOptions<T> {
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  readonly sizeOf: (item: T) => number;
  /** Null while nothing may be taken from memory. */
  readonly versionOf: (scope: MerchantScope, id: string) => number | null;
  readonly load: FindItems<T>;
}

/** What an entry takes beside its item. */
const ENTRY_BYTES = 150;

export function createKeptItems<T>(options: KeptItemsOptions<T>): FindItems<T> {
  const { maxBytes, sizeOf, versionOf, load } = options;
  if (maxBytes === 0) return load;
  const items = new LRUCache<string, { readonly item: T }>({
    maxSize: maxBytes,
    sizeCalculation: ({ item }, key) => sizeOf(item) + textBytes(key) + ENTRY_BYTES,
  });

  /** Ids come last, with a length, so that none can imitate another's. */
  function keyOf(scope: MerchantScope, id: string): string | null {
    const version = versionOf(scope, id);
    const { visibility, merchantId } = scope;
    return version === null ? null : `${version} ${visibility} ${merchantId.length} ${merchantId}${id}`;
  }

  return async (scope, ids) => {
    const found = new Map<string, T>();
    const keys = new Map<string, string | null>();
    for (const id of ids) {
      const key = keyOf(scope, id);
      const kept = key === null ? undefined : items.get(key);
      if (kept === undefined) keys.set(id, key);
      else found.set(id, kept.item);
    }
    if (keys.size === 0) return found;
    for (const [id, item] of await load(scope, [...keys.keys()])) {
      found.set(id, item);
      const key = keys.get(id) ?? null;
      if (key !== null) items.set(key, { item });
    }
    return found;
  };
}
