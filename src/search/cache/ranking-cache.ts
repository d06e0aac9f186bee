/**
 * Caches rankings in bounded memory, because shoppers type the same words, letter by letter. A ranking is cached under an index version
 * that was read before its search, and served while the engine reports that version. A ranking has only ids: its products are read as
 * in any other search. If the engine cut off the search, its ranking isn't cached.
 */
import { LRUCache } from 'lru-cache';
import { textBytes } from '../../runtime/text-size.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import type { IndexVersion } from './index-version.ts';

/** Everything that a ranking depends on beside the index. */
interface RankedSearch {
  readonly scope: MerchantScope;
  readonly request: {
    readonly query: string;
    readonly limit: number;
    readonly most?: number;
    readonly filter: object;
  };
  /** The language of the query's stems. */
  readonly language: string;
  /** The hash of the search rules. */
  readonly rules: string;
}

/** Resolves to the cached ranking of a search, else to the result of `rank`. */
export type FindRanking = (search: RankedSearch, rank: () => Promise<Ranking>) => Promise<Ranking>;

interface RankingCacheOptions {
  /** 0 disables the cache. */
  readonly maxBytes: number;
  readonly version: IndexVersion;
}

interface CachedRanking {
  readonly version: string;
  readonly ranking: Ranking;
}

/** The overhead of a hit beside its two texts. */
const HIT_BYTES = 130;
const ENTRY_BYTES = 2000;

const addBytes = (sum: number, { productId, textsHash }: RankedHit): number =>
  sum + HIT_BYTES + textBytes(productId) + textBytes(textsHash);

export function createFindRanking({ maxBytes, version }: RankingCacheOptions): FindRanking {
  if (maxBytes === 0) return (_search, rank) => rank();
  const rankings = new LRUCache<string, CachedRanking>({
    maxSize: maxBytes,
    sizeCalculation: ({ ranking }, key) => ENTRY_BYTES + textBytes(key) + ranking.hits.reduce(addBytes, 0),
  });
  return async (
    { scope: { merchantId, visibility }, request: { query, limit, most, filter }, language, rules },
    rank,
  ) => {
    const key = JSON.stringify([language, rules, visibility, merchantId, query, limit, most, filter]);
    const cached = rankings.get(key);
    // A new search doesn't wait for the version. An older version is as good, if the index still has it when it is compared.
    const before = cached === undefined ? version.latest() : await version.read();
    if (cached !== undefined && cached.version === before) return cached.ranking;
    if (before === null) void version.read();
    const ranking = await rank();
    if (before !== null && ranking.isComplete) rankings.set(key, { version: before, ranking });
    return ranking;
  };
}
