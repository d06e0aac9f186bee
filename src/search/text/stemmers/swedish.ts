/**
 * Stems of folded Swedish words: Snowball's, with the changes of nouns in `-el` (`stövel` and `stövlar`), and the neuter
 * of adjectives (`rött`), which Snowball keeps.
 */
import { stemmer } from '@orama/stemmers/swedish';

/** Words whose forms have little in common. `barnböcker` is `barnbok`. */
const IRREGULAR: readonly [RegExp, string][] = [
  [/bocker(?:na)?$/, 'bok'],
  [/fotter(?:na)?$/, 'fot'],
  [/(?<![aeiouy])skor(?:na)?$/, 'sko'],
  [/(?<=^(?:bl|gr)a)(?:a|tt)$/, ''],
  [/^rott$/, 'rod'],
  [/^([aeiouy][^aeiouy])(?:or|orna|an)$/, '$1a'],
  [/^(vit|gul|gron|stor|brun)t$/, '$1'],
];
/** The end of `trådlös` and `vattentät` isn't that of a verb. */
const ADJECTIVE = /^(.{2,}(?:los|tat))[at]?$/;
const FLEETING_VOWEL = /(?<=..)(?<=[^aeiouy])e(?=l$)/;
/** `spets` has the stem of its genitive, so `spetsar` has it, too. */
const GENITIVE = /(?<=..[^aeiouys])s$/;

export function stemSwedish(word: string): string {
  const adjective = ADJECTIVE.exec(word)?.[1];
  if (adjective !== undefined) return adjective;
  const form = IRREGULAR.reduce((text, [pattern, other]) => text.replace(pattern, other), word);
  return stemmer(form).replace(GENITIVE, '').replace(FLEETING_VOWEL, '');
}
