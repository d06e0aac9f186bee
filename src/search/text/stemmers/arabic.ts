/**
 * Stems of folded Arabic words: light10 of Larkey, Ballesteros and Connell ("Light stemming for Arabic information
 * retrieval", 2007), which removes articles and regular endings, and broken plurals: those with the vowels of a usual
 * pattern, and those of `arabic-plurals.ts`.
 *
 * Unlike light10, the endings are removed in a fixed order, each at most twice, so that all forms of a word lose the
 * same ones. Short nouns keep theirs: `زيتون` (olives) isn't `زيت` (oil).
 */
import { SINGULAR_OF } from './arabic-plurals.ts';

/** The article, alone, with a preposition, or with `and`. Not the beginning of `بالون` and `آلات`. */
const ARTICLE = /^و?(?:[بكف]?ال|لل)(?=..)(?!ون|ات$)/;
const REPEATED_ARTICLE = /^ال(?=..)(?!ون|ات$)/;
/** `and` before a noun, but not the first letter of words such as `وسادة` (a pillow). */
const CONJUNCTION = /^و(?=.{4})(?!ساد|سايد|رد|رق|لاد|اقي|لاع|صل|حد|اسع|جب|رنيش|جه|شاح|عاء|ظيف)/;

const POSSESSIVE = /(?<=...)ها$/;
/**
 * The feminine, its plural, and the `ا` of loanwords. Not the end of `بنات` (girls), `نبات` (a plant) and `فيلا` (a
 * villa).
 */
const FEMININE = /(?<=..)(?:[هة]|(?<!^بن|^نب)ات)$|(?<=...)(?<!^باب|^فيل|^امر)ا$/;
const PLURAL = /(?<=.{4})(?:[اوي]ن)$/;
/** The adjective of a noun: `رجالي`. */
const ADJECTIVE = /(?<=...)ي$/;
/** The end of `نساء` (women), whose adjective is `نسائي`. Not of `ماء` (water). */
const HAMZA = /(?<=..ا)ء$/;
/** The feminine of a colour: `سوداء`. */
const COLOUR = /^(بيض|سود|حمر|زرق|خضر|صفر)اء?$/;

/** `خواتم` of `خاتم`. Not `مواقع` of `موقع`, which has the next pattern. */
const PLURAL_WITH_WAW = /^([^مك])وا(.)(ي?)(.)$/;
/** `ملاعق` of `ملعقة`, and `خراطيم` of `خرطوم`. Not `فلافل` of `فلفل` (pepper) and `دقائق` (minutes) of `دقيق` (flour). */
const PLURAL_OF_FOUR = /^(?!ملابس|فلافل|دقايق)(..)ا(.)(ي?)([^اةه])$/;
/** A plural such as `فساتين` has no ending. */
const LONG_PLURAL_OF_FOUR = /^..ا.ي[^اةه]$/;
/** The vowel of `مصباح` and `صندوق`, which is `ي` in their plurals. `مفتوح` (open) has no such plural. */
const VOWEL_OF_FOUR = /(?<=^(?!م..و)...)[او](?=.$)/;
/** `أسماك` of `سمك`. Not verbal nouns: `إفطار` (breakfast) isn't `فطر` (mushrooms). */
const PLURAL_OF_THREE = /^ا(?!ي|سلام|علام|نتاج|فطار|سهال|صدار)(..)ا(.)$/;

export const stemArabic = (word: string): string =>
  speltStemArabic(word)
    .replace(PLURAL_OF_THREE, '$1$2')
    .replace(PLURAL_WITH_WAW, '$1ا$2$3$4')
    .replace(PLURAL_OF_FOUR, '$1$2$3$4')
    .replace(VOWEL_OF_FOUR, 'ي');

/** The stem with the vowels of the word, which has the beginnings that are typed. */
export function speltStemArabic(word: string): string {
  const noun = withoutPrefixes(word);
  if (COLOUR.test(noun)) return noun.replace(COLOUR, 'ا$1');
  if (LONG_PLURAL_OF_FOUR.test(noun) && !SINGULAR_OF.has(noun)) return noun;
  // The second time for `بناتي`, the adjective of a plural.
  return withoutEndings(withoutEndings(noun)).replace(HAMZA, '');
}

/** Not the first letters of `ألعاب`, folded `العاب`, which are no article. */
function withoutPrefixes(word: string): string {
  let noun = word;
  for (const beginning of [ARTICLE, REPEATED_ARTICLE, CONJUNCTION])
    if (!SINGULAR_OF.has(noun)) noun = noun.replace(beginning, '');
  return noun;
}

/** Many write the feminine ending `ة` as `ه`. */
const withoutEndings = (noun: string): string =>
  (SINGULAR_OF.get(noun.replace(/ه$/, 'ة')) ?? noun)
    .replace(POSSESSIVE, '')
    .replace(FEMININE, '')
    .replace(PLURAL, '')
    .replace(ADJECTIVE, '');
