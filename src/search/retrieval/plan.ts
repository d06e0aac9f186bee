/**
 * Plans the searches of a query: one request to the engine, and a second one only where the first found nothing, or too many
 * products with one beginning. Pure functions.
 */
import { productsFilter } from '../index/filters.ts';
import type { Query } from '../query/query.ts';
import type { EngineSearch, Found, SearchPlan } from './found.ts';
import {
  excludedIdentifierFilters,
  isFull,
  partSearch,
  termSearch,
  wholeSearch,
  withIdentifier,
  withIdentifierTerm,
} from './identifier-searches.ts';
import {
  firstSearch,
  looserSearches,
  scoredHits,
  type TextSearch,
  typedSearch,
  variantSearch,
} from './text-searches.ts';

export function planSearches(query: Query, limit: number): SearchPlan {
  const { excluded, identifier, identifierTerms, pinned, terms, variants } = query;
  // A query without terms finds every product, which only one that excludes some of them means.
  const isEmpty = terms.length + excluded.length === 0;
  const searches = isEmpty ? [] : [firstSearch(query), ...variants.map(variantSearch), ...typedSearch(query)];
  return {
    text: searches.map((search) => textSearch(query, search, limit)),
    identifierTerms: identifierTerms.map((term) => termSearch(query, term)),
    identifier: identifier === null ? [] : [partSearch(query, identifier)],
    pinned: pinned.length === 0 ? [] : [pinnedSearch(pinned)],
  };
}

/** What to ask once more after the first plan; null: nothing. */
export function planFurther(query: Query, found: Found, limit: number): SearchPlan | null {
  const { identifier, identifierTerms } = query;
  const byIdentifier = found.identifier.flat();
  const isIdentified =
    (identifier !== null && withIdentifier(byIdentifier, identifier).length > 0) ||
    identifierTerms.some((term, index) => withIdentifierTerm(found.identifierTerms[index] ?? [], term).length > 0);
  const looser = isIdentified || found.text.length === 0 ? [] : looserSearches(query, found.text);
  const text = looser.map((search) => textSearch(query, search, limit));
  const whole = identifier !== null && isFull(byIdentifier) ? [wholeSearch(query, identifier)] : [];
  return text.length + whole.length === 0 ? null : { text, identifierTerms: [], identifier: whole, pinned: [] };
}

/** Asks for as many hits more as are hidden. */
const textSearch = (query: Query, search: TextSearch, limit: number): EngineSearch => ({
  ...{ limit: Math.max(limit, scoredHits(query)) + query.hidden.size, filter: excludedIdentifierFilters(query) },
  ...search,
});

const pinnedSearch = (ids: readonly string[]): EngineSearch => ({
  q: '',
  filter: [productsFilter(ids)],
  limit: ids.length,
});
