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
