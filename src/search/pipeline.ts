/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindMerchantSearch } from './cache/merchant-search.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { EngineSession, SearchEngine } from './engine/engine.ts';
import type { SearchRequest } from './parameters.ts';
import type { SearchResponse } from './presentation/forms.ts';
import type { Present } from './presentation/present.ts';
import { parseQuery } from './query/parse.ts';
import type { Query } from './query/query.ts';
import { type Ranking, rank } from './ranking/rank.ts';
import type { HitsRequest } from './retrieval/plan.ts';
import type { FindProducts } from './retrieval/products.ts';
import { retrieve } from './retrieval/retrieve.ts';
import { ENOUGH } from './retrieval/text-searches.ts';

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

/** Throws the Problem `search_unavailable` if the engine can't respond. */
export type Search = (scope: MerchantScope, request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

interface PipelineDependencies {
  readonly parse: Parse;
  readonly engine: SearchEngine;
  readonly findHits: FindHits;
  /** The products in the form of the response, as JSON. */
  readonly findProducts: FindProducts;
  readonly present: Present;
}

export function createSearch({ parse, engine, findHits, findProducts, present }: PipelineDependencies): Search {
  return async (scope, request, signal) => {
    const { limit, filter } = request;
    const limits = { limit, relaxBelow: Math.max(ENOUGH, limit) };
    const query = await parse(scope, request.query);
    const session = engine.open(scope, signal);
    const { hits, resolved } = await findHits(scope, { query, filter, ...limits }, session);
    return await present({ scope, request, hits, firstIndex: 0, query, resolved, session, findProducts, signal });
  };
}
