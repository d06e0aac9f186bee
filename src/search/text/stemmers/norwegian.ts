/**
 * Stems of folded Norwegian words: Snowball's, with the changes of nouns in `-el`, `-er` and `-en` (`sykkel` and
 * `sykler`), and the neuter of adjectives (`rødt`), which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/norwegian';

/** Forms that Snowball doesn't know. */
const IRREGULAR: readonly [RegExp, string][] = [
  [/^(rod|hvit|gul|stor|brun)t$/, '$1'],
  [/^(bla|gra)tt$/, '$1'],
  [/^gronn?[et]?$/, 'gronn'],
  [/(?<=[^aeiouy]u)er$/, 'e'],
  [/(?<=^skje)er$/, ''],
  [/(?<=..en)er$/, ''],
  [/(?<=..er)e$/, ''],
  [/handklaer$/, 'handkle'],
  [/(?<=kjede)r$/, ''],
  [/sofaer$/, 'sofa'],
];
/** The end of `trådløs` isn't a genitive. */
const ADJECTIVE = /^(.{2,}los)[et]?$/;
/** `sykkel` has two consonants where `sykler` has one. */
const FLEETING_VOWEL = /(?<=..)(?:([^aeiouy])\1|(?<=[^aeiouy]))e(?=l$)/;
/** `kurs` has the stem of its genitive, so `kurser` has it, too. */
const GENITIVE = /(?<=..[^aeiouys])s$/;

export function stemNorwegian(word: string): string {
  const adjective = ADJECTIVE.exec(word)?.[1];
  if (adjective !== undefined) return adjective;
  const form = IRREGULAR.reduce((text, [pattern, other]) => text.replace(pattern, other), word);
  return stemmer(form).replace(GENITIVE, '').replace(FLEETING_VOWEL, '$1');
}
