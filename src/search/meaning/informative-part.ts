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
export const stemsOfParts = (words: readonly string[], analyzer: Analyzer): readonly string[] =>
  [...new Set(words.flatMap((word) => compoundParts(word, analyzer).flat().map(analyzer.stem)))].slice(0, MAX_COUNTED);

/** The stem of the part that says most: an end that isn't common, a beginning, or a common end. Null if none is known. */
export function informativePart(word: string, analyzer: Analyzer, { of, products }: StemFrequencies): string | null {
  const parts = compoundParts(word, analyzer);
  const beginnings = parts.map(([beginning]) => analyzer.stem(beginning)).filter((each) => of(each) > 0);
  const ends = parts.map(([, end]) => analyzer.stem(end)).filter((each) => of(each) > 0);
  return ends.find((end) => of(end) <= COMMON_END_SHARE * products) ?? beginnings[0] ?? ends[0] ?? null;
}
