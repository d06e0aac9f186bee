/**
 * Caches the texts of products in bounded memory, by the hash in the ranking payload. They never become stale: other
 * texts have another hash. They are cached as JSON, which takes much less memory than the parsed texts.
 */
import { LRUCache } from 'lru-cache';
import { copyText, textBytes } from '../../runtime/text-size.ts';
import type { StoredTexts } from '../engine/engine.ts';
import { type ProductTexts, readTexts } from '../index/product-texts.ts';
import type { RankedHit } from '../ranking/rank.ts';

/** Resolves to the texts of the hits by product id. `load` reads those that aren't cached. */
export type FindTexts = (
  hits: readonly RankedHit[],
  load: (productIds: readonly string[]) => Promise<readonly StoredTexts[]>,
) => Promise<ReadonlyMap<string, ProductTexts>>;

const ENTRY_BYTES = 200;

/** `maxBytes` 0 disables the cache. */
export function createFindTexts(maxBytes: number): FindTexts {
  const cache = new LRUCache<string, string>({
    // No text fits into one byte.
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (written) => textBytes(written) + ENTRY_BYTES,
  });
  return async (hits, load) => {
    const found = new Map<string, ProductTexts>();
    const missing: string[] = [];
    for (const { productId, textsHash } of hits) {
      const written = cache.get(textsHash);
      if (written === undefined) missing.push(productId);
      else found.set(productId, readTexts(written));
    }
    if (missing.length === 0) return found;
    for (const { productId, textsHash, texts } of await load(missing)) {
      cache.set(copyText(textsHash), texts);
      found.set(productId, readTexts(texts));
    }
    return found;
  };
}
