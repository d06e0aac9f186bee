/**
 * Plans the first request of a query to the engine, and a further one if that found few products or may lack better
 * ones. `plan-expansion.ts` plans those for words that were not found. Pure functions.
 */
import { type Candidates, type EngineSearch, NO_SEARCHES, type SearchPlan, unionOf } from '../engine/candidates.ts';
import { inOneList } from '../engine/labelled.ts';
import { engineQueryOf } from '../engine/query-syntax.ts';
import { WHOLE_SCOPE } from '../engine/scope-filter.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { productsFilter } from '../index/filters.ts';
import type { Query } from '../query/query.ts';
import { productsOfIdentifierTerms, productsWithIdentifier } from './identified-products.ts';
import {
  affixSearch,
  isAffixSearchFull,
  separatedIdentifierSearches,
  termSearch,
  wholeSearch,
} from './identifier-searches.ts';
import { ENOUGH_HITS, type HitLimits, SCORED_HITS } from './limits.ts';
import { subsetSearches } from './subset-searches.ts';
import { adjacentSearch, exactWordSearch, firstSearches, synonymSearch, wholeWordSearch } from './text-searches.ts';
import { joinedPrefixSearches, joinedSearches, joinedWordSearches, separatedSearches } from './word-break-searches.ts';

/** `limit`: see `HitLimits`. */
export function planSearches(query: Query, limit: number): SearchPlan {
  const { excluded, identifier, identifierTerms, pinned, terms, synonymWordings } = query;
  // A query without terms finds every product. Only a query with exclusions may mean that.
  const isEmpty = terms.length + excluded.length === 0;
  const searches = isEmpty ? [] : [...firstSearches(query), ...synonymWordings.flatMap(synonymSearch)];
  const exactWord = exactWordSearch(query);
  return {
    ...NO_SEARCHES,
    text: searches.map((search) => textSearch(query, search, limit)),
    identifierTerms: identifierTerms.map((term) => termSearch(query, term)),
    identifier: identifier === null ? [] : [affixSearch(query, identifier)],
    pinned: pinned.length === 0 ? [] : [pinnedSearch(pinned)],
    exactWord: exactWord === null ? [] : [{ ...exactWord, filter: WHOLE_SCOPE, limit: 1 }],
  };
}

/** The searches of a second request; null if there is nothing to search. */
export function planFurther(
  query: Query,
  found: Candidates,
  frequencies: StemFrequencies,
  limits: HitLimits,
): SearchPlan | null {
  const { identifier, terms } = query;
  const isIdentified = productsWithIdentifier(query, found).length > 0;
  const byWords = isIdentified || terms.length === 0 ? NO_SEARCHES : furtherSearches(query, found, frequencies, limits);
  const whole =
    identifier !== null && isAffixSearchFull(found.identifier.flat()) ? [wholeSearch(query, identifier)] : [];
  const plan = { ...byWords, identifier: whole };
  return inOneList(plan).length === 0 ? null : plan;
}

function furtherSearches(
  query: Query,
  found: Candidates,
  frequencies: StemFrequencies,
  { limit, relaxBelow }: HitLimits,
): SearchPlan {
  const hits = unionOf([...found.text, ...productsOfIdentifierTerms(query, found)]).length;
  const textSearches = (searches: readonly string[]) => searches.map((search) => textSearch(query, search));
  if (query.isIdentifier)
    return hits > 0 ? NO_SEARCHES : { ...NO_SEARCHES, text: textSearches(separatedIdentifierSearches(query)) };
  const isKnown = (stem: string) => frequencies.of(stem) > 0;
  // Those of the narrowest search. Fewer are all that there are.
  const scored = found.text[0]?.slice(0, SCORED_HITS) ?? [];
  const mayLackBetter = scored.length === SCORED_HITS ? [adjacentSearch, wholeWordSearch] : [];
  const better = mayLackBetter.flatMap((search) => search(query, scored, frequencies) ?? []);
  const always = [...joinedSearches(query, isKnown), ...separatedSearches(query, (stem) => !isKnown(stem)), ...better];
  const common = hits >= Math.min(ENOUGH_HITS, relaxBelow) ? [] : query.commonSynonymWordings.flatMap(synonymSearch);
  const fewer = [...joinedWordSearches(query, isKnown), ...subsetSearches(query, frequencies, hits > 0)];
  const subsets = hits >= relaxBelow ? [] : newSearches(query, fewer);
  if (hits < ENOUGH_HITS)
    return {
      ...NO_SEARCHES,
      text: textSearches([...always, ...joinedPrefixSearches(query), ...common, ...subsets]),
    };
  const partialMatches = subsets.map((search) => textSearch(query, search, limit));
  return { ...NO_SEARCHES, text: textSearches(always), partialMatches };
}

/** Each search once, without those of the first plan. */
function newSearches(query: Query, searches: readonly string[]): readonly string[] {
  const first = new Set(firstSearches(query));
  return [...new Set(searches)].filter((search) => !first.has(search));
}

export const textSearch = (query: Query, q: string, limit = SCORED_HITS): EngineSearch => ({
  ...engineQueryOf(query, q),
  limit: Math.max(limit, SCORED_HITS),
});

const pinnedSearch = (ids: readonly string[]): EngineSearch => ({
  q: '',
  conditions: [productsFilter(ids)],
  limit: ids.length,
});
