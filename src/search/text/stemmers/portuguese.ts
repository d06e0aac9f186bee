/**
 * Stems of folded Portuguese words: Snowball's of the singular. Without accents, Snowball doesn't know the plurals of
 * `botão` and `papel`.
 */
import { stemmer } from '@orama/stemmers/portuguese';

const PLURAL_OF_AO = /(?:[oa]es|aos)$/;
const PLURAL_OF_L = /(?<=..)(?<=[aeou])is$/;
/** `portátil` and `portáteis`. */
const PLURAL_OF_UNSTRESSED_IL = /(?<=(?:fac|dific|ut|portat|text|frag|versat))eis$/;
const PLURAL_OF_IL = /(?<=(?:infant|barr|fun|juven|civ|perf|cant|fuz))is$/;
const PLURAL_OF_M = /(?<=.[aeiou])ns$/;
const NATIONALITY = /^(portugu|ingl|franc|japon|chin|holand)es(?:a|as|es)?$/;
const SHORT_PLURAL = /^(cha|pa|pe|fio)s$/;
/** Words that are not plurals. */
const IN_IS: ReadonlySet<string> = new Set(['mais', 'dois', 'seis', 'depois', 'reis', 'demais', 'cais']);

/** Nouns that differ in the last vowel only: `prata` (silver) and `prato` (a plate). */
const DISTINCT: ReadonlySet<string> = new Set(
  'prata prato bola bolo bolsa bolso porta porto bota bote mesa meia meio sala vela cola colo manta manto'.split(' '),
);

export function stemPortuguese(word: string): string {
  const noun = word.endsWith('s') ? word.slice(0, -1) : word;
  if (DISTINCT.has(noun)) return noun;
  if (IN_IS.has(word)) return word;
  if (NATIONALITY.test(word)) return word.replace(NATIONALITY, '$1es');
  const singular = word
    .replace(PLURAL_OF_AO, 'ao')
    .replace(PLURAL_OF_UNSTRESSED_IL, 'il')
    .replace(PLURAL_OF_L, 'l')
    .replace(PLURAL_OF_IL, 'il')
    .replace(PLURAL_OF_M, 'm')
    .replace(SHORT_PLURAL, '$1');
  return singular.endsWith('ao') ? singular : stemmer(singular);
}
