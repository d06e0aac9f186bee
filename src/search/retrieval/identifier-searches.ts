/**
 * Searches by identifiers (SKU, barcode, model number). The engine finds these as numbers: each product has its own, and as words
 * they would fill the engine's dictionary. Identifiers can share a number, so what was found is compared once more.
 */
import {
  identifierFilter,
  identifierStartFilter,
  notIdentifierFilter,
  wholeIdentifierFilter,
} from '../index/filters.ts';
import { identifiersOf, type RankingPayload } from '../index/ranking-payload.ts';
import { type IdentifierTerm, isPhrase, type Query, type Wording } from '../query/query.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { engineQuery } from './engine-query.ts';
import type { EngineSearch, Found } from './found.ts';

const MAX_HITS = 20;

/** Products that have the identifier, or one that begins or ends so. */
export const partSearch = ({ hidden }: Query, identifier: string): EngineSearch => ({
  q: '',
  filter: [identifierFilter(identifier)],
  limit: MAX_HITS + hidden.size,
});

/** Products that have the whole identifier. The hits of `partSearch` have no order, so these may be missing when it is full. */
export const wholeSearch = ({ hidden }: Query, identifier: string): EngineSearch => ({
  q: '',
  filter: [wholeIdentifierFilter(identifier)],
  limit: MAX_HITS + hidden.size,
});

/** Whether `partSearch` may have left products out. */
export const isFull = (found: readonly RankingPayload[]): boolean => found.length >= MAX_HITS;

/** Products that a term names, with all phrases of the query and without what it excludes. */
export function termSearch(query: Query, { key, isPrefix }: IdentifierTerm): EngineSearch {
  const { terms, excluded, hidden } = query;
  const phrases = terms.map(({ typed }) => typed).filter((typed) => isPhrase(typed) && stripSeparators(typed) !== key);
  return {
    q: engineQuery({ words: phrases, excluded, lastIsPrefix: false }).trim(),
    filter: [isPrefix ? identifierStartFilter(key) : wholeIdentifierFilter(key), ...excludedIdentifierFilters(query)],
    limit: MAX_HITS + hidden.size,
  };
}

/** What a query excludes by an identifier that may be in no text. */
export const excludedIdentifierFilters = ({ excludedIdentifiers }: Wording): readonly string[] =>
  excludedIdentifiers.map(notIdentifierFilter);

/** Of what `partSearch` and `wholeSearch` found, the products that have the identifier or a longer one. */
export const withIdentifier = (found: readonly RankingPayload[], identifier: string): readonly RankingPayload[] =>
  found.filter((product) =>
    identifiersOf(product).some((each) => each.startsWith(identifier) || each.endsWith(identifier)),
  );

/** For each identifier term, of what `termSearch` found the products that the term names. */
export const withIdentifierTerms = ({ identifierTerms }: Query, found: Found): Found['identifierTerms'] =>
  identifierTerms.map(({ key, isPrefix }, index) =>
    (found.identifierTerms[index] ?? []).filter((product) =>
      identifiersOf(product).some((each) => (isPrefix ? each.startsWith(key) : each === key)),
    ),
  );
