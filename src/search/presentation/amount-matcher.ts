/** Finds the amounts of a query in a text, however both write the unit: `27 inch` in `27"`, and `18` in `18V`. */
import { tokenize } from '../text/tokenize.ts';
import { locateAmounts } from '../text/units.ts';
import type { Span } from './spans.ts';

/** `tokens` are those of the query. If the query has another unit or none, only the number is found. */
export function createAmountMatcher(tokens: readonly string[]): (text: string) => Span[] {
  const typed = new Set(tokens);
  if (!tokens.some((token) => /\p{N}/u.test(token))) return () => [];
  return (text) =>
    locateAmounts(text).flatMap(({ number, unit, start, end }) => {
      if (!tokenize(number).every((token) => typed.has(token))) return [];
      const hasUnit = unit.split(' ').every((token) => typed.has(token));
      return [{ start, length: hasUnit ? end - start : number.length }];
    });
}
