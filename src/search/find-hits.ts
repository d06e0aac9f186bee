/**
 * Finds the ranked hits of a query: parse (`query/parse.ts`), plan and retrieve (`retrieval/retrieve.ts`), and rank
 * (`ranking/rank.ts`). A results page without a query, or in another order, has no ranked hits. Rankings are cached,
 * because shoppers type the same words, letter by letter. A ranking has only ids: its products are read as in any other
 * search.
 */
import type { MerchantScope } from '../catalogue/merchant-scope.ts';
import type { ApiMetrics } from '../runtime/monitoring/metrics.ts';
import { textBytes } from '../runtime/text-size.ts';
import { createIndexCache } from './cache/index-cache.ts';
import type { IndexVersion } from './cache/index-version.ts';
import type { EngineSession } from './engine/engine.ts';
import { parseQuery } from './query/parse.ts';
import { countWords, type Query } from './query/query.ts';
import { type RankedHit, type Ranking, rank } from './ranking/rank.ts';
import { type HitsRequest, retrieve } from './retrieval/retrieve.ts';
import type { FindMerchantSearch } from './rules/merchant-search.ts';

/** Parses a query in the merchant's language and under its rules. Throws what MongoDB throws. */
export type Parse = (scope: MerchantScope, text: string) => Promise<Query>;

export const createParse =
  (findMerchantSearch: FindMerchantSearch): Parse =>
  async (scope, text) => {
    const { analyzer, rules } = await findMerchantSearch(scope);
    return parseQuery(text, analyzer, rules);
  };

/** Plans, retrieves and ranks. Throws the Problem `search_unavailable` if the engine can't respond. */
export type FindHits = (scope: MerchantScope, request: HitsRequest, session: EngineSession) => Promise<Ranking>;

interface HitsOptions {
  /** For the cached rankings; 0 disables the cache. */
  readonly maxBytes: number;
  readonly version: IndexVersion;
  readonly metrics: Pick<ApiMetrics, 'searchesCutOff'>;
}

export function createFindHits({ maxBytes, version, metrics }: HitsOptions): FindHits {
  const rankings = createIndexCache<readonly unknown[], Ranking>({
    maxBytes,
    version,
    sizeOf: bytesOf,
    isCacheable: ({ isComplete }) => isComplete,
  });
  return async (scope, request, session) => {
    const { query, filter, limit, relaxBelow } = request;
    const { text, language, rulesHash } = query;
    const key = [language, rulesHash, scope, text, filter, limit, relaxBelow];
    const read = async () => [rank(await retrieve(request, session), limit)];
    const [ranking] = (await rankings.getMany([key], read)) as readonly [Ranking];
    if (!ranking.isComplete) metrics.searchesCutOff.inc();
    return ranking;
  };
}

/** The overhead of a hit beside its two texts. */
const HIT_BYTES = 130;
/** A word of the query, and those that it forms with its neighbours. */
const WORD_BYTES = 600;
const ENTRY_BYTES = 1000;

const bytesOf = ({ query, hits }: Ranking): number => {
  const wordings = [query, ...query.synonymWordings, ...query.commonSynonymWordings];
  const words = wordings.reduce((sum, { terms }) => sum + countWords(terms), 0);
  return hits.reduce(addBytes, ENTRY_BYTES + words * WORD_BYTES);
};

const addBytes = (sum: number, { productId, textsHash }: RankedHit): number =>
  sum + HIT_BYTES + textBytes(productId) + textBytes(textsHash);
