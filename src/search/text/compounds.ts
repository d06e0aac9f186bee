/**
 * The ends of compound words: a shop writes `Bratpfanne`, and shoppers search `pfanne`. An end begins at a syllable
 * (TeX's hyphenation patterns), as in Lucene's HyphenationCompoundWordTokenFilter: any letters would make `Festpreis`
 * end with `Reis`. In Chinese and Japanese, each character is a syllable: `凉鞋` ends with `鞋`. Languages that write
 * compounds apart have none.
 */
import { createRequire } from 'node:module';
import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';

/** The file of each language's patterns. */
const PATTERNS: Readonly<Record<string, string>> = {
  da: 'da',
  de: 'de-1996',
  fi: 'fi',
  hu: 'hu',
  nl: 'nl',
  no: 'nb',
  sv: 'sv',
};

/** The nouns of three letters that end many compounds. Other syllables of three letters are hardly ever words. */
const SHORT_ENDS: Readonly<Record<string, string>> = {
  da: 'bil bog dug hus sko',
  de: 'bad box eis hut rad set tee uhr',
  hu: 'agy ing kes kep mez sal tal tok',
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

const HAN = /^\p{scx=Han}{2,}$/u;

/** The last character of a word of Han characters, and the last two. */
function endsOfHan(word: string): readonly string[] {
  if (!HAN.test(word)) return [];
  const characters = [...word];
  return [2, 1].filter((length) => length < characters.length).map((length) => characters.slice(-length).join(''));
}

/** Returns the function that finds the ends of a folded word, the longest first; null for a language without them. */
export function compoundEndsIn(language: string): ((word: string) => readonly string[]) | null {
  if (language === 'zh' || language === 'ja') return endsOfHan;
  const file = PATTERNS[language];
  if (file === undefined) return null;
  const shortEnds = new Set(SHORT_ENDS[language]?.split(' '));
  const isEnd = (end: string) => (end.length >= MIN_END_LENGTH ? !UNSTRESSED.test(end) : shortEnds.has(end));
  let hyphenate: HyphenationFunctionSync | undefined;
  return (word) => {
    if (word.length < MIN_COMPOUND_LENGTH || !LETTERS.test(word)) return [];
    hyphenate ??= loadHyphenator(file);
    const syllables = hyphenate(word).split(HYPHEN);
    const ends = syllables.map((_syllable, index) => syllables.slice(index).join(''));
    return ends.filter((end) => word.length - end.length >= MIN_BEGINNING_LENGTH && isEnd(end));
  };
}

const require = createRequire(import.meta.url);

/** Loads the patterns when the first word needs them: those of German take 11 MB. */
function loadHyphenator(file: string): HyphenationFunctionSync {
  const patterns = require(`hyphen/patterns/${file}.js`) as PatternsDefinition;
  return createHyphenator(patterns, { async: false, hyphenChar: HYPHEN }) as HyphenationFunctionSync;
}
