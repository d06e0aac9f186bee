/**
 * The engine queries that can select the products of a results page. A page rests on one query, so that the total, the facets and every
 * sort speak of the same products. Pure functions.
 */
import {
  identifierFilter,
  identifierStartFilter,
  otherProductsFilter,
  wholeIdentifierFilter,
} from '../index/filters.ts';
import { contentTerms, isPhrase, type Query, type QueryTerm, type Wording } from '../query/query.ts';
import { excludedIdentifierFilters } from '../retrieval/identifier-searches.ts';
import type { SetQuery } from '../retrieval/selection.ts';
import { asStem, firstSearches, searchAsTyped, searchFor, type TextSearch } from '../retrieval/text-searches.ts';
import { isUnspaced } from '../text/segment.ts';

/** All products. */
export const EVERYTHING: SetQuery = { q: '', conditions: [] };

/** No products. */
const NOTHING: SetQuery = { q: '', conditions: ['id IN []'] };

/** A search as the query of a set, without the products that a rule hides. */
export function setOf(query: Query, { q, matchingStrategy }: TextSearch, conditions: readonly string[] = []): SetQuery {
  const hidden = query.hidden.size === 0 ? [] : [otherProductsFilter([...query.hidden])];
  return {
    q,
    ...(matchingStrategy === undefined ? {} : { matchingStrategy }),
    conditions: [...excludedIdentifierFilters(query), ...hidden, ...conditions],
  };
}

/** The products that have all words of a query: by their stems, without typing errors. */
export function strictSet(query: Query): SetQuery {
  // A query without terms finds every product. Only a query with exclusions may mean that.
  if (query.terms.length + query.excluded.length === 0) return NOTHING;
  return setOf(query, strictSearch(query, false));
}

/**
 * What may be meant where no product has all words as typed, the likeliest first: an unfinished last word, an identifier, an identifier
 * among words, and each wording with synonyms.
 */
export function otherSets(query: Query): readonly SetQuery[] {
  const { identifier, identifierTerms, variants } = query;
  const unfinished = query.lastTermIsPrefix && !query.isIdentifier ? [setOf(query, strictSearch(query, true))] : [];
  const identified = identifier === null ? [] : [setOf(query, searchFor(query, []), [identifierFilter(identifier)])];
  const amongWords = identifierTerms.map(({ key, tokens, isPrefix }) => {
    const others = contentTerms(query.terms).filter((term) => !term.tokens.some(({ token }) => tokens.includes(token)));
    const condition = isPrefix ? identifierStartFilter(key) : wholeIdentifierFilter(key);
    return setOf(query, searchFor(query, others.flatMap(wordsOf)), [condition]);
  });
  const synonymous = variants.map((variant) => setOf(query, strictSearch(variant, false)));
  return [...unfinished, ...identified, ...amongWords, ...synonymous];
}

/** Fewer letters are hardly a whole word. The engine forgives no typing errors in them. */
const FINISHED_LENGTH = 5;

/**
 * The search for all words by their stems. A last word of few letters may be the beginning of one; with `isUnfinished` any last word may
 * be. Words of a script without spaces are searched as typed, because the engine may segment them differently from the texts.
 */
function strictSearch(wording: Wording, isUnfinished: boolean): TextSearch {
  const terms = contentTerms(wording.terms);
  const [identifierSearch] = wording.isIdentifier ? firstSearches(wording) : [];
  if (identifierSearch !== undefined) return identifierSearch;
  if (wording.tokens.some(isUnspaced)) return searchAsTyped(wording, terms);
  const words = terms.flatMap(wordsOf);
  const last = terms.at(-1);
  const end = wording.lastTermIsPrefix && last === wording.terms.at(-1) ? last?.tokens.at(-1) : undefined;
  const isPrefix = end !== undefined && (isUnfinished || mayBeUnfinished(end));
  return isPrefix ? searchFor(wording, [...words.slice(0, -1), end.token], true) : searchFor(wording, words);
}

const mayBeUnfinished = ({ token, stem }: QueryTerm['tokens'][number]): boolean =>
  token === stem && token.length < FINISHED_LENGTH && !/\p{N}/u.test(token);

const wordsOf = ({ typed, tokens }: QueryTerm): readonly string[] => (isPhrase(typed) ? [typed] : tokens.map(asStem));
