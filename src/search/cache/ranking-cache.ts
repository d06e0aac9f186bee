/**
 * Rankings in bounded memory: shoppers type the same words, and each of their first letters. A ranking is cached under the index
 * version that was known before the engine was asked, so it is never older than its version. It holds ids alone: the products are
 * read as in any other search.
 *
 * An empty ranking is served only after the engine confirms the version: a client that repeats such a search often waits for what
 * was just written.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../memory/text-size.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import type { IndexVersion } from './index-version.ts';

/** Everything that a ranking depends on beside the index. */
interface RankedSearch {
  readonly scope: MerchantScope;
  readonly request: { readonly query: string; readonly limit: number; readonly filter: object };
  /** The hash of the search rules. */
  readonly rules: string;
}

/** Resolves to the cached ranking of a search, or to what `rank` resolves to. */
export type FindRanking = (search: RankedSearch, rank: () => Promise<Ranking>) => Promise<Ranking>;

interface RankingCacheOptions {
  /** 0: nothing is cached. */
  readonly maxBytes: number;
  readonly version: IndexVersion;
}

/** Beside its two texts. */
const HIT_BYTES = 130;
const ENTRY_BYTES = 2000;

const addBytes = (sum: number, { productId, textsHash }: RankedHit): number =>
  sum + HIT_BYTES + textBytes(productId) + textBytes(textsHash);

export function createFindRanking({ maxBytes, version }: RankingCacheOptions): FindRanking {
  if (maxBytes === 0) return (_search, rank) => rank();
  const rankings = new LRUCache<string, Ranking>({
    maxSize: maxBytes,
    sizeCalculation: ({ hits }, key) => ENTRY_BYTES + textBytes(key) + hits.reduce(addBytes, 0),
  });
  return async ({ scope: { merchantId, visibility }, request: { query, limit, filter }, rules }, rank) => {
    const current = version.current();
    if (current === null) return rank();
    const key = JSON.stringify([current, rules, visibility, merchantId, query, limit, filter]);
    const cached = rankings.get(key);
    if (cached !== undefined && (cached.hits.length > 0 || (await version.ask()) === current)) return cached;
    const ranking = await rank();
    rankings.set(key, ranking);
    return ranking;
  };
}
