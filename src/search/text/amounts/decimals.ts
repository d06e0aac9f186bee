/**
 * Decimals and fractions: `1.5`, `1,5`, `1/2`, `½`. Each is one token of a query (`1point5`, `1over2`), because `0.5 l`
 * isn't `1.5 l`. A product also has the whole part of a decimal, and both parts of a fraction, which may be two numbers:
 * `usb 3` finds `USB 3.0`, and `iphone 8` finds `iPhone 7/8`.
 *
 * A mixed number (`1-1/2`, `1 1/2`, `1.1/2`) is a decimal. A product that has it with a space also has the fraction: the
 * whole number may be another one, as in `Pack of 2 1/2 in. elbows`.
 *
 * A decimal may lack its zero: `.5` is `0.5`, but not after a letter, a digit or a sign (`No.5`, `-.5`).
 *
 * Lists, dates and versions (`10/100/1000`, `1.2.3`) are only digits, and so is `1.125`, which may be a thousand. Two
 * longer numbers (`160/200`) are dimensions, as in `160x200`, unless they are a fraction of inches (`15/16`).
 *
 * A product has the decimal of an amount with other zeros at its end, too: `2,4 m` is `2,40 m`. Only of an amount: the
 * version `1.1` isn't `1.10`.
 */

/** Not within a word or a longer row of numbers. */
const START = '(?<![\\p{L}\\p{N}]|\\p{N}[.,/])';
const END = '(?![\\p{L}\\p{N}]|[.,/]\\p{N})';
const MAY_BE_THOUSANDS = '(?!(?!0)\\d+[.,]\\d{3}(?!\\d))';
/** A fraction of inches as they are divided: by two, and again. */
const FRACTION = '(?:1/2|[13]/4|[1357]/8|1?[13579]/16|\\d?[13579]/(?:32|64))';
/** Two longer numbers: a width and a height, or the two values of `110/220 V`. */
const MAY_BE_DIMENSIONS = `(?!(?!${FRACTION}(?!\\d))\\d{2,}/\\d{2})`;
/** The first condition is only the fastest one. */
const DECIMAL = new RegExp(`(?=\\d)${START}${MAY_BE_THOUSANDS}${MAY_BE_DIMENSIONS}(\\d+)([.,/])(\\d+)${END}`, 'gu');
const HAS_DECIMAL = /\d[.,/]\d/;

/** The whole part of a mixed number, with its separator. */
export const WHOLE_OF_MIXED = `[1-9]\\d?[ .-](?=${FRACTION})`;
const MIXED = new RegExp(`(?=[1-9])${START}([1-9]\\d?)([ .-])(${FRACTION})${END}`, 'gu');

/** The space in a mixed number, also in that of a dimension: `12x3 1/4`. */
export const SPACE_OF_MIXED = new RegExp(`(?<=(?:${START}|\\p{Nd}[xх×])[1-9]\\d?) (?=${FRACTION})`, 'gu');

/** The point of a decimal without a whole part, also in dimensions (`.25x.5`). Not that of a list or version. */
const LEADING_POINT = '(?=[.٫])(?<=(?:^|[\\s([])"?|\\p{Nd}[xх×])[.٫](?=\\p{Nd}+(?!\\p{Nd}|[.,/]\\p{Nd}))';
const LEADING_POINTS = new RegExp(LEADING_POINT, 'gu');

/** A decimal, a fraction, a mixed number or a character like `½`, in digits of any script. */
const WRITTEN = new RegExp(
  `(?:${LEADING_POINT}\\p{Nd}+|(?=\\p{N})${START}(?:(?:${WHOLE_OF_MIXED})?\\p{Nd}+[.,/٫]\\p{Nd}+|\\p{Nd}*[¼-¾⅐-⅞]))${END}`,
  'gu',
);

/** A folded text with a zero before each leading point: `0.5 mm` for `.5 mm`. */
export const addLeadingZeros = (text: string): string => text.replace(LEADING_POINTS, '0.');

/** A folded text with each decimal, fraction and mixed number as one word. */
export const joinDecimals = (text: string): string => rewriteNumbers(text, (word) => word);

/** A folded text with a word for each: `1 1point5` for `1.5` and `1-1/2`, `7 8 7over8` for `7/8`. */
export const addDecimals = (text: string): string =>
  rewriteNumbers(text, (word, numbers) => [...numbers, word].join(' '));

/** Replaces each number. `write` gets its word, and the numbers that its parts may be. */
function rewriteNumbers(text: string, write: (word: string, numbers: readonly string[]) => string): string {
  if (!HAS_DECIMAL.test(text)) return text;
  return text
    .replace(MIXED, (_all, whole: string, sign: string, fraction: string) =>
      write(wordOfMixed(whole, fraction), sign === ' ' ? [whole, fraction] : [whole]),
    )
    .replace(DECIMAL, (_all, whole: string, sign: string, rest: string) =>
      sign === '/' ? write(`${whole}over${rest}`, [whole, rest]) : write(`${whole}point${rest}`, [whole]),
    );
}

function wordOfMixed(whole: string, fraction: string): string {
  const [numerator, denominator] = fraction.split('/');
  return String(Number(whole) + Number(numerator) / Number(denominator)).replace('.', 'point');
}

const DECIMAL_AND_ZEROS = new RegExp(`^${MAY_BE_THOUSANDS}(\\d+)[.,](\\d*[1-9])(0*)$`);
/** Shoppers and shops write one or two decimals: `0,5 l`, `0,50 l`. */
const USUAL_DECIMALS = 2;

/** The words of a decimal with fewer zeros at its end, or with usual ones: `2point40` for `2.4`, `2point4` for `2.40`. */
export function withOtherZeros(number: string): string[] {
  const [, whole, digits, zeros] = DECIMAL_AND_ZEROS.exec(number) ?? [];
  if (whole === undefined || digits === undefined) return [];
  const others = new Set([digits, digits.padEnd(USUAL_DECIMALS, '0')]);
  others.delete(`${digits}${zeros}`);
  return [...others].map((other) => `${whole}point${other}`);
}

/** Whether a token is the word of a decimal or fraction. */
export const isDecimalToken = (token: string): boolean => /^\d+(?:point|over)\d+$/.test(token);

/** The decimals and fractions of a text as written. */
export const locateDecimals = (text: string): readonly { readonly number: string; readonly start: number }[] =>
  Array.from(text.matchAll(WRITTEN), ({ 0: number, index }) => ({ number, start: index }));
