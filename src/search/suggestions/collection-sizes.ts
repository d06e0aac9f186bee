/**
 * How many products each collection of a merchant has, in bounded memory. The numbers may be a minute old, so few key
 * presses cost the engine another search. Collections aren't counted for some seconds after a count that failed.
 */
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import { withTimeout } from '../../runtime/retry.ts';
import { textBytes } from '../../runtime/text-size.ts';
import type { SearchEngine } from '../engine/engine.ts';
import { WHOLE_SCOPE } from '../engine/scope-filter.ts';
import { COLLECTION_FIELDS } from '../index/document.ts';
import { isWhole } from '../index/facets.ts';

/** How many products of the scope the collection has whose id has this key in the index. */
type SizeOf = (key: string) => number;

/** Never throws, and never waits for long: collections that aren't counted by then have one product. */
export type FindCollectionSizes = (scope: MerchantScope) => Promise<SizeOf>;

interface CollectionSizesOptions {
  readonly engine: SearchEngine;
  readonly maxBytes: number;
}

interface Counted {
  readonly sizes: ReadonlyMap<string, number>;
  /** The size of the collections that were not counted. */
  readonly others: number;
}

const FRESH_MS = 60_000;
const RETRY_MS = 5000;
/** Only the order of the collections and the empty ones depend on the count. */
const TIMEOUT_MS = 300;
const ENTRY_BYTES = 100;
const UNKNOWN = 1;
const NOT_COUNTED: Counted = { sizes: new Map(), others: UNKNOWN };

export function createFindCollectionSizes({ engine, maxBytes }: CollectionSizesOptions): FindCollectionSizes {
  const cache = new LRUCache<string, Counted, MerchantScope>({
    maxSize: maxBytes,
    sizeCalculation: ({ sizes }, key) =>
      [...sizes.keys()].reduce((sum, id) => sum + ENTRY_BYTES + textBytes(id), textBytes(key)),
    ttl: FRESH_MS,
    async fetchMethod(_key, _stale, { context: scope, signal, options }) {
      try {
        return await countCollections(engine, scope, signal);
      } catch {
        options.ttl = RETRY_MS;
        return NOT_COUNTED;
      }
    },
  });
  return async (scope) => {
    const key = JSON.stringify([scope.visibility, scope.merchantId]);
    const counting = cache.fetch(key, { context: scope }).catch(() => undefined);
    const { sizes, others } = (await withTimeout(TIMEOUT_MS, counting, undefined)) ?? NOT_COUNTED;
    return (id) => sizes.get(id) ?? others;
  };
}

async function countCollections(engine: SearchEngine, scope: MerchantScope, signal: AbortSignal): Promise<Counted> {
  const selection = { q: '', conditions: [], filter: WHOLE_SCOPE, facets: COLLECTION_FIELDS[scope.visibility] };
  const [selected] = await engine.open(scope, signal).select([selection]);
  const distributions = Object.values(selected?.distribution ?? {});
  const sizes = new Map<string, number>();
  for (const [id, count] of distributions.flatMap(Object.entries<number>)) sizes.set(id, (sizes.get(id) ?? 0) + count);
  return { sizes, others: distributions.every(isWhole) ? 0 : UNKNOWN };
}
