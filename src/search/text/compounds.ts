/**
 * The ends of compound words: a shop writes `Bratpfanne`, and shoppers search `pfanne`. An end begins at a syllable
 * (TeX's hyphenation patterns), as in Lucene's HyphenationCompoundWordTokenFilter: any letters would make `Festpreis`
 * end with `Reis`. In Chinese and Japanese, each character is a syllable: `凉鞋` ends with `鞋`. Languages that write
 * compounds apart have none.
 */
import { createRequire } from 'node:module';
import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';
import { COMPOUND_RULES, type CompoundRules } from './compound-rules.ts';
import { foldText } from './fold.ts';
import { endsOfHangul } from './korean-compounds.ts';

const MIN_COMPOUND_LENGTH = 6;
/** A longer text without spaces is hardly a word. */
export const MAX_COMPOUND_LENGTH = 40;
const MIN_BEGINNING_LENGTH = 3;
const MIN_END_LENGTH = 4;
/**
 * Beginnings of other nouns of which the end looks like a cupboard (`skap`, `skab`, folded `skåp`): `redskaper`,
 * `selskab`.
 */
const NO_CUPBOARD = /(?:red|land|egen|sel|sall|venn?|van|mann?|mand|kunn?|kund|regn|medlem|svanger|vi[dt]en) ska[bp]/;
/** The last syllable of most words, and hardly ever a word: `sche` of `Flasche`. */
const UNSTRESSED = /^[^aeiouy]+e[rnls]?$/;
const MUTE_AT_END = /[bcdfgkpt]$/;
const LIQUID = /^[lr]/;
const LETTERS = /^\p{L}+$/u;
const HYPHEN = '\u00ad';

const HAN = /^\p{scx=Han}{2,}$/u;

/** The last character of a word of Han characters, and the last two. */
function endsOfHan(word: string): readonly string[] {
  if (!HAN.test(word)) return [];
  const characters = [...word];
  return [2, 1].filter((length) => length < characters.length).map((length) => characters.slice(-length).join(''));
}

/**
 * Returns the function that finds the folded ends of a word; null for a language without them. A word as written has
 * more ends than a folded one, because patterns know the letters of the language: `Tält-säng`, but `talt-sang` hasn't.
 */
export function compoundEndsIn(language: string): ((word: string) => readonly string[]) | null {
  if (language === 'zh' || language === 'ja') return (word) => endsOfHan(foldText(word));
  if (language === 'ko') return (word) => endsOfHangul(foldText(word));
  const rules = COMPOUND_RULES[language];
  if (rules === undefined) return null;
  let hyphenate: HyphenationFunctionSync | undefined;
  const endsOf = (word: string): string[] => {
    hyphenate ??= loadHyphenator(rules.patterns);
    return startsOf(word, hyphenate(word).split(HYPHEN), rules).flatMap((start) => {
      const end = foldText(word.slice(start));
      return isCompound(foldText(word.slice(0, start)), end, rules) ? [end] : [];
    });
  };
  return (word) => {
    const folded = foldText(word);
    if (folded.length < MIN_COMPOUND_LENGTH || folded.length > MAX_COMPOUND_LENGTH || !LETTERS.test(folded)) return [];
    const [usual] = rules.ends?.flatMap((end) => end.exec(folded)?.[1] ?? []) ?? [];
    if (usual !== undefined) return [usual];
    const written = word.toLowerCase().normalize('NFC');
    return written === folded ? endsOf(folded) : [...new Set([...endsOf(folded), ...endsOf(written)])];
  };
}

/** The offsets at which a word may start, the likeliest first: those of syllables, and those that the patterns miss. */
function startsOf(
  word: string,
  syllables: readonly string[],
  { missedStarts, startsAtS, startsLate }: CompoundRules,
): readonly number[] {
  const found = (pattern?: RegExp) =>
    pattern === undefined ? [] : Array.from(word.matchAll(pattern), ({ index }) => index);
  const starts = found(missedStarts);
  let [start, before] = [0, ''];
  for (const syllable of syllables) {
    if (startsLate === true && MUTE_AT_END.test(before) && LIQUID.test(syllable)) starts.push(start - 1);
    starts.push(start);
    start += syllable.length;
    before = syllable;
  }
  return [...new Set([...starts.toSorted((one, other) => one - other), ...found(startsAtS)])];
}

/** Whether a word may be a compound of two folded parts. */
function isCompound(beginning: string, end: string, rules: CompoundRules): boolean {
  if (beginning.length < MIN_BEGINNING_LENGTH && rules.shortBeginnings?.has(beginning) !== true) return false;
  if (NO_CUPBOARD.test(`${beginning} ${end}`)) return false;
  if (end.length >= MIN_END_LENGTH) return !UNSTRESSED.test(end);
  return rules.shortEnds?.has(end) === true && rules.noShortEnd?.test(beginning + end) !== true;
}

const require = createRequire(import.meta.url);

/** Loads the patterns when the first word needs them: those of German take 11 MB. */
function loadHyphenator(file: string): HyphenationFunctionSync {
  const patterns = require(`hyphen/patterns/${file}.js`) as PatternsDefinition;
  return createHyphenator(patterns, { async: false, hyphenChar: HYPHEN }) as HyphenationFunctionSync;
}
