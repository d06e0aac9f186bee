/**
 * Which part of a compound that no product has says what a shopper means. Usually its end: for `gartenstuhl`, a chair. But
 * an end that many products have says little: for `schlafmittel` in a pharmacy, what is for sleeping. Pure functions.
 */
import type { Analyzer } from '../text/analyzer.ts';
import { isUnspaced } from '../text/segment.ts';
import type { StemFrequencies } from './stem-frequencies.ts';

/** An end that a larger share of the products has is common. */
const COMMON_SHARE = 0.1;

/** The stems of the two words that a token may be, the longest end first; none if it is no compound. */
function partsOf(token: string, { compoundEnds, stem }: Analyzer): readonly (readonly [string, string])[] {
  if (compoundEnds === null || isUnspaced(token)) return [];
  return compoundEnds(token).map((end) => [stem(token.slice(0, -end.length)), stem(end)] as const);
}

/** The parts of a long compound. Counting each costs the engine a search. */
const MAX_COUNTED = 20;

/** The stems to count for `tellingPart`. */
export const stemsOfParts = (tokens: readonly { readonly token: string }[], analyzer: Analyzer): readonly string[] =>
  [...new Set(tokens.flatMap(({ token }) => partsOf(token, analyzer).flat()))].slice(0, MAX_COUNTED);

/** The stem of the part that says most; null if no product has one. */
export function tellingPart(token: string, analyzer: Analyzer, { of, products }: StemFrequencies): string | null {
  for (const [beginning, end] of partsOf(token, analyzer)) {
    if (of(end) > 0 && of(end) <= COMMON_SHARE * products) return end;
    if (of(beginning) > 0) return beginning;
  }
  return null;
}
