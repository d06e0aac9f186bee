/**
 * Stems of folded Catalan nouns and adjectives: without the endings of plurals and feminines, and with one letter for
 * those that change before them: `taronja` and `taronges`, `blanc` and `blanques`, `blau` and `blava`.
 */
import { irregularForms } from './irregular-forms.ts';

/** `n` and `s` are no endings there. */
const IRREGULAR = irregularForms('gran/grans gris/grisos');

/** `arrossos`, `peixos`, `discos`. */
const PLURAL_IN_OS = /(?<=.s)sos$|(?<=.[sxc]|[sx]t)os$/;
const PLURAL = /(?<=..)s$/;
const VOWEL = /(?<=...)[ae]$/;
/** Most words in `-o` have lost an accent: `torró` and `torrons`. */
const ACCENTED_O = /(?<=.)o$/;
/** `coixins` of `coixí`, and `catalana` of `català`. */
const NASAL = /(?<=.[aeiu])n$/;
const SOFT_C = /(?<=..)(?:qu|gu|[gj])$/;
const SOFT_U = /(?<=.[aeiou])v$/;

export function stemCatalan(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  const singular = word.replace(PLURAL_IN_OS, '').replace(PLURAL, '').replace(VOWEL, '').replace(ACCENTED_O, 'on');
  return singular.replace(NASAL, '').replace(VOWEL, '').replace(SOFT_C, 'c').replace(SOFT_U, 'u');
}
