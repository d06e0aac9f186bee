/**
 * Searches by identifiers (SKU, barcode, model number, part number). The engine finds these as numbers, because each
 * product has its own identifiers: as words they would fill the engine's dictionary. Identifiers can share a number, so
 * `identified-products.ts` compares the products found. Texts have identifiers, too: `identifierSearch` finds them as
 * words.
 */
import type { EngineSearch } from '../engine/candidates.ts';
import { asPhrase, engineQueryOf, queryText } from '../engine/query-syntax.ts';
import { identifierFilter, identifierStartFilter, wholeIdentifierFilter } from '../index/filters.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { IdentifierTerm, Query, Wording } from '../query/query.ts';
import { stripSeparators } from '../text/identifiers.ts';
import { SEPARATIONS } from '../text/word-breaks.ts';

const MAX_HITS = 20;

/** Products with the identifier, or with one that begins or ends with it. */
export const affixSearch = (query: Query, identifier: string): EngineSearch =>
  search(query, '', [identifierFilter(identifier)]);

/**
 * Products with exactly this identifier. The hits of `affixSearch` have no order, so these may be missing if it is full.
 */
export const wholeSearch = (query: Query, identifier: string): EngineSearch =>
  search(query, '', [wholeIdentifierFilter(identifier)]);

const search = (query: Query, q: string, conditions: readonly string[]): EngineSearch => ({
  ...engineQueryOf(query, q, conditions),
  limit: MAX_HITS,
});

/** Whether `affixSearch` may have left products out. */
export const isAffixSearchFull = (found: readonly RankingPayload[]): boolean => found.length >= MAX_HITS;

/** Products that a term names, with all phrases of the query and without its exclusions. */
export function termSearch(query: Query, term: IdentifierTerm): EngineSearch {
  const phrases = query.terms.filter(({ isPhrase, typed }) => isPhrase && stripSeparators(typed) !== term.key);
  const words = phrases.map(({ typed }) => typed);
  return search(query, queryText(query, words).trim(), [identifierTermFilter(term)]);
}

/** The products that a term names, and few others. */
export const identifierTermFilter = ({ key, isPrefix }: IdentifierTerm): string =>
  isPrefix ? identifierStartFilter(key) : wholeIdentifierFilter(key);

/** A short number tolerates no typing errors, and is found by its beginning like any word (`1600` in `1600W`). */
const SHORT_NUMBER = /^\p{N}{1,4}$/u;

/** The search for an identifier in texts, which must have it exactly. */
export function identifierSearch(wording: Wording): string {
  const { identifier, lastTermIsPrefix, terms } = wording;
  const isExact = !SHORT_NUMBER.test(identifier ?? '');
  const words = terms.map(({ typed }) => (isExact ? asPhrase(typed) : typed));
  return queryText(wording, words, lastTermIsPrefix);
}

/** The searches for an identifier that was not found, with its letters and digits apart (`rtx3080` as `rtx 3080`). */
export function separatedIdentifierSearches(wording: Wording): readonly string[] {
  const searchFrom = (write: (typed: string) => string) =>
    queryText(
      wording,
      wording.terms.map(({ typed }) => asPhrase(write(typed))),
      wording.lastTermIsPrefix,
    );
  const asTyped = searchFrom((typed) => typed);
  return [...new Set(SEPARATIONS.map(searchFrom))].filter((search) => search !== asTyped);
}
