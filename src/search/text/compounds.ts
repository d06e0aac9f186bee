/**
 * The ends of compound words: a shop writes `Bratpfanne`, and shoppers search `pfanne`. An end begins at a syllable
 * (TeX's hyphenation patterns), as in Lucene's HyphenationCompoundWordTokenFilter: any letters would make `Festpreis`
 * end with `Reis`. Languages that write compounds apart have none.
 */
import createHyphenator, { type HyphenationFunctionSync } from 'hyphen';
import danish from 'hyphen/patterns/da.js';
import german from 'hyphen/patterns/de-1996.js';
import finnish from 'hyphen/patterns/fi.js';
import norwegian from 'hyphen/patterns/nb.js';
import dutch from 'hyphen/patterns/nl.js';
import swedish from 'hyphen/patterns/sv.js';

const PATTERNS: Readonly<Record<string, typeof german>> = {
  da: danish,
  de: german,
  fi: finnish,
  nl: dutch,
  no: norwegian,
  sv: swedish,
};

/** The nouns of three letters that end many compounds. Other syllables of three letters are hardly ever words. */
const SHORT_ENDS: Readonly<Record<string, string>> = {
  da: 'bil bog dug hus sko',
  de: 'bad box eis hut rad set tee uhr',
  nl: 'bak bed box jas kam mat mes pan pot rek set tas',
  no: 'bil bok duk hus sko',
  sv: 'bil bok duk hus sko',
};

const MIN_COMPOUND_LENGTH = 6;
const MIN_BEGINNING_LENGTH = 3;
const MIN_END_LENGTH = 4;
/** The last syllable of most words, and hardly ever a word: `sche` of `Flasche`. */
const UNSTRESSED = /^[^aeiouy]+e[rnls]?$/;
const LETTERS = /^\p{L}+$/u;
const HYPHEN = '\u00ad';

/** Returns the function that finds the ends of a folded word, the longest first; null for a language without them. */
export function compoundEndsIn(language: string): ((word: string) => readonly string[]) | null {
  const patterns = PATTERNS[language];
  if (patterns === undefined) return null;
  const hyphenate = createHyphenator(patterns, { async: false, hyphenChar: HYPHEN }) as HyphenationFunctionSync;
  const shortEnds = new Set(SHORT_ENDS[language]?.split(' '));
  const isEnd = (end: string) => (end.length >= MIN_END_LENGTH ? !UNSTRESSED.test(end) : shortEnds.has(end));
  return (word) => {
    if (word.length < MIN_COMPOUND_LENGTH || !LETTERS.test(word)) return [];
    const syllables = hyphenate(word).split(HYPHEN);
    const ends = syllables.map((_syllable, index) => syllables.slice(index).join(''));
    return ends.filter((end) => word.length - end.length >= MIN_BEGINNING_LENGTH && isEnd(end));
  };
}
