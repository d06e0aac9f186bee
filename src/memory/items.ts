/**
 * What is made of single products, in bounded memory, each under the version of its product, see `versions.ts`: what was
 * kept before a write to the product is not found after it, and all others still are.
 */
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../tenancy/scope.ts';
import { textBytes } from './text-size.ts';
import type { Versions } from './versions.ts';

/** Resolves to the items of the products by their ids; of products that are not there, or may not be seen, to none. */
export type FindItems = (scope: MerchantScope, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

interface KeptItemsOptions {
  /** 0: nothing is kept. */
  readonly maxBytes: number;
  readonly versions: Versions;
  readonly load: FindItems;
}

/** What an entry takes beside its texts. */
const ENTRY_BYTES = 150;

export function createKeptItems({ maxBytes, versions, load }: KeptItemsOptions): FindItems {
  if (maxBytes === 0) return load;
  const items = new LRUCache<string, string>({
    maxSize: maxBytes,
    sizeCalculation: (item, key) => textBytes(item) + textBytes(key) + ENTRY_BYTES,
  });

  /** Null while nothing may be taken from memory. Ids come last, with a length, so that none can imitate another's. */
  function keyOf({ merchantId, visibility }: MerchantScope, id: string): string | null {
    const version = versions.ofProduct(merchantId, id);
    return version === null ? null : `${version} ${visibility} ${merchantId.length} ${merchantId}${id}`;
  }

  return async (scope, ids) => {
    const found = new Map<string, string>();
    const keys = new Map<string, string | null>();
    for (const id of ids) {
      const key = keyOf(scope, id);
      const kept = key === null ? undefined : items.get(key);
      if (kept === undefined) keys.set(id, key);
      else found.set(id, kept);
    }
    if (keys.size === 0) return found;
    for (const [id, item] of await load(scope, [...keys.keys()])) {
      found.set(id, item);
      const key = keys.get(id) ?? null;
      if (key !== null) items.set(key, item);
    }
    return found;
  };
}
