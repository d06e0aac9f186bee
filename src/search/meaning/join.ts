/** Joins words of a query that follow one another: products may write them as one. Pure functions. */
import { prefixToken, type Wording } from '../query/query.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { isUnspaced } from '../text/segment.ts';

/** Tokens that follow one another, written as one word. */
export interface JoinedTokens {
  /** The index of the first, and the index after the last. */
  readonly from: number;
  readonly to: number;
  readonly stem: string;
  /** The beginning of the stem if the last token is unfinished; null if such words are rarely one. */
  readonly prefix: string | null;
}

/**
 * Joins each run of `length` tokens to one word. Tokens of any script are joined, because a query may be segmented
 * differently from a text. Separate digits are two numbers: `1/8` is not 18. `prefix`: see `joinedPrefix`.
 */
export const joinNeighbours = (
  tokens: readonly string[],
  length: number,
  { stem, stemPrefix }: Analyzer,
  prefix: string | null = null,
): JoinedTokens[] =>
  tokens.slice(length - 1).flatMap((_last, from) => {
    const run = tokens.slice(from, from + length);
    if (TWO_NUMBERS.test(run.join(' '))) return [];
    const joined = run.join('');
    return {
      from,
      to: from + length,
      stem: stem(joined),
      prefix: joined === prefix ? stemPrefix(joined) : null,
    };
  });

/** In languages with compounds, each pair in reverse, too: a `jacka` for a `barn` is a `barnjacka`. */
export function joinReversed(tokens: readonly string[], analyzer: Analyzer): JoinedTokens[] {
  if (analyzer.compoundEnds === null) return [];
  const at = (index: number) => tokens.length - index;
  const reversed = joinNeighbours(tokens.toReversed(), 2, analyzer);
  return reversed.map(({ from, to, ...joined }) => ({ from: at(to), to: at(from), ...joined }));
}

const TWO_NUMBERS = /\p{Nd} \p{Nd}/u;

/** Shorter beginnings are those of many words. A number stands apart. */
const IS_TELLING = /^\P{N}{4,}$/u;

/**
 * The beginning of the one word that the last two words become, if the last one is unfinished: `toothb` for `tooth b`.
 * Null if it is whole, or if they are rarely one word.
 */
export function joinedPrefix(wording: Pick<Wording, 'terms' | 'lastTermIsPrefix'>): string | null {
  if (prefixToken(wording) === null) return null;
  const last = wording.terms
    .slice(-2)
    .flatMap(({ isPhrase, tokens }) => tokens.map((token) => ({ ...token, isPhrase })));
  const pair = last.slice(-2);
  const joined = pair.map(({ token }) => token).join('');
  const isOneWord = pair.length === 2 && !pair.some(({ isPhrase, isStopWord }) => isPhrase || isStopWord);
  return isOneWord && IS_TELLING.test(joined) && !isUnspaced(joined) ? joined : null;
}
