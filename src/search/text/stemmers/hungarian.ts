/**
 * Stems of folded Hungarian nouns: without the plural, the most usual endings of cases, and the last vowel. Snowball's
 * rules need the accents: without them they cut `kabát`, `telefon` and `elem`.
 */
import { irregularForms } from './irregular-forms.ts';

/** Words that lose a vowel before an ending, and those that are too short for the rules. */
const IRREGULAR = irregularForms(`
  tukr/tukor bokr/bokor csokr/csokor epr/eper no/nok or/orak hajo/hajok baba/babak`);

const CASE = /(?<=....)(?:ban|ben|hoz|hez|nak|nek)$/;
/** Twice, because `játék` also ends so: all of `játék` and `játékok` is `jat`. */
const PLURAL = /(?<=...)(?:[aeo]k[aeo]k|[aeiou]k)$/;
const LAST_VOWELS = /(?<=..)[aeiou]+$/;

export function stemHungarian(word: string): string {
  return IRREGULAR.get(word) ?? word.replace(CASE, '').replace(PLURAL, '').replace(LAST_VOWELS, '');
}
