/**
 * Stems of folded Spanish words: Snowball's of the singular. Without accents, Snowball takes the end of `sartén` for
 * that of a verb, but not the end of `sartenes`.
 */
import { stemmer } from '@orama/stemmers/spanish';

/** Not of nouns in `-te`, `-ve` or `-je`, where Snowball's rules suffice. */
const PLURAL_IN_ES = /(?<=..(?:[aeo]r|[aeio]n))es$/;
const PLURAL_OF_Z = /(?<=.[aeiou])ces$/;
const SHORT_PLURAL = /^(pie|te)s$/;

/** Nouns that differ in the last vowel only: `plata` (silver) and `plato` (a plate). */
const DISTINCT: ReadonlySet<string> = new Set(
  'plata plato bota bote bolsa bolso marco marca puerta puerto suela suelo pimienta pimiento pala palo vela velo'.split(
    ' ',
  ),
);

export function stemSpanish(word: string): string {
  const noun = word.endsWith('s') ? word.slice(0, -1) : word;
  if (DISTINCT.has(noun)) return noun;
  return stemmer(word.replace(PLURAL_IN_ES, '').replace(PLURAL_OF_Z, 'z').replace(SHORT_PLURAL, '$1'));
}
