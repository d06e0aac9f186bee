/**
 * Finds the word of a title that names the product: `cup` in `Coffee cup with a saucer`, and `machine` in `Coffee machine
 * for 12 cups`. In English, it is the last word before a preposition or a sign, without amounts, colours and words such
 * as `set`. It counts more than the title's other words: a shopper who looks for a laptop wants no laptop bag.
 *
 * Only English titles have one. In other languages it stands elsewhere, or nobody has measured the effect yet.
 */
import type { Analyzer } from '../text/analyzer.ts';
import { foldText } from '../text/fold.ts';
import { locateWords } from '../text/tokenize.ts';
import { locateAmounts } from '../text/units.ts';

const LANGUAGE = 'en';
const END_OF_PHRASE = / (?:at|by|for|from|in|of|on|to|with|without|w) |w\/|, | - |[():;|–—]/;
const GENERIC = /^(?:assortment|bundle|collection|combo|kit|pack|pair|pc|piece|series|set)s?$/;
const COLOUR =
  /^(?:beige|black|blue|bronze|brown|chrome|clear|gold|graphite|gr[ae]y|green|ivory|multicolou?r|navy|nickel|orange|pink|platinum|purple|red|silver|titanium|turquoise|white|yellow)$/;
const HAS_DIGIT = /\p{N}/u;

/** The word, folded; null if there is none. */
export function headOf(title: string, { language }: Analyzer): string | null {
  if (language !== LANGUAGE) return null;
  for (const phrase of withoutAmounts(foldText(title)).split(END_OF_PHRASE)) {
    const words = locateWords(phrase).map(({ written }) => written);
    const head = words.findLast(mayBeHead);
    if (head !== undefined) return head;
  }
  return null;
}

const mayBeHead = (word: string): boolean =>
  word.length > 1 && !HAS_DIGIT.test(word) && !GENERIC.test(word) && !COLOUR.test(word);

function withoutAmounts(text: string): string {
  let [kept, done] = ['', 0];
  for (const { start, end } of locateAmounts(text)) {
    kept += `${text.slice(done, start)} `;
    done = end;
  }
  return kept + text.slice(done);
}
