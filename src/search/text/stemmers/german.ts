/**
 * Stems of folded German words: Snowball's, without the `e` by which other keyboards write umlauts: `stuehle` is
 * `Stühle`, folded `stuhle`. Snowball's variant "german2" does the same.
 */
import { stemmer } from '@orama/stemmers/german';

/** Neither `qu` nor the `ue` of `steuer`, nor the ending of `Statuen`. */
const WRITTEN_UMLAUT = /([ao]|(?<![aeiouyq])u)e(?!n?$)/g;

/** The forms of `Öl`. Snowball removes no ending of so short a word. */
const OIL = /^oe?l(?:e[ns]?|s)$/;

export const stemGerman = (word: string): string =>
  OIL.test(word) ? 'ol' : stemmer(word.replace(WRITTEN_UMLAUT, '$1'));

/** The stem of a word with the `e` of its spelling, if it differs: `aerotwin` beside the stem `arotwin`. */
export function speltStemGerman(word: string): string | null {
  const plain = word.replace(WRITTEN_UMLAUT, '$1');
  return plain === word ? null : stemmer(word);
}

/** The same letters anywhere in an unfinished word: any letter may follow. */
const WRITTEN_UMLAUT_BEGUN = /([ao]|(?<![aeiouyq])u)e/g;

/** The beginning of a word as its stem begins: `zund` for `zuend`. */
export const stemPrefixGerman = (beginning: string): string => beginning.replace(WRITTEN_UMLAUT_BEGUN, '$1');
