/** Queries as the engine takes them: the text in its syntax, and the conditions that a query adds to every search. */
import { notIdentifierFilter, otherProductsFilter } from '../index/filters.ts';
import type { SearchedField } from '../index/settings.ts';
import type { Query, QueryTerm, Wording } from '../query/query.ts';
import { withoutQuotes } from '../text/split-query.ts';

/** A query as the engine takes it. All of its words must match. */
export interface EngineQuery {
  /** See `queryText`. */
  readonly q: string;
  /** Only those that the scope may search are searched. Default: all fields. */
  readonly attributesToSearchOn?: readonly SearchedField[];
  /** Conditions beside those of the scope and the request. */
  readonly conditions: readonly string[];
}

/** The text `q` of a query, without the query's hidden products and its excluded identifiers, which may be in no text. */
export const engineQueryOf = (
  { excludedIdentifiers, hidden }: Query,
  q: string,
  conditions: readonly string[] = [],
): EngineQuery => ({
  q,
  conditions: [
    ...excludedIdentifiers.map(notIdentifierFilter),
    ...(hidden.size === 0 ? [] : [otherProductsFilter([...hidden])]),
    ...conditions,
  ],
});

/**
 * The query for products with all of the words, and without the exclusions of the wording. Phrases among the words have
 * their quotes. With `lastIsPrefix`, the last word may be the beginning of a longer one.
 *
 * The engine treats the very last word as a prefix. So exclusions come before it, and a trailing space ends a whole
 * word.
 */
export function queryText(
  { excluded }: Pick<Wording, 'excluded'>,
  words: readonly string[],
  lastIsPrefix = false,
): string {
  const without = excluded.flatMap(formsOf).map((form) => `-${form}`);
  const last = lastIsPrefix ? words.slice(-1).map((word) => word.replace(UNFINISHED_SYLLABLE, '')) : [];
  const others = words.slice(0, words.length - last.length);
  // The engine takes digits after a word of another script for a part of it, and would split `1point5` after `水`.
  const first = words.some((word) => HAS_OTHER_SCRIPT.test(word))
    ? others.filter((word) => BEGINS_WITH_DIGITS.test(word))
    : [];
  const rest = others.filter((word) => !first.includes(word));
  return [...first, ...without, ...rest, ...last].join(' ') + (lastIsPrefix ? '' : ' ');
}

/** The marks of a Thai syllable that lacks its end, as in `พั` and `ผ้`. The engine would split it and find nothing. */
const UNFINISHED_SYLLABLE = /(?<=[ก-ฮ])(?:[ัื][่-๋]?|(?<![เ-ไ][ก-ฮ]{1,2})[่-๋])$/;

const HAS_OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/u;
/** A quoted word of digits and Latin letters. */
const BEGINS_WITH_DIGITS = /^"\p{Nd}[^"\s]*\p{Script=Latin}[^"\s]*"$/u;

/** A word as typed, and its stem. Several words become a phrase, because the engine would exclude only the first. */
function formsOf({ typed, isPhrase, tokens: [first, ...others] }: QueryTerm): readonly string[] {
  if (isPhrase || first === undefined) return [typed];
  return others.length > 0 ? [asPhrase(typed)] : [...new Set([typed, first.stem])];
}

/** A phrase tolerates no typing errors, and none of its words is left out. */
export const asPhrase = (text: string): string => `"${withoutQuotes(text)}"`;
