/**
 * Which part of a compound that no product has says what a shopper means. Usually its end: for `gartenstuhl`, a chair. But
 * an end that many products have says little: for `schlafmittel` in a pharmacy, what is for sleeping. Pure functions.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { compoundParts } from '../query/compound-parts.ts';
import type { Analyzer } from '../text/analyzer.ts';

/** An end that a larger share of the products has is common. */
const COMMON_END_SHARE = 0.1;

/** The parts of a long compound. Counting each costs the engine a search. */
const MAX_COUNTED = 20;

/** The stems to count for `informativePart`. */
export const stemsOfParts = (tokens: readonly { readonly token: string }[], analyzer: Analyzer): readonly string[] =>
  [...new Set(tokens.flatMap(({ token }) => compoundParts(token, analyzer).flat().map(analyzer.stem)))].slice(
    0,
    MAX_COUNTED,
  );

/** The stem of the part that says most; null if no product has one. */
export function informativePart(token: string, analyzer: Analyzer, { of, products }: StemFrequencies): string | null {
  const { stem } = analyzer;
  for (const [first, last] of compoundParts(token, analyzer)) {
    const [beginning, end] = [stem(first), stem(last)];
    if (of(end) > 0 && of(end) <= COMMON_END_SHARE * products) return end;
    if (of(beginning) > 0) return beginning;
  }
  return null;
}
