/**
 * Stems of folded Italian words: Snowball's, except where it takes the ends of nouns for those of verbs: `trapani`,
 * `bicchiere`, `chiavi`. `uomini` is `uomo`.
 */
import { stemmer } from '@orama/stemmers/italian';

/** Nouns that differ from others in the last vowel only: `vite` (a screw) and `vita` (a waist). */
const DISTINCT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    vite: 'vite',
    viti: 'vite',
    pesce: 'pesce',
    pesci: 'pesce',
    porta: 'porta',
    porte: 'porta',
    tavola: 'tavola',
    tavole: 'tavola',
    colla: 'colla',
    colle: 'colla',
    pala: 'pala',
    pale: 'pala',
    panna: 'panna',
    foglia: 'foglia',
    foglie: 'foglia',
    mela: 'mela',
    mele: 'mela',
    sale: 'sale',
    sali: 'sale',
  }),
);

const NOUN = /^(?:(..+(?:an|ier|polver)|chiav|.+[ao]i)[aeio]?|(uom)(?:o|ini))$/;

export const stemItalian = (word: string): string => {
  const [, noun, man] = NOUN.exec(word) ?? [];
  return DISTINCT.get(word) ?? noun ?? man ?? stemmer(word);
};
