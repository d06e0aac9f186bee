/**
 * What every search does before it presents its hits: parse (`query/parse.ts`), plan and retrieve
 * (`retrieval/retrieve.ts`), and rank (`ranking/rank.ts`), or take the ranking from the cache.
 */
import type { ApiMetrics } from '../runtime/monitoring/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { EngineSession } from './engine/engine.ts';
import { parseQuery } from './query/parse.ts';
import type { Query } from './query/query.ts';
import { type Ranking, rank } from './ranking/rank.ts';
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

interface HitsDependencies {
  readonly findRanking: FindRanking;
  readonly metrics: Pick<ApiMetrics, 'searchCutOff'>;
}

export function createFindHits({ findRanking, metrics }: HitsDependencies): FindHits {
  return async (scope, request, session) => {
    const ranking = await findRanking(scope, request, async () =>
      rank(await retrieve(request, session), request.limit),
    );
    if (!ranking.isComplete) metrics.searchCutOff();
    return ranking;
  };
}
