/**
 * Stems of folded Spanish words: Snowball's of the singular. Without accents, Snowball takes the end of `sartén` for
 * that of a verb, but not the end of `sartenes`.
 */
import { stemmer } from '@orama/stemmers/spanish';

/** Snowball takes the end of `cuadernos` for a pronoun after a verb, and keeps the `s` of words as short as `ollas`. */
const PLURAL_OF_VOWEL = /(?<=..[ao]|(?:champ|men|bamb)u|(?:bikin|kiw|tax|pant)i)s$/;
/** Not of nouns in `-te`, `-ve` or `-je`, where Snowball's rules suffice. */
const PLURAL_IN_ES = /(?<=..(?:[aeo]r|[aeio]n))es$/;
const PLURAL_OF_Z = /(?<=.[aeiou])ces$/;
const SHORT_PLURAL = /^(pie|te)s$/;
/** `tops`, `shorts` and `jeans`. */
const PLURAL_OF_LOANWORD = /(?<=..[bcdfgklmprtvwy]|.ean)s$/;

/**
 * Nouns for which Snowball has the stem of another word, because they differ in the last vowel only (`plata`, silver, and
 * `plato`, a plate), or because it takes their ends for those of verbs (`calzado`, a shoe, and `calzas`, leggings).
 */
const DISTINCT: ReadonlySet<string> = new Set(
  `barra barro bata bate batido bebida bolsa bolso borde bota bote calzada calzado caldera caldero camara camaron carbono
  cascada cascara cinta cinto cola colada copa copo cuadro cuchara cucharon cuchilla cuchillo cuenta cuento foca gorra gorro
  granada grano hombro leche lecho libra libro linea manga mango manta manto marca marco mesa mora nina nino novia novio pala palo
  pana pano pared pata pato peine pescado pimienta pimiento pina pino plata plato playa puerta puerto punta punto pure rama
  ramo sala salida seda suela suelo taller teclado tejado tejido tela tinta tinte tinto tope vela velo vina zapata`.split(
    /\s+/,
  ),
);

export function stemSpanish(word: string): string {
  const noun = [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find((form) => DISTINCT.has(form));
  if (noun !== undefined) return noun;
  const singular = word
    .replace(PLURAL_OF_VOWEL, '')
    .replace(PLURAL_OF_LOANWORD, '')
    .replace(PLURAL_IN_ES, '')
    .replace(PLURAL_OF_Z, 'z')
    .replace(SHORT_PLURAL, '$1');
  return stemmer(singular);
}
