/**
 * Stems of folded Persian words: without the plural `ها`, which is written as an end of the word or as a word of its own
 * (a stop word), and without the `ی` that joins a word in `و` or `ا` to the next one (`شامپوی بچه`). Elsewhere `ی` stays,
 * because it ends too many nouns: `صندلی` (a chair) isn't `صندل` (a sandal).
 */
import { irregularForms } from './irregular-forms.ts';

/** People, for whom things are made: other plurals, and adjectives. */
const PEOPLE_FORMS = irregularForms(`
  مرد/مردان/مردانه زن/زنان/زنانه دختر/دختران/دخترانه پسر/پسران/پسرانه کودک/کودکان/کودکانه نوزاد/نوزادان/نوزادی
  بچه/بچگان/بچگانه بانو/بانوان آقا/آقایان`);

/** What a thing consists of, or works with: adjectives. */
const MATERIALS = irregularForms(`
  ابریشم/ابریشمی استیل/استیلی آلومینیوم/آلومینیومی آهن/آهنی بامبو/بامبویی برق/برقی بلوتوث/بلوتوثی پشم/پشمی پلاستیک/پلاستیکی
  جین/جینی چرم/چرمی چوب/چوبی حریر/حریری سرامیک/سرامیکی سفال/سفالی سنگ/سنگی سیلیکون/سیلیکونی شارژ/شارژی فلز/فلزی
  فولاد/فولادی کاغذ/کاغذی گرانیت/گرانیتی لاستیک/لاستیکی مخمل/مخملی مس/مسی نایلون/نایلونی`);

/** Folded, and with the endings of `کتاب‌های` and `کتاب‌هایی`. Three letters remain: `تنها` is no plural. */
const PLURAL = /(?<=...)ها(?:يي?)?$/;
/** `مو` (hair) and longer words. Not `چای` (tea). */
const JOINED_TO_NEXT = /(?<=.و|..ا)ي$/;

export function stemPersian(word: string): string {
  const noun = word.replace(PLURAL, '').replace(JOINED_TO_NEXT, '');
  return PEOPLE_FORMS.get(noun) ?? MATERIALS.get(noun) ?? noun;
}
