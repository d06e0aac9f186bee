/**
 * Stems of folded Persian words: without the plural `ها`, which is written as an end of the word or as a word of its own
 * (a stop word). `ی` stays, because it ends too many nouns: `صندلی` (a chair) isn't `صندل` (a sandal).
 */
import { irregularForms } from './irregular-forms.ts';

/** People, for whom things are made: other plurals, and adjectives. */
const PEOPLE_FORMS = irregularForms(`
  مرد/مردان/مردانه زن/زنان/زنانه دختر/دختران/دخترانه پسر/پسران/پسرانه کودک/کودکان/کودکانه نوزاد/نوزادان/نوزادی
  بچه/بچگان/بچگانه بانو/بانوان آقا/آقایان`);

/** Folded, and with the endings of `کتاب‌های` and `کتاب‌هایی`. Three letters remain: `تنها` is no plural. */
const PLURAL = /(?<=...)ها(?:يي?)?$/;

export function stemPersian(word: string): string {
  const noun = word.replace(PLURAL, '');
  return PEOPLE_FORMS.get(noun) ?? noun;
}
