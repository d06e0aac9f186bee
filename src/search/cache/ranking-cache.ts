/**
 * Caches rankings, because shoppers type the same words, letter by letter. A ranking has only ids: its products are
 * read as in any other search. If the engine cut off the search, its ranking isn't cached.
 */
import { textBytes } from '../../runtime/text-size.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { RankedHit, Ranking } from '../ranking/rank.ts';
import type { HitsRequest } from '../retrieval/retrieve.ts';
import { createIndexCache } from './index-cache.ts';
import type { IndexVersion } from './index-version.ts';

/** Resolves to the cached ranking of a request, else to the result of `rank`. */
export type FindRanking = (
  scope: MerchantScope,
  request: HitsRequest,
  rank: () => Promise<Ranking>,
) => Promise<Ranking>;

interface RankingCacheOptions {
  /** 0 disables the cache. */
  readonly maxBytes: number;
  readonly version: IndexVersion;
}

/** The overhead of a hit beside its two texts. */
const HIT_BYTES = 130;
/** A term of the query, and the words that it forms with its neighbours. */
const TERM_BYTES = 600;
const ENTRY_BYTES = 1000;

const addBytes = (sum: number, { productId, textsHash }: RankedHit): number =>
  sum + HIT_BYTES + textBytes(productId) + textBytes(textsHash);

export function createFindRanking({ maxBytes, version }: RankingCacheOptions): FindRanking {
  const rankings = createIndexCache<readonly unknown[], Ranking>({
    maxBytes,
    version,
    sizeOf: ({ hits, resolved }) => ENTRY_BYTES + resolved.tokens.length * TERM_BYTES + hits.reduce(addBytes, 0),
    isCacheable: ({ isComplete }) => isComplete,
  });
  return async ({ merchantId, visibility }, { query, filter, limit, relaxBelow }, rank) => {
    const { text, language, rulesHash } = query;
    const key = [language, rulesHash, visibility, merchantId, text, filter, limit, relaxBelow];
    const [ranking] = await rankings.getMany([key], async () => [await rank()]);
    return ranking as Ranking;
  };
}
