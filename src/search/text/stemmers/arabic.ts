/**
 * Stems of folded Arabic words: light10 of Larkey, Ballesteros and Connell ("Light stemming for Arabic information
 * retrieval", 2007), which removes articles and regular endings. It doesn't find the singular of a broken plural, such
 * as `فساتين`.
 *
 * Unlike light10, the endings are removed in a fixed order, each at most once, so that all forms of a word lose the
 * same ones. Short nouns keep theirs: `زيتون` (olives) isn't `زيت` (oil).
 */

/** The article, alone, with a preposition, or with `and`. Not the beginning of `بالون` and `آلات`. */
const ARTICLE = /^و?(?:[بكف]?ال|لل)(?=..)(?!ون|ات$)/;
const REPEATED_ARTICLE = /^ال(?=..)(?!ون|ات$)/;
/** `and` before a noun, but not the first letter of words such as `وسادة` (a pillow). */
const CONJUNCTION = /^و(?=.{4})(?!ساد|سايد|رد|رق|لاد|اقي|لاع|صل|حد|اسع|جب|رنيش|جه|شاح|عاء|ظيف)/;

const POSSESSIVE = /(?<=...)ها$/;
/** The feminine, its plural, and the `ا` of loanwords. Not the end of `بنات` (girls) and `نبات` (a plant). */
const FEMININE = /(?<=..)(?:[هة]|(?<!^بن|^نب)ات)$|(?<=.{4})ا$/;
const PLURAL = /(?<=.{4})(?:[اوي]ن)$/;
/** The adjective of a noun: `رجالي`. */
const ADJECTIVE = /(?<=...)ي$/;
/** The feminine of a colour: `سوداء`. */
const COLOUR = /^(بيض|سود|حمر|زرق|خضر|صفر)اء?$/;

export function stemArabic(word: string): string {
  const noun = word.replace(ARTICLE, '').replace(REPEATED_ARTICLE, '').replace(CONJUNCTION, '');
  if (COLOUR.test(noun)) return noun.replace(COLOUR, 'ا$1');
  return noun.replace(POSSESSIVE, '').replace(FEMININE, '').replace(PLURAL, '').replace(ADJECTIVE, '');
}
