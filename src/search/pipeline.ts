/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindMerchantSearch } from './cache/merchant-search.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { EngineSession, SearchEngine } from './engine/engine.ts';
import type { SearchFilter } from './engine/scope-filter.ts';
import type { SearchRequest } from './parameters.ts';
import type { SearchResponse } from './presentation/forms.ts';
import type { Present } from './presentation/present.ts';
import { parseQuery } from './query/parse.ts';
import type { Query } from './query/query.ts';
import { type Ranking, rank } from './ranking/rank.ts';
import { ENOUGH, type HitCounts } from './retrieval/plan.ts';
import type { FindProducts } from './retrieval/products.ts';
import { retrieve } from './retrieval/retrieve.ts';

/** What a request finds, best first. */
export interface FoundHits {
  readonly query: Query;
  readonly ranking: Ranking;
  readonly session: EngineSession;
}

export interface HitsRequest extends HitCounts {
  readonly query: string;
  readonly filter: SearchFilter;
  /** The maximum number of ranked hits to return. */
  readonly returned: number;
}

/** Parses, plans, retrieves and ranks. Throws the Problem `search_unavailable` if the engine can't respond. */
export type FindHits = (scope: MerchantScope, request: HitsRequest, signal: AbortSignal) => Promise<FoundHits>;

interface HitsDependencies {
  readonly findMerchantSearch: FindMerchantSearch;
  readonly engine: SearchEngine;
  readonly findRanking: FindRanking;
  readonly meilisearchLimiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'searchCutOff'>;
}

export function createFindHits(dependencies: HitsDependencies): FindHits {
  const { findMerchantSearch, engine, findRanking, meilisearchLimiter, metrics } = dependencies;
  return async (scope, request, signal) => {
    const session = engine.open(scope, request.filter, signal);
    const { analyzer, rules } = await findMerchantSearch(scope);
    const query = parseQuery(request.query, analyzer, rules);
    const ranked = { scope, request, language: query.language, rules: rules.hash };
    const ranking = await findRanking(ranked, () =>
      meilisearchLimiter.run(
        scope.merchantId,
        async () => rank(await retrieve(query, session, request), request.returned),
        signal,
      ),
    );
    if (!ranking.isComplete) metrics.searchCutOff();
    return { query, ranking, session };
  };
}

/** Throws the Problem `search_unavailable` if the engine can't respond. */
export type Search = (scope: MerchantScope, request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

export interface PipelineDependencies {
  readonly findHits: FindHits;
  /** The products in the form of the response, as JSON. */
  readonly findProducts: FindProducts;
  readonly present: Present;
}

export function createSearch({ findHits, findProducts, present }: PipelineDependencies): Search {
  return async (scope, request, signal) => {
    const { limit, filter } = request;
    const counts = { searched: limit, returned: limit, enough: Math.max(ENOUGH, limit) };
    const { query, ranking, session } = await findHits(scope, { query: request.query, filter, ...counts }, signal);
    const { hits, resolved } = ranking;
    return await present({ scope, request, hits, query, resolved, session, findProducts, signal });
  };
}
