/**
 * Units: amounts as people write them (`6in.`, `6 inches`, `6"`) get a canonical form, the number and the unit as two
 * words (`6 inch`). Only after a number: `in` is a word. Dimensions (`12x24`, `12 in. x 24 in.`) are their numbers and
 * units alone. Identifiers are compared as written, without this form.
 *
 * A letter apart from its number (`60 W`) may be a unit or a word, as in `5 a day`. Products therefore have each such
 * unit twice, as a letter and as a word. A query has it as typed: `60w` and `60 W-os` have the word, and `60 w` the letter.
 */
import { HAS_NUMBER } from '../fold.ts';
import { isDecimalToken, WHOLE_OF_MIXED, withOtherZeros } from './decimals.ts';
import { FORMS, formOfWord, LETTER_OF, LETTERS, SYMBOLS, UNIT_WORDS } from './unit-names.ts';

/** `"`, or two signs for feet. */
const INCH_SIGN = /^(?:["”“]|['′’´]{2}|″)$/;

/** Not within a word or a model number, but allowed after the x of `12x18in`, and after the sign of a diameter. */
const BEFORE = '(?<=^|(?<!\\p{L})ø|[^\\p{L}\\p{N}]|\\p{N}["”″\']{0,2} ?x ?)';
/** Of a longer list, only the last parts. Without a limit, a long row of fractions takes quadratic time. */
const NUMBER_BEFORE_UNIT = `(?=\\p{Nd})${BEFORE}((?:${WHOLE_OF_MIXED})?\\p{Nd}+(?:[.,/]\\p{Nd}+){0,3})`;
/** `in` isn't inches in `2 in 1` and `2-in-1`. */
const NAME_OR_LETTER = `[ \\u00a0\\u202f]?-?(${UNIT_WORDS})(?![\\p{L}\\p{N}])(?!(?<=[ -]in)[ -]*\\p{N})\\.?|([${Object.keys(LETTERS).join('')}]|(?<=\\p{Nd}[.,]?\\p{Nd})g)(?![\\p{L}\\p{N}])`;
const SIGN = `(["”“″]|['′’´]{1,2}(?=[xх×]\\p{Nd}|\\P{L}|$))`;
const LETTER_APART = `[ \\u00a0\\u202f-]([${Object.keys(LETTERS).join('')}])(?![\\p{L}\\p{N}'’])(?!(?<=в)[ -]*\\p{N})`;
/** Hungarian `8 kg-os` and `43"-os`, Finnish `28 cm:n`. */
const ENDING = '(?:-[aeoö]?s|:n)(?![\\p{L}\\p{N}-])';
const patternOf = (letterApart: string) =>
  new RegExp(`${NUMBER_BEFORE_UNIT}(?:${NAME_OR_LETTER}|${SIGN}|${letterApart})(?:${ENDING})?`, 'giu');
const AMOUNT = patternOf(`${LETTER_APART}(?=${ENDING})`);
const AMOUNT_OR_LETTER = patternOf(LETTER_APART);

/**
 * The sign between two dimensions: Latin, Cyrillic, or the sign for multiplication. `2x 100` is no pair of dimensions.
 */
const JOINED = /[xх×](?=\p{Nd})(?<=\p{Nd}[xх×])/gu;
const BY = '\\s+[xх×]\\s*';
const UNITS = [...Object.keys(FORMS), ...Object.keys(LETTERS), SYMBOLS].join('|');
const BETWEEN_DIMENSIONS = new RegExp(`${BY}(?=\\p{Nd})(?<=\\p{Nd}(?: (?:${UNITS})){0,2}${BY})`, 'gu');

const WHOLE_NUMBER = /^\p{Nd}+$/u;
const UNIT = new RegExp(`^(?:${UNITS})$`);

/** Whether a token of a query is a number. */
const isNumberToken = (token: string): boolean => WHOLE_NUMBER.test(token) || isDecimalToken(token);

/** Whether a token of a query is a number, or the unit of the number before it. */
export const isAmountToken = (token: string, before: string): boolean =>
  isNumberToken(token) || (isNumberToken(before) && UNIT.test(token));

/** An amount in a text, with its offsets. */
interface Amount {
  readonly number: string;
  /** In canonical form. */
  readonly unit: string;
  /** The letter that means the same unit, as written if it is a letter. */
  readonly letter: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The amounts of a text, folded or as written. */
export const locateAmounts = (text: string): readonly Amount[] => amountsIn(text, AMOUNT);

/** The amounts of a text, and what may be one: a letter apart from its number. */
export const locatePossibleAmounts = (text: string): readonly Amount[] => amountsIn(text, AMOUNT_OR_LETTER);

function amountsIn(text: string, pattern: RegExp): readonly Amount[] {
  if (!HAS_NUMBER.test(text)) return [];
  const amounts: Amount[] = [];
  // Not `matchAll`, which copies the pattern: after a garbage collection, each copy is compiled again, for 25 ms.
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) amounts.push(amountOf(match));
  return amounts;
}

function amountOf(match: RegExpExecArray): Amount {
  const [written, number = '', word, letterBeside, sign = '', letterApart] = match;
  const [start, end] = [match.index, match.index + written.length];
  const letter = (letterBeside ?? letterApart)?.toLowerCase();
  if (letter !== undefined) return { number, unit: LETTERS[letter] ?? letter, letter, start, end };
  const unit = word === undefined ? formOfSign(sign) : formOfWord(word.toLowerCase());
  return { number, unit, letter: LETTER_OF.get(unit), start, end };
}

const formOfSign = (sign: string): string => (INCH_SIGN.test(sign) ? 'inch' : 'ft');

/** A folded query with each amount and all dimensions in canonical form. */
export const writeUnits = (text: string): string =>
  rewriteAmounts(text, AMOUNT, ({ number, unit }) => `${number} ${unit}`);

/**
 * A folded text of a product with each amount and all dimensions in canonical form, with units as letters, too, and
 * decimals with other zeros.
 */
export const addUnits = (text: string): string =>
  rewriteAmounts(text, AMOUNT_OR_LETTER, ({ number, unit, letter = unit }) =>
    // The number as written and its unit are adjacent, as in a query.
    [...withOtherZeros(number), number, ...(letter === unit ? [] : [letter]), unit].join(' '),
  );

function rewriteAmounts(text: string, pattern: RegExp, write: (amount: Amount) => string): string {
  if (!HAS_NUMBER.test(text)) return text;
  const separated = text.replace(JOINED, ' x ');
  let [written, done] = ['', 0];
  for (const amount of amountsIn(separated, pattern)) {
    written += `${separated.slice(done, amount.start)} ${write(amount)} `;
    done = amount.end;
  }
  return (written + separated.slice(done)).replace(BETWEEN_DIMENSIONS, ' ');
}
