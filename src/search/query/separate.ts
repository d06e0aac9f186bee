/**
 * Separates what shoppers type without a space: a name and its number (`iphone15`), a word and an amount
 * (`coffee500g`). Pure functions.
 */
import { isAmount } from '../text/identifiers.ts';
import type { SplitQuery } from './split.ts';

const DIGIT_AFTER_LETTER = /(?<=\p{L})(?=\p{N})/gu;
const LETTER_AFTER_DIGIT = /(?<=\p{N})(?=\p{L})/gu;

/** A text with its letters and digits apart: `rtx 3080 ti` for `rtx3080ti`. */
export const separateDigits = (text: string): string => separateLetters(separateNumbers(text));

const separateNumbers = (text: string): string => text.replace(DIGIT_AFTER_LETTER, ' ');
const separateLetters = (text: string): string => text.replace(LETTER_AFTER_DIGIT, ' ');

/**
 * The ways to write a model number in parts: its letters and digits apart everywhere, only before digits (`OX 188D` for
 * `ox188d`), or only before letters (`205/55 R16` for `205/55r16`).
 */
export const SEPARATIONS = [separateDigits, separateNumbers, separateLetters] as const;

/** A name of two letters or more, and a number with at most two letters (`5s`). Serial numbers are longer. */
const NAME_AND_NUMBER = /^(\p{L}[\p{L}\p{M}]+)(\p{Nd}{1,4}\p{L}{0,2})$/u;
/** A number, and a name or unit of two letters or more. */
const NUMBER_AND_NAME = /^(\p{Nd}{1,4})(\p{L}[\p{L}\p{M}]+)$/u;

/** The two words of a token such as `iphone15`, `iphone5s` or `18mp`; null if it isn't one. */
export function wordAndNumber(token: string): readonly [string, string] | null {
  const [, one, other] = NAME_AND_NUMBER.exec(token) ?? NUMBER_AND_NAME.exec(token) ?? [];
  return one === undefined || other === undefined ? null : [one, other];
}

/** A word of four letters or more, and what follows it. Shorter ones begin serial numbers. */
const WORD_AND_REST = /^(\p{L}[\p{L}\p{M}]{3,})(\p{Nd}.*)$/u;
const NUMBER = /^\p{Nd}{1,4}$/u;

/**
 * A query of one chunk with its word apart from the number or the amount: `coffee 500g` for `coffee500g`. Null for any
 * other query.
 */
export function separateWord({ phrases, excluded, chunks }: SplitQuery): SplitQuery | null {
  const [, word, rest] = WORD_AND_REST.exec(chunks[0] ?? '') ?? [];
  const isOne = phrases.length + excluded.length === 0 && chunks.length === 1;
  if (!isOne || word === undefined || rest === undefined || !(NUMBER.test(rest) || isAmount(rest))) return null;
  return { phrases, excluded, chunks: [word, rest] };
}
