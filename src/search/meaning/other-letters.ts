/**
 * Words in other letters than those of the products: by their sounds (`кастрол` for `Castrol`, `kolyaska` for `коляска`),
 * or in the wrong keyboard layout (`rjkzcrf`). If no product has a word, the stems of its likeliest spellings are counted,
 * and it means the most frequent one. Pure functions.
 */
import { mostFrequent, type StemFrequencies } from '../engine/stem-frequencies.ts';
import type { QueryTerm } from '../query/query.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { inOtherLayout } from './keyboard-layouts.ts';
import { nativeSpellings } from './native-spellings.ts';
import { latinSpellings } from './transliterate.ts';

type Term = Pick<QueryTerm, 'typed' | 'isPhrase'> & {
  readonly tokens: readonly { readonly token: string; readonly stem: string }[];
};

/** The maximum number of words that are spelt. */
const MAX_WORDS = 4;

/** A shorter stem is that of too many words. */
const MIN_STEM_LENGTH = 3;

const withoutShort = (stems: readonly string[]): readonly string[] =>
  [...new Set(stems)].filter(({ length }) => length >= MIN_STEM_LENGTH);

/** What ends a sentence or a list is also a letter in some layouts. */
const PUNCTUATION_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** The stems of a term in the other keyboard layout, where it is one word: a key of punctuation may type a letter there. */
function stemsInOtherLayout({ typed }: Term, { stem, language }: Analyzer): readonly string[] {
  const words = [typed, typed.replace(PUNCTUATION_AROUND, '')].map((each) => inOtherLayout(each, language));
  return withoutShort(words.flatMap((word) => (word === null ? [] : stem(word))));
}

/** The stems of a word by its sounds, the likeliest first. Counting each costs the engine a search. */
const stemsBySound = (token: string, { stem, language }: Analyzer): readonly string[] => [
  ...new Set([...latinSpellings(token).map(stem), ...withoutShort(nativeSpellings(token, language).map(stem))]),
];

/** The maximum number of spellings of an unfinished word by its sounds. Each costs a search that returns products. */
const MAX_BEGINNINGS = 4;

/** The beginnings of words that an unfinished word in other letters may become, the likeliest first. */
export const beginningsInOtherLetters = (
  token: string,
  { language }: Pick<Analyzer, 'language'>,
): readonly string[] => {
  const inLayout = inOtherLayout(token, language);
  const bySound = nativeSpellings(token, language).slice(0, MAX_BEGINNINGS);
  return [...new Set([...(inLayout === null ? [] : [inLayout]), ...bySound])];
};

/** The terms with words that no product has. */
const unknownTerms = (terms: readonly Term[], of: StemFrequencies['of']): readonly Term[] =>
  terms.filter(({ isPhrase, tokens }) => !isPhrase && tokens.some(({ stem }) => of(stem) === 0)).slice(0, MAX_WORDS);

const unknownTokens = (terms: readonly Term[], of: StemFrequencies['of']): readonly string[] =>
  terms.flatMap(({ tokens }) => tokens.flatMap(({ token, stem }) => (of(stem) === 0 ? token : []))).slice(0, MAX_WORDS);

/** The stems to count for `meantInOtherLetters`. */
export function stemsInOtherLetters(
  terms: readonly Term[],
  analyzer: Analyzer,
  { of }: Pick<StemFrequencies, 'of'>,
): readonly string[] {
  const unknown = unknownTerms(terms, of);
  const inLayout = unknown.flatMap((term) => stemsInOtherLayout(term, analyzer));
  return [...new Set([...inLayout, ...unknownTokens(unknown, of).flatMap((token) => stemsBySound(token, analyzer))])];
}

/** By token, the stem of the word that it means in other letters: of its spellings, the one that most products have. */
export function meantInOtherLetters(
  terms: readonly Term[],
  analyzer: Analyzer,
  frequencies: Pick<StemFrequencies, 'of'>,
): ReadonlyMap<string, string> {
  const unknown = unknownTerms(terms, frequencies.of);
  const bySound = unknownTokens(unknown, frequencies.of).flatMap((token) =>
    mostFrequent(stemsBySound(token, analyzer), frequencies).map((stem) => [token, stem] as const),
  );
  const inLayout = unknown.flatMap((term) =>
    mostFrequent(stemsInOtherLayout(term, analyzer), frequencies).flatMap((stem) =>
      term.tokens.map(({ token }) => [token, stem] as const),
    ),
  );
  return new Map([...bySound, ...inLayout]);
}
