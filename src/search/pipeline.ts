/** One search, from the request to the response: parse, plan, retrieve, rank, present. */
import type { ConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindMerchantSearch } from './cache/merchant-search.ts';
import type { FindRanking } from './cache/ranking-cache.ts';
import type { FindTexts } from './cache/text-cache.ts';
import type { ProductTexts } from './index/product-texts.ts';
import type { SearchRequest } from './parameters.ts';
import { formA, formB, type SearchResponse } from './presentation/forms.ts';
import { createFindMatches, SHOWN_FIELDS } from './presentation/matches.ts';
import { parseQuery } from './query/parse.ts';
import { rank } from './ranking/rank.ts';
import type { SearchEngine } from './retrieval/engine.ts';
import { type FindProducts, jsonOfMatching } from './retrieval/products.ts';
import { retrieve } from './retrieval/retrieve.ts';

/** Throws the Problem `search_unavailable` if the engine can't respond. */
export type Search = (scope: MerchantScope, request: SearchRequest, signal: AbortSignal) => Promise<SearchResponse>;

export interface PipelineDependencies {
  readonly findMerchantSearch: FindMerchantSearch;
  readonly engine: SearchEngine;
  readonly findRanking: FindRanking;
  readonly findTexts: FindTexts;
  /** The products in the form of the response, as JSON. */
  readonly findProducts: FindProducts;
  readonly meilisearchLimiter: ConcurrencyLimiter;
  readonly metrics: Pick<ApiMetrics, 'staleHits' | 'searchCutOff'>;
  /** A: an array with what matched; B: an object with full products. */
  readonly form: 'A' | 'B';
}

export function createSearch(dependencies: PipelineDependencies): Search {
  const { findMerchantSearch, engine, findRanking, findTexts, findProducts, meilisearchLimiter, metrics, form } =
    dependencies;
  return async (scope, request, signal) => {
    const session = engine.open(scope, request.filter, signal);
    /** Each permit is returned before the next one is taken, so that a slow engine holds no permits of the other one. */
    const withPermit = <T>(work: () => Promise<T>) => meilisearchLimiter.run(scope.merchantId, work, signal);
    const { analyzer, rules } = await findMerchantSearch(scope);
    const query = parseQuery(request.query, analyzer, rules);
    const ranked = { scope, request, language: query.language, rules: rules.hash };
    const { hits, resolved, isComplete } = await findRanking(ranked, () =>
      withPermit(async () => rank(await retrieve(query, session, request.limit), request.limit)),
    );
    if (!isComplete) metrics.searchCutOff();
    const ids = hits.map(({ productId }) => productId);
    const [read, texts] = await Promise.all([
      findProducts(scope, ids, signal),
      form === 'A' ? findTexts(hits, (missing) => withPermit(() => session.readTexts(missing))) : NO_TEXTS,
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
