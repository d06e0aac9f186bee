/**
 * Where one token may be several words: a name and its number (`iphone15`), letters and digits (`rtx3080`), any two words
 * (`brakedisc`), initials (`rem`). Pure functions.
 */
import { isUnspaced } from './segment.ts';

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

/** `2in1`, `3w1` and `2в1`. No sizes such as `2x4` and `5w30`. */
const SEVERAL_IN_ONE = /^(\p{Nd})(\p{L}{1,2})(1)$/u;

const NAMES = [NAME_AND_NUMBER, NUMBER_AND_NAME, NUMBER_BETWEEN_NAMES, SEVERAL_IN_ONE];

/** The words of a token such as `iphone15`, `iphone5s`, `18mp`, `core2duo` or `2in1`; null if it isn't one. */
export function separateName(token: string): readonly string[] | null {
  const match = NAMES.map((pattern) => pattern.exec(token)).find((each) => each !== null);
  return match?.slice(1) ?? null;
}

const INITIALS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,4}$/u;

/** The letters of a token that may be an abbreviation without its dots, as `rem` of `R.E.M.`; null if it isn't one. */
export const initialsOf = (token: string): readonly string[] | null =>
  INITIALS.test(token) ? Array.from(token) : null;

/** A shorter word is rarely several, and nobody types a longer one. */
const SEVERAL = /^(?=.*\p{L})[\p{L}\p{N}]{4,24}$/u;
export const mayBeSeveral = (token: string): boolean => SEVERAL.test(token);

const NUMBER_IN_TWO = /\p{N} \p{N}/u;

/** The ways to split a token into two, except within a number. Some scripts have letters of two UTF-16 units. */
export const splitsInTwo = (token: string): (readonly [string, string])[] =>
  Array.from(token.matchAll(/(?<=.)./gu), ({ index }) => [token.slice(0, index), token.slice(index)] as const).filter(
    (parts) => !NUMBER_IN_TWO.test(parts.join(' ')),
  );

const MIN_SPLIT_LENGTH = 3;

/** The ways to split a token into two words that a shop may have. The first may be as short as `hi` of `Hi-Hats`. */
export const wordSplits = (token: string): readonly (readonly string[])[] =>
  mayBeSeveral(token) && !isUnspaced(token)
    ? splitsInTwo(token).filter(
        ([word, rest]) => word.length >= MIN_SPLIT_LENGTH - 1 && rest.length >= MIN_SPLIT_LENGTH,
      )
    : [];

const MIN_PREFIX_LENGTH = 2;
const NUMBER_AND_LETTER = /^(\p{Nd}{1,4})(\p{L})$/u;

/** Whether a token is a number and one letter, which may begin its unit: `24c` of `24 cm`. */
export const beginsUnit = (token: string): boolean => NUMBER_AND_LETTER.test(token);

/**
 * The ways to split an unfinished token into a word, a number or a letter (`t-shirt`) that a shop may have, and the
 * beginning of another word.
 */
export function prefixSplits(token: string): readonly (readonly [string, string])[] {
  const [, number, letter] = NUMBER_AND_LETTER.exec(token) ?? [];
  if (number !== undefined && letter !== undefined) return [[number, letter]];
  return mayBeSeveral(token) && !isUnspaced(token)
    ? splitsInTwo(token).filter(
        ([word, begun]) => (word.length === 1 || word.length >= MIN_SPLIT_LENGTH) && begun.length >= MIN_PREFIX_LENGTH,
      )
    : [];
}

/** A longer code has too many ways to be written apart. */
const MAX_CODE_LENGTH = 24;
/** Each costs the engine a search. */
const MAX_CODE_PARTS = 24;
const MIN_LETTERS = 3;

/**
 * The ways to write a word of letters and digits in parts, the likeliest first: its letters and digits apart, or only at
 * the first places (`din 934 m10` for `din934m10`), and with two words for its last or first letters (`iphone 15 pro max`
 * for `iphone15promax`, `galaxy s24` for `galaxys24`). None for other words.
 */
export function codeParts(token: string): readonly (readonly string[])[] {
  const runs = separateDigits(token).split(' ');
  if (runs.length < 2 || token.length > MAX_CODE_LENGTH) return [];
  const [first = '', ...rest] = runs;
  const atFirstPlaces = runs
    .slice(1, -1)
    .map((_run, index) => [...runs.slice(0, index + 1), runs.slice(index + 1).join('')]);
  const withTwoLast = lettersInTwo(runs.at(-1) ?? '').map((words) => [...runs.slice(0, -1), ...words]);
  const withTwoFirst = lettersInTwo(first).flatMap(([one, other]) => [
    [one, other, ...rest],
    [one, other + rest.join('')],
  ]);
  return [runs, ...atFirstPlaces, ...withTwoLast, ...withTwoFirst].slice(0, MAX_CODE_PARTS);
}

const LETTERS = /^\p{L}/u;

const lettersInTwo = (run: string): readonly (readonly [string, string])[] =>
  LETTERS.test(run) && run.length >= MIN_LETTERS
    ? splitsInTwo(run).filter(([word]) => word.length >= MIN_PREFIX_LENGTH)
    : [];
