/**
 * Stems of folded Slovak nouns and adjectives: without the endings of cases, numbers and genders. Diminutives stay words
 * of their own.
 */
import { irregularForms } from './irregular-forms.ts';

const IRREGULAR = irregularForms(`
  pes/psa/psovi/psy/psi/psom/psov/psami/psoch dieta/dietata/dietatu/deti/detom/detmi/detoch`);

/** Endings of cases that are also ends of nouns, such as `krém` and `strach`, stay there. */
const ENDING =
  /(?<=...)(?:ovi|ovia|eho|emu|[iy]mi|[iy]ch|iami|ami|ov|ou|(?<!kond)om|ej|(?<!^kr|syst|probl|mod|parf)em|och|(?<!^str)i?ach|(?<!kost)[iy]m|i[aeu]|[aeiouy])$/;
/** A vowel that most forms lack: `hrniec` and `hrnce`, `sveter` and `svetre`. */
const FLEETING_VOWEL = /(?<=..[^aeiouy])(?:ie|[eo])(?=[cklnr]$)/;

export function stemSlovak(word: string): string {
  return IRREGULAR.get(word) ?? word.replace(ENDING, '').replace(FLEETING_VOWEL, '');
}
