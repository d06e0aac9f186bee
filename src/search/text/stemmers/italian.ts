/**
 * Stems of folded Italian words: Snowball's, except where it takes the ends of nouns for those of verbs: `trapani`,
 * `bicchiere`, `chiavi`. `uomini` is `uomo`.
 */
import { stemmer } from '@orama/stemmers/italian';
import { irregularForms } from './irregular-forms.ts';

/**
 * Nouns for which Snowball has the stem of another word, because they differ in the last vowel only (`vite`, a screw, and
 * `vita`, a waist), or because it takes their ends for those of verbs (`gelato`, ice cream, and `gel`).
 */
const DISTINCT = irregularForms(`
  bambina/bambine bambino/bambini busta/buste busto/busti canotta/canotte canotto/canotti cassetta/cassette
  cassetto/cassetti colla/colle collo/colli coperta/coperte coppa/coppe coppia/coppie foglia/foglie gelato/gelati latta
  legna manica/maniche manico/manici/manichi mazza/mazze mazzo/mazzi mela/mele pala/pale panca/panche panna passata/passate
  pasta/paste pelati/pelato pesce/pesci porta/porte quadro/quadri ragazza/ragazze ragazzo/ragazzi rame sale/sali seta/sete
  spilla/spille spillo/spilli sposa/spose sposo/sposi stampa/stampe stampo/stampi taglia/taglie taglio/tagli tavola/tavole
  tela/tele telo/teli vela/vele velo/veli vite/viti`);

const NOUN = /^(?:(..+(?:an|ier|polver)|chiav|.+[ao]i)[aeio]?|(uom)(?:o|ini))$/;

export const stemItalian = (word: string): string => {
  const [, noun, man] = NOUN.exec(word) ?? [];
  return DISTINCT.get(word) ?? noun ?? man ?? stemmer(word);
};
