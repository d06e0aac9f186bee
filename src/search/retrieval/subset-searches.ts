/**
 * Searches for products that lack some words: the whole query with its unknown words as typed, and each pair of its
 * rarest words. They follow if few products have every word. Pure functions.
 */
import { asPhrase, queryText } from '../engine/query-syntax.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { contentTerms, prefixToken, type Query, type QueryToken, withoutStopWords } from '../query/query.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { HAS_NUMBER } from '../text/fold.ts';
import { exchangedLetters, isShortWord } from '../text/misspelling.ts';
import { asStem, searchAsTyped, writeTerms } from './text-searches.ts';

/** How many of the rarest words are paired. Five make ten pairs. */
export const MAX_PAIRED = 5;
/** With fewer known words, or if no product has all words, each word is also searched by itself. */
const FEW_KNOWN = 3;

/** `isWholeFound`: some product has every word. If none has, the words of phrases are searched like all others. */
export function subsetSearches(query: Query, frequencies: StemFrequencies, isWholeFound: boolean): readonly string[] {
  const isKnown = ({ stem }: QueryToken) => frequencies.of(stem) > 0;
  const terms = contentTerms(query.terms);
  const phrases = isWholeFound ? terms.filter(({ isPhrase }) => isPhrase) : [];
  const tokens = distinctByStem(terms.filter((term) => !phrases.includes(term)).flatMap((term) => term.tokens));
  const last = prefixToken(query)?.token;
  const search = (some: readonly QueryToken[]): string => {
    const end = some.at(-1);
    const lastIsPrefix = end !== undefined && end.token === last && !isKnown(end);
    const write = (each: QueryToken) => (lastIsPrefix && each === end ? each.stemPrefix : each.token);
    const words = some.map((each) => (isKnown(each) ? asStem(each) : write(each)));
    return queryText(query, [...phrases.map(({ typed }) => typed), ...words], lastIsPrefix);
  };
  const rarestFirst = tokens.toSorted((one, other) => frequencies.of(one.stem) - frequencies.of(other.stem));
  const paired = new Set(rarestFirst.slice(0, MAX_PAIRED));
  // The first request has already searched the pair of a two-word query.
  const pairs = tokens.length > 2 ? pairsOf(tokens.filter((token) => paired.has(token))) : [];
  const isAlone = tokens.length > 1 && (!isWholeFound || tokens.filter(isKnown).length < FEW_KNOWN);
  const single = isAlone ? tokens.map((token) => [token]) : [];
  const whole = tokens.every(isKnown) ? searchAsTyped(withoutStopWords(query)) : search(tokens);
  const unknown = tokens.filter((token) => !isKnown(token));
  const short = isWholeFound || tokens.length === 1 ? [] : shortWordSearches(query, unknown);
  return [whole, ...stemmedSearches(query, unknown), ...short, ...[...pairs, ...single].map(search)];
}

/**
 * The whole query with its unknown words as stems, of which the engine finds those that are two words of a text:
 * `t shirt` for `tshirts`. Those with numbers match exactly.
 */
export function stemmedSearches(query: Query, unknown: readonly QueryToken[]): readonly string[] {
  if (!unknown.some(({ token, stem }) => token !== stem)) return [];
  const isUnknown = ({ token }: QueryToken) => unknown.some((each) => each.token === token) && !HAS_NUMBER.test(token);
  const write = (token: QueryToken) => (isUnknown(token) ? token.stem : asStem(token));
  return [queryText(query, writeTerms(contentTerms(query.terms), write))];
}

/**
 * The whole query with only the first two letters of an unknown short word, and with two of its letters exchanged: the
 * words found show what it means (`bl` finds `black` for `blak`, and `lamp` is found for `lapm`).
 */
export function shortWordSearches(query: Query, unknown: readonly Pick<QueryToken, 'token'>[]): readonly string[] {
  const tokens = contentTerms(query.terms).flatMap((term) => term.tokens);
  const { stem } = analyzerOf(query.language);
  return unknown
    .filter(({ token }) => isShortWord(token))
    .flatMap(({ token }) => {
      const others = tokens.filter((each) => each.token !== token).map(asStem);
      return [
        queryText(query, [...others, token.slice(0, 2)], true),
        ...exchangedLetters(token).map((word) => queryText(query, [...others, asPhrase(stem(word))])),
      ];
    });
}

/** Each pair of the words, in their order. */
export const pairsOf = <W>(words: readonly W[]): W[][] =>
  words.flatMap((one, index) => words.slice(index + 1).map((other) => [one, other]));

/** One token of each stem. */
const distinctByStem = (tokens: readonly QueryToken[]): readonly QueryToken[] => [
  ...new Map(tokens.map((token) => [token.stem, token])).values(),
];
