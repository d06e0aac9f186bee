/**
 * Stems of folded Persian words: without the plural `ها`, which is written as an end of the word or as a word of its own
 * (a stop word). `ی` stays, because it ends too many nouns: `صندلی` (a chair) isn't `صندل` (a sandal).
 */
import { foldText } from '../fold.ts';

/** People, for whom things are made: other plurals, and adjectives. */
const PEOPLE = `
  مرد/مردان/مردانه زن/زنان/زنانه دختر/دختران/دخترانه پسر/پسران/پسرانه کودک/کودکان/کودکانه نوزاد/نوزادان/نوزادی
  بچه/بچگان/بچگانه بانو/بانوان آقا/آقایان`;

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  foldText(PEOPLE)
    .trim()
    .split(/\s+/)
    .map((group) => group.split('/'))
    .flatMap(([noun = '', ...forms]) => forms.map((form) => [form, noun])),
);

/** Folded, and with the endings of `کتاب‌های` and `کتاب‌هایی`. Three letters remain: `تنها` is no plural. */
const PLURAL = /(?<=...)ها(?:يي?)?$/;

export function stemPersian(word: string): string {
  const noun = word.replace(PLURAL, '');
  return IRREGULAR.get(noun) ?? noun;
}
