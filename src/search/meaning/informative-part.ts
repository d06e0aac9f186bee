/**
 * Which part of a compound that no product has says what a shopper means. Usually its end: for `gartenstuhl`, a chair. But
 * an end that many products have says little: for `schlafmittel` in a pharmacy, what is for sleeping. Pure functions.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { compoundParts } from '../query/compound-parts.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';

/** An end that a larger share of the products has is common. */
const COMMON_END_SHARE = 0.1;

/** The parts of a long compound. Counting each costs the engine a search. */
const MAX_COUNTED = 20;

const HANGUL_BEFORE_LAST = /^\p{sc=Hangul}{2,}(?=\p{sc=Hangul}$)/u;

/** The stems of beginnings and ends. A Korean word may be another one with a syllable added: `토스터기` is a `토스터`. */
function stemsOfBothEnds(word: string, analyzer: Analyzer) {
  const parts = compoundParts(word, analyzer);
  const beginnings = [...parts.map(([beginning]) => beginning), ...(foldText(word).match(HANGUL_BEFORE_LAST) ?? [])];
  const ends = analyzer.compoundEnds?.(word) ?? [];
  return { beginnings: beginnings.map(analyzer.stem), ends: ends.map(analyzer.stem) };
}

/** The stems to count for `informativePart`. */
export function stemsOfParts(words: readonly string[], analyzer: Analyzer): readonly string[] {
  const parts = words.map((word) => stemsOfBothEnds(word, analyzer));
  return [...new Set(parts.flatMap(({ beginnings, ends }) => [...beginnings, ...ends]))].slice(0, MAX_COUNTED);
}

/** The stem of the part that says most: an end that isn't common, a beginning, or a common end. Null if none is known. */
export function informativePart(word: string, analyzer: Analyzer, { of, products }: StemFrequencies): string | null {
  const parts = stemsOfBothEnds(word, analyzer);
  const beginning = parts.beginnings.find((each) => of(each) > 0);
  const ends = parts.ends.filter((each) => of(each) > 0);
  return ends.find((end) => of(end) <= COMMON_END_SHARE * products) ?? beginning ?? ends[0] ?? null;
}
