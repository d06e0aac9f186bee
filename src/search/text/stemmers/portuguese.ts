/**
 * Stems of folded Portuguese words: Snowball's of the singular. Without accents, Snowball doesn't know the plurals of
 * `botão` and `papel`.
 */
import { stemmer } from '@orama/stemmers/portuguese';
import { irregularForms } from './irregular-forms.ts';

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

/** `tops`, `shorts`, `jeans` and `chapéus`. */
const PLURAL_OF_OTHERS = /(?<=..[bcdfgklprtvwy]|.ean|.[ae]u)s$/;

/**
 * Nouns for which Snowball has the stem of another word, because they differ in the last vowel only (`prata`, silver, and
 * `prato`, a plate), or because it takes their ends for those of verbs (`calçado`, a shoe, and `calça`, trousers).
 */
const DISTINCT = irregularForms(`
  amora bancada barra barro bata bateria bebida bola bolo bolsa bolso borda bota bote boxe brocado calcada calcado camada
  camera/camara cana cano case cinta cinto cobra cobre cocada cola colo copa copo cuba cubo estrado folhado garota garoto
  gelado/gelada gelo goiabada linha linho lixa lixo machado manta manto mate meia meio menina menino mesa noiva noivo pata
  pato pele pescada pescado pimenta pimento pinha pinho ponta ponte ponto porta porto prata prato quadra quadro ralo rede
  roda rodo sala salada sapata sola soldado solo taca taco tampa tampo tecido teclado telhado tinta tinto tomada vela vinha
  vinho`);

export function stemPortuguese(word: string): string {
  const noun = DISTINCT.get(word.endsWith('s') ? word.slice(0, -1) : word);
  if (noun !== undefined) return noun;
  if (IN_IS.has(word)) return word;
  if (NATIONALITY.test(word)) return word.replace(NATIONALITY, '$1es');
  const singular = word
    .replace(PLURAL_OF_OTHERS, '')
    .replace(PLURAL_OF_AO, 'ao')
    .replace(PLURAL_OF_UNSTRESSED_IL, 'il')
    .replace(PLURAL_OF_L, 'l')
    .replace(PLURAL_OF_IL, 'il')
    .replace(PLURAL_OF_M, 'm')
    .replace(SHORT_PLURAL, '$1');
  return singular.endsWith('ao') ? singular : stemmer(singular);
}
