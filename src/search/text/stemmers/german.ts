/**
 * Stems of folded German words: Snowball's, without the `e` by which other keyboards write umlauts: `stuehle` is
 * `Stühle`, folded `stuhle`. Snowball's variant "german2" does the same. Snowball has no rule for the plurals of `Sofas`
 * and `Gabeln`.
 */
import { stemmer } from '@orama/stemmers/german';

/** Neither `qu` nor the `ue` of `steuer`, nor the ending of `Statuen`. */
const WRITTEN_UMLAUT = /([ao]|(?<![aeiouyq])u)e(?!n?$)/g;

/** The forms of `Öl`. Snowball removes no ending of so short a word. */
const FORM_OF_OIL = /^(oe?l)(?:e[ns]?|s)$/;

const PLURAL_IN_N = /(?<=..el)n$/;

/** Snowball removes an `s` after most consonants. After these letters it is the plural of a loanword. */
const PLURAL_IN_S = new RegExp(
  `(?<=${[
    '..[cvwy]',
    // Not of `Gips`, `Raps`, `Schnaps` and `Pumps`.
    '..(?<!gi|^ra|schna|pum|schli|mo|klo)p',
    // Not of `Glas`, `Gras` and `Gas`, whose other forms keep it, nor of `kabellos`, `Moos`, `Reis`, `Mais` and `Kürbis`.
    '..(?<!gl|gr|g|atl|anan)a',
    '..(?<![lo])o|(?:roll|pol|cell|sil|kil)o',
    '..(?<![aen]|ir|prax|bas|kurb)i|..ini',
    '(?:akk|igl|men|kangur|tab)u',
  ].join('|')})s$`,
);

export const stemGerman = (word: string): string => speltStemGerman(word.replace(WRITTEN_UMLAUT, '$1'));

/** The stem of a word with the `e` of its spelling: `aerotwin` beside the stem `arotwin`. */
export const speltStemGerman = (word: string): string =>
  stemmer(word.replace(FORM_OF_OIL, '$1').replace(PLURAL_IN_N, '').replace(PLURAL_IN_S, ''));

/** The same letters anywhere in an unfinished word: any letter may follow. */
const WRITTEN_UMLAUT_BEGUN = /([ao]|(?<![aeiouyq])u)e/g;

/** The beginning of a word as its stem begins: `zund` for `zuend`. */
export const stemPrefixGerman = (beginning: string): string => beginning.replace(WRITTEN_UMLAUT_BEGUN, '$1');
