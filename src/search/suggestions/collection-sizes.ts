/**
 * How many products each collection of a merchant has, in bounded memory. The numbers may be a minute old, so few key
 * presses cost the engine another search.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../runtime/text-size.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { SearchEngine } from '../engine/engine.ts';
import { WHOLE_SCOPE } from '../engine/scope-filter.ts';
import { type FacetDistribution, isWhole } from '../index/facets.ts';

/** How many products of the scope the collection has whose id has this key in the index. */
export type SizeOf = (key: string) => number;

/** Never throws: collections that the engine can't count have one product. */
export type FindCollectionSizes = (scope: MerchantScope) => Promise<SizeOf>;

interface CollectionSizesOptions {
  readonly engine: SearchEngine;
  readonly maxBytes: number;
}

const FRESH_MS = 60_000;
const ENTRY_BYTES = 100;
const UNKNOWN = 1;

export function createFindCollectionSizes({ engine, maxBytes }: CollectionSizesOptions): FindCollectionSizes {
  const cache = new LRUCache<string, readonly FacetDistribution[], MerchantScope>({
    maxSize: maxBytes,
    sizeCalculation: (distributions, key) =>
      distributions
        .flatMap((counts) => Object.keys(counts))
        .reduce((sum, id) => sum + ENTRY_BYTES + textBytes(id), textBytes(key)),
    ttl: FRESH_MS,
    async fetchMethod(_key, _stale, { context: scope, signal }) {
      const facets = ['collection_ids', 'hidden_collection_ids'] as const;
      const selection = { q: '', conditions: [], filter: WHOLE_SCOPE, facets };
      const [selected] = await engine.open(scope, signal).select([selection]);
      return Object.values(selected?.distribution ?? {});
    },
  });
  return async (scope) => {
    const key = JSON.stringify([scope.visibility, scope.merchantId]);
    const distributions = await cache.fetch(key, { context: scope }).catch(() => undefined);
    if (distributions === undefined) return () => UNKNOWN;
    const others = distributions.every(isWhole) ? 0 : UNKNOWN;
    return (id) => distributions.reduce((sum, counts) => sum + (counts[id] ?? 0), 0) || others;
  };
}
