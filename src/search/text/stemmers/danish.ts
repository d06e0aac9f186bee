/**
 * Stems of folded Danish words: Snowball's, with the changes of nouns in `-el` and `-en` (`gaffel` and `gafler`), and the
 * neuter of adjectives (`rødt`), which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/danish';

/** Forms that Snowball doesn't know. */
const IRREGULAR: readonly [RegExp, string][] = [
  [/^(rod|hvid|gul|gron|stor|bla|gra|brun)t$/, '$1'],
  [/^gronne$/, 'gron'],
  [/(?<=[^aeiouy]u)er$/, 'e'],
  [/(?<=^ske)er$/, ''],
  [/(?<=..en)er$/, ''],
  [/madrasser$/, 'madras'],
];
/** The end of `trådløs` and `vandtæt` isn't that of another form. */
const ADJECTIVE = /^(.{2,}(?:los|taet))(?:e|t|te)?$/;
/** `gaffel` has two consonants where `gafler` has one. No form ends with two: `pendell` is the beginning of `pendellampe`. */
const UNFINISHED = /ell$/;
const FLEETING_VOWEL = /(?<=..)(?:([^aeiouy])\1|(?<=[^aeiouy]))e(?=l$)/;
/** `spids` has the stem of its genitive, so `spidser` has it, too. */
const GENITIVE = /(?<=..[^aeiouys])s$/;

export function stemDanish(word: string): string {
  const adjective = ADJECTIVE.exec(word)?.[1];
  if (adjective !== undefined) return adjective;
  const form = IRREGULAR.reduce((text, [pattern, other]) => text.replace(pattern, other), word);
  const stem = stemmer(form).replace(GENITIVE, '');
  return UNFINISHED.test(word) ? stem : stem.replace(FLEETING_VOWEL, '$1');
}
