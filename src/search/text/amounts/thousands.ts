/**
 * Numbers with separators of thousands: `10,000 mAh` has the number 10000. The separators may also be decimal signs, or
 * stand between several numbers, so only some units and words show that thousands are meant.
 */
import { COUNTED_UNITS, UNIT_WORDS, UNITS_WITHOUT_DECIMALS } from './unit-names.ts';

/** Digits in groups of three, their separator, and the word after them. */
const GROUPS =
  /(?=[1-9])(?<![\p{L}\p{N}.,'’/])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\1\d{3})*(?=[ \u00a0\u202f]?-?(\p{L}+))/gu;
const ROUND = /^\d+(?:\D000)+$/;
/** Before these, all groups of digits are thousands. */
const WITHOUT_DECIMALS = new RegExp(`^(?:${UNITS_WITHOUT_DECIMALS})$`, 'iu');
/** Before these and before words that aren't units, groups of zeros are thousands. */
const COUNTED = new RegExp(`^(?:${COUNTED_UNITS}|(?!(?:${UNIT_WORDS})$)\\p{L}{3,})$`, 'iu');

/** Replaces each number with separators of thousands. They may also be decimals, a list or two numbers: these stay. */
const replaceThousands = (text: string, write: (groups: string, whole: string) => string): string =>
  text.replace(GROUPS, (groups: string, separator: string, word: string) => {
    const isRound = ROUND.test(groups);
    // Switzerland writes `1'250 g`.
    const isWhole =
      /['’]/.test(separator) ||
      (WITHOUT_DECIMALS.test(word)
        ? isRound || !/\s/.test(separator)
        : isRound && separator !== '.' && COUNTED.test(word));
    return isWhole ? write(groups, groups.replace(/\D/g, '')) : groups;
  });

/**
 * A text without separators of thousands: `10,000 mAh`, `10.000 mAh` and `10 000 mAh` become `10000 mAh`. `1.125 in.`,
 * `10,100` and `PlayStation 4 500 GB` stay.
 */
export const joinThousands = (text: string): string => replaceThousands(text, (_groups, whole) => whole);

/**
 * A text with each such number in place of its last group: `10,000mah` becomes `10 10000mah`. The other groups stay
 * for queries without a word after the number, which then has two numbers.
 */
export const addThousands = (text: string): string =>
  replaceThousands(text, (groups, whole) => `${groups.slice(0, -4).replace(/\D/g, ' ')} ${whole}`);
