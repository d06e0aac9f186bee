/**
 * Units: amounts as people write them (`6in.`, `6 inches`, `6"`) get a canonical form, the number and the unit as two
 * words (`6 inch`). Only after a number: `in` is a word, and so is `a` in `5 a`. Dimensions (`12x24`, `12 in. x 24
 * in.`) are their numbers and units alone. `10,000mAh` has the number 10000. Identifiers are compared as written,
 * without this form.
 */

/** The canonical form of a unit, and its other forms in folded text. */
const FORMS: Readonly<Record<string, string>> = {
  inch: 'in|inch|inches|zoll|pouces?|pulgadas?|pollici|polegadas?',
  ft: 'ft|foot|feet',
  yd: 'yds?|yards?',
  gal: 'gals?|gallons?',
  oz: 'oz|ounces?',
  lb: 'lbs?|pounds?',
  'sq ft': 'sq\\.? ?ft|square feet|square foot',
  sq: 'sq',
  volt: 'volts?',
  watt: 'watts?',
  amp: 'amps?|amperes?',
  liter: 'liters?|litres?|litros?|ltr',
  meter: 'meters?|metres?|metros?',
};

/** Units that are written the same everywhere. */
const SYMBOLS =
  'mm|cm|km|kg|mg|ml|cl|kb|gb|tb|mb|mah|ah|hz|khz|mhz|ghz|kw|kwh|wh|kv|mv|db|lm|rpm|psi|hp|qt|pt|мм|см|кг|мл|гб|мб|вт';

/** Single letters are units only directly after the number. `5g` is no weight. */
const LETTERS: Readonly<Record<string, string>> = { v: 'volt', w: 'watt', a: 'amp', l: 'liter', m: 'meter' };

/** `"`, or two signs for feet. */
const INCH_SIGN = /^(?:["”“]|['′’]{2}|″)$/;

const WORDS = [...Object.values(FORMS), SYMBOLS].join('|');
/** Not within a word or a model number, but allowed after the x of `12x18in`. */
const BEFORE = '(?<=^|[^\\p{L}\\p{N}]|\\p{N}["”″\']{0,2} ?x ?)';
const NUMBER = `(?=\\p{Nd})${BEFORE}(\\p{Nd}+(?:[.,/]\\p{Nd}+)*)`;
/** `in` isn't inches in `2 in 1` and `2-in-1`. */
const UNIT = `[ \\u00a0\\u202f]?-?(${WORDS})(?![\\p{L}\\p{N}])(?!(?<=[ -]in)[ -]*\\p{N})\\.?|([${Object.keys(LETTERS).join('')}]|(?<=\\p{Nd}{2})g)(?![\\p{L}\\p{N}])`;
const SIGN = `(["”“″]|['′’]{1,2}(?!\\p{L}))`;
const AMOUNT = new RegExp(`${NUMBER}(?:${UNIT}|${SIGN})`, 'giu');

/**
 * The sign between two dimensions: Latin, Cyrillic, or the sign for multiplication. `2x 100` is no pair of dimensions.
 */
const JOINED = /(?<=\p{Nd})[xх×](?=\p{Nd})/gu;
const BY = '\\s+[xх×]\\s*';
const UNITS = [...Object.keys(FORMS), SYMBOLS].join('|');
const BETWEEN_DIMENSIONS = new RegExp(`${BY}(?=\\p{Nd})(?<=\\p{Nd}(?: (?:${UNITS}))?${BY})`, 'gu');

const FORM_PATTERNS = Object.entries(FORMS).map(([form, written]) => [form, new RegExp(`^(?:${written})$`)] as const);

const HAS_NUMBER = /\p{Nd}/u;

/** An amount in a text, with its offsets. */
export interface Amount {
  readonly number: string;
  /** In canonical form. */
  readonly unit: string;
  readonly start: number;
  readonly end: number;
}

/** The amounts of a text, folded or as written. */
export function locateAmounts(text: string): readonly Amount[] {
  if (!HAS_NUMBER.test(text)) return [];
  return Array.from(text.matchAll(AMOUNT), (match) => {
    const [written, number = '', word, letter, sign] = match;
    const unit = word === undefined ? formOfSign(letter, sign) : formOfWord(word.toLowerCase());
    return { number, unit, start: match.index, end: match.index + written.length };
  });
}

const formOfSign = (letter: string | undefined, sign = ''): string =>
  letter === undefined ? (INCH_SIGN.test(sign) ? 'inch' : 'ft') : (LETTERS[letter.toLowerCase()] ?? letter);

function formOfWord(word: string): string {
  for (const [form, written] of FORM_PATTERNS) if (written.test(word)) return form;
  return word;
}

/** Digits in groups of three, their separator, and the word after them. */
const GROUPS =
  /(?=[1-9])(?<![\p{L}\p{N}.,'’/])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?=[ \u00a0\u202f]?-?(\p{L}+))/gu;
const ROUND = /^\d+(?:\D000)+$/;
/** Before these, all groups of digits are thousands: such amounts have no three decimals. */
const WHOLE_UNIT = /^(?:mah|wh|va|w|вт|watts?|rpm|lm|lumens?|psi|btus?|cfm)$/iu;
/** Before these and before words that aren't units, groups of zeros are thousands. `1,000 kg` may be one kilogram. */
const COUNTED = new RegExp(`^(?:mg|ml|мл|hz|(?!(?:${WORDS})$)\\p{L}{3,})$`, 'iu');

/** Replaces each number with separators of thousands. They may also be decimals, a list or two numbers: these stay. */
const replaceThousands = (text: string, write: (groups: string, whole: string) => string): string =>
  text.replace(GROUPS, (groups: string, separator: string, word: string) => {
    const isRound = ROUND.test(groups);
    const isWhole = WHOLE_UNIT.test(word)
      ? isRound || !/\s/.test(separator)
      : isRound && separator !== '.' && COUNTED.test(word);
    return isWhole ? write(groups, groups.replace(/\D/g, '')) : groups;
  });

/**
 * A text without separators of thousands: `10,000 mAh`, `10.000 mAh` and `10 000 mAh` become `10000 mAh`. `1.125 in.`,
 * `10,100` and `PlayStation 4 500 GB` stay.
 */
export const joinThousands = (text: string): string => replaceThousands(text, (_groups, whole) => whole);

/**
 * A folded text with each amount and all dimensions in canonical form. A number with separators of thousands also
 * stands in place of its last group: `10,000mah` becomes `10 10000 mah`.
 */
export function writeUnits(text: string): string {
  if (!HAS_NUMBER.test(text)) return text;
  // The other groups stay for queries that have no word after the number, and so two numbers.
  const whole = replaceThousands(text, (groups, number) => `${groups.slice(0, -4).replace(/\D/g, ' ')} ${number}`);
  const separated = whole.replace(JOINED, ' x ');
  let [written, done] = ['', 0];
  for (const { number, unit, start, end } of locateAmounts(separated)) {
    written += `${separated.slice(done, start)} ${number} ${unit} `;
    done = end;
  }
  return (written + separated.slice(done)).replace(BETWEEN_DIMENSIONS, ' ');
}
