/**
 * Words in other letters than those of the products: by their sounds (`кастрол` for `Castrol`, `kolyaska` for `коляска`),
 * or in the wrong keyboard layout (`rjkzcrf`). Pure functions.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import type { QueryTerm } from '../query/query.ts';
import type { Analyzer } from '../text/analyzer.ts';
import { inOtherLayout } from './keyboard-layouts.ts';
import { nativeSpellings } from './native-spellings.ts';
import type { Spellings } from './spellings.ts';
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

/** The stems of a word by its sounds, the likeliest first. */
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

/** The spellings of the words that no product has. Those in the other layout come last, so they count if products have them. */
export function spellingsInOtherLetters(
  terms: readonly Term[],
  analyzer: Analyzer,
  { of }: Pick<StemFrequencies, 'of'>,
): readonly Spellings[] {
  const isUnknown = ({ stem }: { readonly stem: string }) => of(stem) === 0;
  const unknown = terms.filter(({ isPhrase, tokens }) => !isPhrase && tokens.some(isUnknown)).slice(0, MAX_WORDS);
  const words = unknown.flatMap(({ tokens }) => tokens.filter(isUnknown)).slice(0, MAX_WORDS);
  const bySound = words.map(({ token }) => ({ token, stems: stemsBySound(token, analyzer) }));
  const inLayout = unknown.flatMap((term) => {
    const stems = stemsInOtherLayout(term, analyzer);
    return term.tokens.map(({ token }) => ({ token, stems }));
  });
  return [...bySound, ...inLayout];
}
