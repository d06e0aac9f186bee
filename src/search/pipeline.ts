/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindMerchantSearch } from './cache/merchant-search.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { FindTexts } from './cache/text-cache.ts';
import type { EngineSession, SearchEngine } from './engine/engine.ts';
import type { SearchFilter } from './engine/scope-filter.ts';
import { SHOWN_FIELDS } from './index/document.ts';
import type { ProductTexts } from './index/product-texts.ts';
import type { SearchRequest } from './parameters.ts';
import { formA, formB, type SearchResponse } from './presentation/forms.ts';
import { createFindMatches } from './presentation/matches.ts';
import { parseQuery } from './query/parse.ts';
import type { Query } from './query/query.ts';
import { type Ranking, rank } from './ranking/rank.ts';
import { type FindProducts, jsonOfMatching } from './retrieval/products.ts';
import { retrieve } from './retrieval/retrieve.ts';

/** What a request finds, best first. */
export interface FoundHits {
  readonly query: Query;
  readonly ranking: Ranking;
  readonly session: EngineSession;
}

interface HitsRequest extends Pick<SearchRequest, 'query' | 'limit'> {
  readonly filter: SearchFilter;
  /** The maximum number of ranked hits to return. Default: `limit`, which is also how many the searches look for. */
  readonly maxHits?: number;
  /** See `Wanted` in `retrieval/plan.ts`. */
  readonly enough?: number;
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
        async () => rank(await retrieve(query, session, request), request.maxHits ?? request.limit),
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
  readonly findTexts: FindTexts;
  /** The products in the form of the response, as JSON. */
  readonly findProducts: FindProducts;
  readonly meilisearchLimiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'staleHits'>;
  /** A: an array with what matched; B: an object with full products. */
  readonly form: 'A' | 'B';
}

export function createSearch(dependencies: PipelineDependencies): Search {
  const { findHits, findTexts, findProducts, meilisearchLimiter, metrics, form } = dependencies;
  return async (scope, request, signal) => {
    const { query, ranking, session } = await findHits(scope, request, signal);
    const { hits, resolved } = ranking;
    // Each permit is returned before the next one is taken, so that a slow engine holds no permits of the other one.
    const readTexts = (missing: readonly string[]) =>
      meilisearchLimiter.run(scope.merchantId, () => session.readTexts(missing), signal);
    const ids = hits.map(({ productId }) => productId);
    const [read, texts] = await Promise.all([
      findProducts(scope, ids, signal),
      form === 'A' ? findTexts(hits, readTexts) : NO_TEXTS,
    ]);
    const products = jsonOfMatching(read, request.filter);
    metrics.staleHits(hits.length - products.size);
    if (form === 'B') return formB(hits, products);
    const findMatches = createFindMatches({
      query,
      resolved,
      fields: SHOWN_FIELDS[scope.visibility],
      withHighlights: request.highlight,
    });
    return formA({ hits, products, texts, findMatches });
  };
}

const NO_TEXTS: ReadonlyMap<string, ProductTexts> = new Map();
