/** Identifiers in texts: SKU, barcodes and model numbers, and texts that only look like one. */
import { foldText } from './fold.ts';
import { locateAmounts } from './units.ts';

/** The form in which identifiers are compared: folded, only letters and digits. */
export const stripSeparators = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

export const reverseText = (text: string): string => [...text].reverse().join('');

/** At least four characters, three of them digits. */
const SERIAL_NUMBER = /^(?=.{4})(?=.*\p{N}.*\p{N}.*\p{N})/u;

/** Whether a token looks like a serial number, which differs from product to product. */
export const isSerialNumber = (token: string): boolean => SERIAL_NUMBER.test(token);

/** `500GB`, `2.4GHz`, `1920x1080`, `12x24x1`: digits and letters as in a model number. */
const AMOUNT = /^\d+(?:\p{L}{1,4}|(?:x\d+)+\p{L}{0,2})$/u;

/** Whether a text without separators is an amount with its unit. A number alone isn't. */
export const isAmount = (key: string): boolean =>
  AMOUNT.test(key) || locateAmounts(key).some(({ start, end }) => start === 0 && end === key.length);

const MIN_MODEL_LENGTH = 4;
/** Capitals that may precede a model number: `WH 1000XM4`, `RTX 3080`. */
const SERIES = /^\p{Lu}{1,4}$/u;
const SERIES_NUMBER = /^\d{3,5}$/;
/** A digit, or a character that may fold to one. */
const MAY_HAVE_DIGIT = /[^ -/:-~]/;

/**
 * The parts of a title that look like model numbers: digits with letters (`DRL-18V/BL`), and these with the series
 * before them.
 */
export function modelNumbersOf(title: string): string[] {
  const parts = title.split(/\s+/);
  return parts.flatMap((part, index) => {
    if (!MAY_HAVE_DIGIT.test(part)) return [];
    const key = stripSeparators(part);
    const series = SERIES.test(parts[index - 1] ?? '') ? [`${parts[index - 1]} ${part}`] : [];
    if (SERIES_NUMBER.test(part)) return series;
    const isModel = key.length >= MIN_MODEL_LENGTH && /\d/.test(key) && /\p{L}/u.test(key) && !isAmount(key);
    return isModel ? [part, ...series] : [];
  });
}
