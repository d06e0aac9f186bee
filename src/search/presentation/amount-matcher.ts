/**
 * Finds the amounts and dimensions of a query in a text, however both write them: `27 inch` in `27"`, `18` in `18V`,
 * `12 x 24` in `12x24`.
 */
import { foldDigits } from '../text/fold.ts';
import { tokenize } from '../text/tokenize.ts';
import { locateAmounts } from '../text/units.ts';
import type { Span } from './spans.ts';

/** `tokens` are those of the query. If the query has another unit or none, only the number is found. */
export function createAmountMatcher(tokens: readonly string[]): (text: string) => Span[] {
  const typed = new Set(tokens);
  if (!tokens.some((token) => /\p{N}/u.test(token))) return () => [];
  const amountsIn = (text: string): Span[] =>
    locateAmounts(text).flatMap(({ number, unit, start, end }) => {
      // The query may have `10,000` as one number.
      const isTyped = [number, number.replace(/[.,]/g, '')].some((each) =>
        tokenize(each).every((token) => typed.has(token)),
      );
      if (!isTyped) return [];
      const hasUnit = unit.split(' ').every((token) => typed.has(token));
      return [{ start, length: hasUnit ? end - start : number.length }];
    });
  return (text) => [...amountsIn(text), ...dimensionsIn(text).filter(({ number }) => typed.has(foldDigits(number)))];
}

const JOINED_NUMBER = /\p{Nd}+(?=[xх×]\p{Nd})|(?<=\p{Nd}[xх×])\p{Nd}+/giu;

const dimensionsIn = (text: string) =>
  Array.from(text.matchAll(JOINED_NUMBER), ({ 0: number, index }) => ({ number, start: index, length: number.length }));
