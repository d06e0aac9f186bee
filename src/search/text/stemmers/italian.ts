/**
 * Stems of folded Italian words: Snowball's, except where it takes the ends of nouns for those of verbs: `trapani`,
 * `bicchiere`, `chiavi`. `uomini` is `uomo`.
 */
import { stemmer } from '@orama/stemmers/italian';
import { irregularForms } from './irregular-forms.ts';

/** Nouns that differ from others in the last vowel only: `vite` (a screw) and `vita` (a waist). */
const DISTINCT = irregularForms(`
  vite/viti pesce/pesci porta/porte tavola/tavole colla/colle pala/pale panna foglia/foglie mela/mele sale/sali`);

const NOUN = /^(?:(..+(?:an|ier|polver)|chiav|.+[ao]i)[aeio]?|(uom)(?:o|ini))$/;

export const stemItalian = (word: string): string => {
  const [, noun, man] = NOUN.exec(word) ?? [];
  return DISTINCT.get(word) ?? noun ?? man ?? stemmer(word);
};
