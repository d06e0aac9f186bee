/**
 * What a search box suggests while a shopper types: queries of others, products and collections.
 *
 * A logged query may hold whatever people typed: names, numbers, addresses. It is suggested only if one published product of the
 * merchant has every word of it, which the engine is asked at each request. So nothing is suggested that the catalogue doesn't say itself.
 */
import type { ConcurrencyLimiter } from '../../runtime/concurrency-limiter.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';
import type { FindHits } from '../pipeline.ts';
import type { SearchEngine } from '../retrieval/engine.ts';
import type { FindProducts } from '../retrieval/products.ts';
import { foldText } from '../text/fold.ts';
import { locateWords } from '../text/tokenize.ts';
import type { FindCollections } from './collection-names.ts';
import type { SuggestionsRequest } from './parameters.ts';
import type { FindPopularQueries, PopularQuery } from './popular-queries.ts';

/** Resolves to the response as JSON. Throws the Problem `search_unavailable` when the engine cannot answer. */
export type Suggest = (scope: MerchantScope, request: SuggestionsRequest, signal: AbortSignal) => Promise<string>;

interface SuggestDependencies {
  readonly findPopularQueries: FindPopularQueries;
  readonly findCollections: FindCollections;
  readonly findHits: FindHits;
  /** Reduced products, in JSON. */
  readonly findProducts: FindProducts;
  readonly engine: SearchEngine;
  readonly meilisearchLimiter: ConcurrencyLimiter;
}

/** How many queries more than wanted are checked if some fail. Each costs the engine a search. */
const MORE_CHECKED = 16;

export function createSuggest(dependencies: SuggestDependencies): Suggest {
  const { findPopularQueries, findCollections, findHits, findProducts, engine, meilisearchLimiter } = dependencies;

  async function suggestQueries(scope: MerchantScope, { query, limit }: SuggestionsRequest, signal: AbortSignal) {
    const beginning = foldText(query);
    const candidates = (await findPopularQueries(scope))
      .filter(({ folded }) => folded.startsWith(beginning) && folded !== beginning)
      .slice(0, limit + MORE_CHECKED);
    const known = await filterKnown(scope, candidates.slice(0, limit), signal);
    const isFull = known.length === limit || candidates.length <= limit;
    const more = isFull ? [] : await filterKnown(scope, candidates.slice(limit), signal);
    return [...known, ...more].slice(0, limit).map(({ text }) => ({ text }));
  }

  /** Returns the queries whose words one published product has. */
  async function filterKnown(scope: MerchantScope, queries: readonly PopularQuery[], signal: AbortSignal) {
    if (queries.length === 0) return [];
    const wordLists = queries.map(({ text }) => locateWords(text).map(({ written }) => written));
    const areKnown = await meilisearchLimiter.run(
      scope.merchantId,
      () => engine.open(scope, {}, signal).standTogether(wordLists),
      signal,
    );
    return queries.filter((_query, index) => areKnown[index]);
  }

  async function suggestProducts(scope: MerchantScope, { query, limit }: SuggestionsRequest, signal: AbortSignal) {
    const { ranking } = await findHits(scope, { query, limit, filter: {} }, signal);
    const ids = ranking.hits.map(({ productId }) => productId);
    const products = await findProducts(scope, ids, signal);
    return ids.flatMap((id) => products.get(id)?.json ?? []);
  }

  return async (scope, request, signal) => {
    const [queries, products, collections] = await Promise.all([
      suggestQueries(scope, request, signal),
      suggestProducts(scope, request, signal),
      findCollections(scope, request.query, request.limit),
    ]);
    const [itsQueries, itsCollections] = [JSON.stringify(queries), JSON.stringify(collections)];
    return `{"data":{"queries":${itsQueries},"products":[${products.join(',')}],"collections":${itsCollections}}}`;
  };
}
