/** Stems of folded Urdu nouns and adjectives: without the endings of cases, numbers and genders. */
import { irregularForms } from './irregular-forms.ts';

/** Words with letters that shoppers exchange, each with one spelling. */
const SPELLINGS = irregularForms('قميض/قميص');

/** Of a noun that ends with `ی`, which remains: `گھڑی` and `گھڑیاں`. */
const PLURAL_OF_FEMININE = /(?<=..ي)[او]ں$/;
const ENDING = /(?<=..)(?:وں|يں|ے|ا|ہ)$/;

export function stemUrdu(word: string): string {
  const feminine = word.replace(PLURAL_OF_FEMININE, '');
  const stem = feminine === word ? word.replace(ENDING, '') : feminine;
  return SPELLINGS.get(stem) ?? stem;
}
