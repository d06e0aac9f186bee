/** Queries in the engine's syntax. */
import type { QueryTerm, Wording } from '../query/query.ts';

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
  const last = lastIsPrefix ? words.slice(-1) : [];
  const others = words.slice(0, words.length - last.length);
  // The engine takes digits after a word of another script for a part of it, and would split `1point5` after `水`.
  const first = words.some((word) => HAS_OTHER_SCRIPT.test(word))
    ? others.filter((word) => BEGINS_WITH_DIGITS.test(word))
    : [];
  const rest = others.filter((word) => !first.includes(word));
  return [...first, ...without, ...rest, ...last].join(' ') + (lastIsPrefix ? '' : ' ');
}

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

export const withoutQuotes = (text: string): string => text.replaceAll('"', '');
