/**
 * Separates what shoppers type without a space: a name and its number (`iphone15`), a word and an amount
 * (`coffee500g`), any words of a title (`glutenfree`). Pure functions.
 */
import { areAdjacent } from '../index/term-weights.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { isAmount } from '../text/identifiers.ts';
import { isUnspaced } from '../text/segment.ts';
import type { SplitQuery } from '../text/split-query.ts';

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

/** A name, and a number with at most two letters (`5s`). Serial numbers are longer, and `x` multiplies (`x300`). */
const NAME_AND_NUMBER = /^(?!x\p{Nd})(\p{L}[\p{L}\p{M}]*)(\p{Nd}{1,4}\p{L}{0,2})$/u;
/** A number, and a name or unit of two letters or more. */
const NUMBER_AND_NAME = /^(\p{Nd}{1,4})(\p{L}[\p{L}\p{M}]+)$/u;

/** Two names of two letters or more, and a number between them. */
const NUMBER_BETWEEN_NAMES = /^(\p{L}[\p{L}\p{M}]+)(\p{Nd}{1,4})(\p{L}[\p{L}\p{M}]+)$/u;

/** The words of a token such as `iphone15`, `iphone5s`, `18mp` or `core2duo`; null if it isn't one. */
export function separateName(token: string): readonly string[] | null {
  const match = NAME_AND_NUMBER.exec(token) ?? NUMBER_AND_NAME.exec(token) ?? NUMBER_BETWEEN_NAMES.exec(token);
  return match === null ? null : match.slice(1);
}

/** A shorter word is rarely several, and nobody types a longer one. */
const MAY_BE_SEVERAL = /^(?=.*\p{L})[\p{L}\p{N}]{4,24}$/u;
const NUMBER_IN_TWO = /\p{N} \p{N}/u;

/**
 * The stems of the words that a token is in one of the titles, where they are adjacent: `gluten` and `free` of
 * `glutenfree`, and `core`, `2` and `duo` of `core2duo`. Null if there are none.
 */
export function separateByTitles(
  token: string,
  titleStems: readonly string[],
  { stem }: Pick<Analyzer, 'stem'>,
): readonly string[] | null {
  if (!MAY_BE_SEVERAL.test(token)) return null;
  const apart = separateDigits(token).split(' ');
  const ways = [...splitsInTwo(token), ...(apart.length > 1 ? [apart] : [])];
  return (
    ways.map((parts) => parts.map(stem)).find((stems) => titleStems.some((title) => areAdjacent(title, ...stems))) ??
    null
  );
}

/**
 * The stems of the two words that an unfinished token begins in one of the titles, where they are adjacent: `deck` and
 * `screw` of `deckscr`. Null if there are none.
 */
export function separateBegun(
  token: string,
  titleStems: readonly string[],
  { stem }: Pick<Analyzer, 'stem'>,
): readonly string[] | null {
  // The first word is rather a long one.
  for (const [word, begun] of beginningParts(token).toReversed()) {
    const start = ` ${stem(word)} ${begun}`;
    const title = titleStems.find((stems) => stems.includes(start));
    if (title !== undefined) return title.slice(title.indexOf(start)).trim().split(' ').slice(0, 2);
  }
  return null;
}

/** The ways to split a token into two, except within a number. */
const splitsInTwo = (token: string): (readonly [string, string])[] =>
  Array.from(token.slice(1), (_letter, at) => [token.slice(0, at + 1), token.slice(at + 1)] as const).filter(
    (parts) => !NUMBER_IN_TWO.test(parts.join(' ')),
  );

const MIN_SPLIT_LENGTH = 3;

/** The ways to split a token into two words that a shop may have. None if it is rarely two words. */
export const possibleParts = (token: string): readonly (readonly string[])[] =>
  MAY_BE_SEVERAL.test(token) && !isUnspaced(token)
    ? splitsInTwo(token).filter((parts) => parts.every(({ length }) => length >= MIN_SPLIT_LENGTH))
    : [];

const MIN_BEGUN_LENGTH = 2;
const NUMBER_AND_LETTER = /^(\p{Nd}{1,4})(\p{L})$/u;

/** Whether a token is a number and one letter, which may begin its unit: `24c` of `24 cm`. */
export const beginsUnit = (token: string): boolean => NUMBER_AND_LETTER.test(token);

/** The ways to split an unfinished token into a word or number that a shop may have, and the beginning of another word. */
export function beginningParts(token: string): readonly (readonly [string, string])[] {
  const [, number, letter] = NUMBER_AND_LETTER.exec(token) ?? [];
  if (number !== undefined && letter !== undefined) return [[number, letter]];
  return MAY_BE_SEVERAL.test(token) && !isUnspaced(token)
    ? splitsInTwo(token).filter(([word, begun]) => word.length >= MIN_SPLIT_LENGTH && begun.length >= MIN_BEGUN_LENGTH)
    : [];
}

/** A word of four letters or more, and what follows it. Shorter ones begin serial numbers. */
const WORD_AND_REST = /^(\p{L}[\p{L}\p{M}]{3,})(\p{Nd}.*)$/u;
const NUMBER = /^\p{Nd}{1,4}$/u;
/** `160/200` is a size. Shorter numbers are fractions. */
const TWO_NUMBERS = /^(\p{Nd}{2,6})\/(\p{Nd}{2,6})$/u;

/**
 * A query of one chunk with its word apart from the number or the amount, or with its two numbers apart: `coffee 500g`
 * for `coffee500g`, `160 200` for `160/200`. Null for any other query.
 */
export function separateChunk({ phrases, excluded, chunks }: SplitQuery): SplitQuery | null {
  const [chunk = '', ...others] = chunks;
  if (phrases.length + excluded.length + others.length > 0) return null;
  const [, word = '', rest = ''] = WORD_AND_REST.exec(chunk) ?? [];
  const apart = NUMBER.test(rest) || isAmount(rest) ? [word, rest] : TWO_NUMBERS.exec(chunk)?.slice(1);
  return apart === undefined ? null : { phrases, excluded, chunks: apart };
}
