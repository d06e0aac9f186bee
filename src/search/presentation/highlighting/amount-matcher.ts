/**
 * Finds the amounts, dimensions and decimals of a query in a text, however both write them: `27 inch` in `27"`, `18` in
 * `18V`, `12 x 24` in `12x24`, `1.5` in `1,5`, `2.4 m` in `2.40 m`.
 */
import { locateDecimals, withOtherZeros } from '../../text/amounts/decimals.ts';
import { locatePossibleAmounts } from '../../text/amounts/units.ts';
import { foldText, HAS_NUMBER } from '../../text/fold.ts';
import { offsetsOfSeparated, separateScripts } from '../../text/segment.ts';
import { tokenizeQuery } from '../../text/tokenize.ts';
import type { Span } from './spans.ts';

/** `tokens` are those of the query. If the query has another unit or none, only the number is found. */
export function createAmountMatcher(tokens: readonly string[]): (text: string) => Span[] {
  const typed = new Set(tokens);
  if (!tokens.some((token) => HAS_NUMBER.test(token))) return () => [];
  const isTyped = (number: string) => tokenizeQuery(number).every((token) => typed.has(token));
  const isTypedAmount = (number: string) =>
    isTyped(number) ||
    // The query may have `10,000` as one number.
    isTyped(number.replace(/[.,]/g, '')) ||
    withOtherZeros(foldText(number)).some((word) => typed.has(word));
  const amountsIn = (text: string): Span[] =>
    locatePossibleAmounts(text).flatMap(({ number, unit, letter = unit, start, end }) => {
      if (!isTypedAmount(number)) return [];
      const hasUnit = typed.has(letter) || unit.split(' ').every((token) => typed.has(token));
      return [{ start, length: hasUnit ? end - start : number.length }];
    });
  const numbersIn = (text: string): Span[] =>
    [...dimensionsIn(text), ...locateDecimals(text)]
      .filter(({ number }) => isTyped(number))
      .map(({ number, start }) => ({ start, length: number.length }));
  const digits = tokens.flatMap((token) => /\p{N}+/u.exec(token)?.[0] ?? []);
  return (text) => {
    if (!HAS_NUMBER.test(text)) return [];
    // Separating a text takes longer than all patterns together.
    const separated = digits.some((each) => text.includes(each)) ? separateScripts(text) : text;
    const spans = [...amountsIn(separated), ...numbersIn(separated)];
    return spans.length === 0 || separated === text ? spans : spansBefore(separated, text, spans);
  };
}

/** The spans of a separated text in the text itself. */
function spansBefore(separated: string, text: string, spans: readonly Span[]): Span[] {
  const offsets = offsetsOfSeparated(separated, text);
  return spans.map(({ start: first, length }) => {
    const start = offsets[first] ?? 0;
    // The character after the span may be an added space.
    const end = (offsets[first + length - 1] ?? start) + 1;
    return { start, length: end - start };
  });
}

const NUMBER = '\\p{Nd}+(?:[.,/٫]\\p{Nd}+)?';
const DIMENSION = new RegExp(`${NUMBER}(?=[xх×]\\p{Nd})|(?<=\\p{Nd}[xх×])${NUMBER}`, 'giu');

const dimensionsIn = (text: string) =>
  Array.from(text.matchAll(DIMENSION), ({ 0: number, index }) => ({ number, start: index }));
