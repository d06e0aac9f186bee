/**
 * Finds the word of a title that names the product: `cup` in `Coffee cup with a saucer`, and `machine` in `Coffee machine
 * for 12 cups`. In English, it is the last word before a preposition or a sign, without amounts, colours and words such
 * as `set`. It counts more than the title's other words: a shopper who looks for a laptop wants no laptop bag.
 *
 * Only English titles have one. In other languages it stands elsewhere, or nobody has measured the effect yet.
 */
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { wordsOf } from '../text/tokenize.ts';
import { ASCII_UNIT_WORDS } from '../text/unit-names.ts';

const LANGUAGE = 'en';
/** `in` after a number is a unit. */
const END_OF_PHRASE = / (?:at|by|for|from|(?<!\d )in|of|on|to|with|without|w) |w\/|, | - |[():;|–—]/;
const GENERIC = /^(?:assortment|bundle|collection|combo|kit|pack|pair|pc|piece|series|set)s?$/;
const COLOUR =
  /^(?:beige|black|blue|bronze|brown|chrome|clear|gold|graphite|gr[ae]y|green|ivory|multicolou?r|navy|nickel|orange|pink|platinum|purple|red|silver|titanium|turquoise|white|yellow)$/;
const UNIT = new RegExp(`^(?:${ASCII_UNIT_WORDS})$`);
const HAS_DIGIT = /\p{N}/u;

/** The word, folded; null if there is none. */
export function headOf(title: string, { language }: Analyzer): string | null {
  if (language !== LANGUAGE) return null;
  for (const phrase of foldText(title).split(END_OF_PHRASE)) {
    const words = wordsOf(phrase);
    const at = words.findLastIndex((word, index) => mayBeHead(word) && !isUnit(word, words[index - 1]));
    if (at >= 0) return words[at] ?? null;
  }
  return null;
}

const mayBeHead = (word: string): boolean =>
  word.length > 1 && !HAS_DIGIT.test(word) && !GENERIC.test(word) && !COLOUR.test(word);

const isUnit = (word: string, before: string | undefined): boolean =>
  before !== undefined && HAS_DIGIT.test(before) && UNIT.test(word);
