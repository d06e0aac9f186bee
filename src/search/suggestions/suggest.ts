/** What a search box suggests while a shopper types: popular queries, products and collections. */
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { SearchEngine } from '../engine/engine.ts';
import { WHOLE_SCOPE } from '../engine/scope-filter.ts';
import type { FindHits, Parse } from '../find-hits.ts';
import type { FindProducts } from '../presentation/products.ts';
import { beginsWith, hasSameWords, spellingsOf } from '../text/spellings.ts';
import type { FindCollections } from './find-collections.ts';
import type { FindKnown } from './known-queries.ts';
import type { SuggestionsRequest } from './parameters.ts';
import type { FindPopularQueries } from './popular-queries.ts';

/**
 * Resolves to the response as JSON. Throws the Problem `search_unavailable` if the engine can't respond, and what the
 * reads of MongoDB throw.
 */
export type Suggest = (scope: MerchantScope, request: SuggestionsRequest, signal: AbortSignal) => Promise<string>;

interface SuggestDependencies {
  readonly findPopularQueries: FindPopularQueries;
  readonly findCollections: FindCollections;
  readonly parse: Parse;
  readonly engine: SearchEngine;
  readonly findHits: FindHits;
  readonly findProducts: FindProducts;
  readonly findKnown: FindKnown;
}

/**
 * Products with only some of the words are suggested if no product has all of them: a box narrows down with each word.
 */
const ENOUGH_PRODUCTS = 1;

export function createSuggest(dependencies: SuggestDependencies): Suggest {
  const { findPopularQueries, findCollections, parse, engine, findHits, findProducts, findKnown } = dependencies;

  async function suggestQueries(scope: MerchantScope, { query, limit }: SuggestionsRequest, signal: AbortSignal) {
    const typed = spellingsOf(query);
    const popular = await findPopularQueries(scope);
    const completions = popular.filter(
      ({ spellings }) => beginsWith(spellings, typed) && !hasSameWords(spellings, typed),
    );
    return (await findKnown(scope, completions, limit, signal)).map(({ text }) => ({ text }));
  }

  async function suggestProducts(scope: MerchantScope, request: SuggestionsRequest, signal: AbortSignal) {
    const { limit } = request;
    const query = await parse(scope, request.query);
    const limits = { limit, relaxBelow: ENOUGH_PRODUCTS };
    const session = engine.open(scope, signal);
    const { hits } = await findHits(scope, { query, filter: WHOLE_SCOPE, ...limits }, session);
    const ids = hits.map(({ productId }) => productId);
    const products = await findProducts(scope, ids, 'reduced', signal);
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
