/**
 * Stems of folded Hungarian nouns: without the plural, the most usual endings of cases, and the last vowel. Snowball's
 * rules need the accents: without them they cut `kabát`, `telefon` and `elem`.
 */
import { irregularForms } from './irregular-forms.ts';

/** Words that lose a vowel before an ending, and those that are too short for the rules. */
const IRREGULAR = irregularForms(`
  tukr/tukor bokr/bokor csokr/csokor epr/eper satr/sator korm/korom kolyk/kolyok majm/majom no/nok or/orak hajo/hajok baba/babak`);

/** In `szoba`, `baba` and `gomba`, `ba` is no ending, and no `ra` in `kamera`. */
const CASE = /(?<=....)(?:b[ae]n|(?<!szo|ba|[bg]om)b[ae]|n[ae]k|(?<=[^aeiou])r[ae])$|(?<=...)h[oe]z$|(?<=^nok?)nek$/;
/** Twice, because `játék` also ends so: all of `játék` and `játékok` is `jat`. */
const PLURAL = /(?<=...)(?:[aeo]k[aeo]k|[aeiou]k)$/;
const LAST_VOWELS = /(?<=..)[aeiou]+$/;

export function stemHungarian(word: string): string {
  const bare = word.replace(CASE, '');
  return IRREGULAR.get(bare) ?? bare.replace(PLURAL, '').replace(LAST_VOWELS, '');
}
