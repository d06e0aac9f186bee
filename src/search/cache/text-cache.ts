/**
 * Caches the texts of products in bounded memory, by the hash in the ranking payload. They never become stale: other
 * texts have another hash. They are cached as JSON, which takes much less memory than the parsed texts.
 */
import { LRUCache } from 'lru-cache';
import { mapInTurns } from '../../runtime/concurrency/turns.ts';
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
    const written = new Map<string, string>();
    const missing: string[] = [];
    for (const { productId, textsHash } of hits) {
      const texts = cache.get(textsHash);
      if (texts === undefined) missing.push(productId);
      else written.set(productId, texts);
    }
    if (missing.length > 0)
      for (const { productId, textsHash, texts } of await load(missing)) {
        cache.set(copyText(textsHash), texts);
        written.set(productId, texts);
      }
    // Those of one product may have hundreds of kilobytes.
    return new Map(await mapInTurns(written, ([productId, texts]) => [productId, readTexts(texts)] as const));
  };
}
