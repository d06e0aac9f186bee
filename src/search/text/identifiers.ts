/** Identifiers in texts: SKU, barcodes, model and part numbers, and texts that only look like one. */
import { locateAmounts } from './amounts/units.ts';
import { foldText } from './fold.ts';

/** The form in which identifiers are compared: folded, only letters and digits. `×` is an x. */
export const stripSeparators = (text: string): string =>
  foldText(text)
    .replaceAll('×', 'x')
    .replace(/[^\p{L}\p{N}]+/gu, '');

export const reverseText = (text: string): string => [...text].reverse().join('');

/** At least four characters, three of them digits. */
const SERIAL_NUMBER = /^(?=.{4})(?=.*\p{N}.*\p{N}.*\p{N})/u;

/** Whether a token looks like a serial number, which differs from product to product. */
export const isSerialNumber = (token: string): boolean => SERIAL_NUMBER.test(token);

/**
 * `500GB`, `2.4GHz`, `1920x1080`, `12x24x1`, and the metric thread `M8x50`: digits and letters as in a model number. More
 * digits are a part number.
 */
const AMOUNT_OR_DIMENSIONS = /^(?:\d{1,6}\p{L}{1,4}|m?\d{1,6}(?:x\d+)+\p{L}{0,2})$/u;

/** Whether a text without separators is an amount with its unit. A number alone isn't. */
export const isAmount = (key: string): boolean =>
  AMOUNT_OR_DIMENSIONS.test(key) || locateAmounts(key).some(({ start, end }) => start === 0 && end === key.length);

/** A part of a part number has a digit, or is a few capitals. */
const PART = '(?:\\p{Lu}{1,3}|(?=\\p{L}*\\p{N})[\\p{L}\\p{N}]+)';
const SEPARATED = new RegExp(`^${PART}(?:[ ._/-]${PART})+$`, 'u');
/** Six characters, four of them digits. */
const PART_NUMBER = /^(?=.{6})(?:\P{N}*\p{N}){4}/u;
/** Of digits alone, a shorter text is rather a range, and one with other separators a number, a list or a date. */
const DIGITS = /^\p{N}+(?:[ -]\p{N}+)+$/u;
const DATE = /^(?:\p{N}{4}(?:.\p{N}{1,2}){2}|(?:\p{N}{1,2}.){2}\p{N}{4})$/u;
const MIN_DIGITS = 8;

/**
 * The part numbers of a specification with separators, such as `071 115 562 C`, in a list of one or more. Without
 * separators, each is a word of the text.
 */
export const partNumbersOf = (value: string): string[] =>
  value.split(/\s*[,;]\s*/).filter((part) => {
    if (!SEPARATED.test(part)) return false;
    const key = stripSeparators(part);
    if (/\p{L}/u.test(key)) return PART_NUMBER.test(key) && !isAmount(key);
    return key.length >= MIN_DIGITS && DIGITS.test(part) && !DATE.test(part);
  });

const MIN_MODEL_LENGTH = 4;
/** Capitals that may precede a model number: `WH 1000XM4`, `RTX 3080`. */
const SERIES = /^\p{Lu}{1,4}$/u;
const SERIES_NUMBER = /^\d{3,5}$/;

/**
 * The parts of a title that look like model numbers: digits with letters (`DRL-18V/BL`), and these with the series
 * before them.
 */
export function modelNumbersOf(title: string): string[] {
  const parts = title.split(/\s+/);
  return parts.flatMap((part, index) => {
    const key = stripSeparators(part);
    const series = SERIES.test(parts[index - 1] ?? '') ? [`${parts[index - 1]} ${part}`] : [];
    if (SERIES_NUMBER.test(part)) return series;
    const isModel = key.length >= MIN_MODEL_LENGTH && /\d/.test(key) && /\p{L}/u.test(key) && !isAmount(key);
    return isModel ? [part, ...series] : [];
  });
}
