/**
 * Searches for a query with other breaks between its words: two words as one, one as two, and names and their numbers
 * apart. Pure functions.
 */
import { asPhrase, queryText } from '../engine/query-syntax.ts';
import { joinedPrefix, joinNeighbours } from '../meaning/join.ts';
import { contentTerms, prefixToken, type Query, type QueryToken } from '../query/query.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { initialsOf, prefixSplits, separateName, wordSplits } from '../text/word-breaks.ts';
import { asStem, writeTerms } from './text-searches.ts';

/** The ways to split a long word. Each costs the engine a search, and nobody types several such words. */
const MAX_SPLITS = 20;

/**
 * A search for each way to split a word into two, and for its letters if it may be initials. The titles found show
 * whether it is two words: `brake disc` for `brakediscs`, and `deck scr` for the unfinished `deckscr`. The engine splits
 * only words that a text has exactly so.
 */
export function splitSearches(query: Query, tokens: readonly Pick<QueryToken, 'token'>[]): readonly string[] {
  const { stem } = analyzerOf(query.language);
  const last = prefixToken(query)?.token;
  const whole = tokens.flatMap(({ token }) => wordSplits(token));
  const unfinished = tokens.flatMap(({ token }) => (token === last ? prefixSplits(token) : []));
  const initials = tokens.flatMap(({ token }) => initialsOf(token)?.join(' ') ?? []);
  return [
    ...initials.map((letters) => queryText(query, [asPhrase(letters)])),
    ...whole.map((parts) => queryText(query, parts.map(stem).map(asPhrase))),
    ...unfinished.map(([word, prefix]) => queryText(query, [asPhrase(stem(word)), prefix], true)),
  ].slice(0, MAX_SPLITS);
}

/** The whole query with two adjacent words as one word that is known: `head set` as `headset`. */
export function joinedSearches(query: Query, isKnown: (stem: string) => boolean): readonly string[] {
  const terms = contentTerms(query.terms);
  const phrases = terms.flatMap(({ isPhrase, typed }) => (isPhrase ? [typed] : []));
  const tokens = tokensOutsidePhrases(query);
  return joinedPairs(query)
    .filter(({ stem }) => isKnown(stem))
    .map(({ from, to, stem }) => {
      const words = [...tokens.slice(0, from), { stem }, ...tokens.slice(to)].map(asStem);
      return queryText(query, [...phrases, ...words]);
    });
}

/** The whole query with its last two words as the beginning of one: `electric toothb` for `electric tooth b`. */
export function joinedPrefixSearches(query: Query): readonly string[] {
  const prefix = joinedPrefix(query);
  if (prefix === null) return [];
  // Neither is a stop word or in a phrase.
  const words = writeTerms(contentTerms(query.terms)).slice(0, -2);
  return [queryText(query, [...words, prefix], true)];
}

/**
 * Each word alone that two adjacent words of a longer query are as one: products may lack the other words. One of both is
 * unknown: where shops sell washers, `power washer` is no `powerwash`.
 */
export function joinedWordSearches(query: Query, isKnown: (stem: string) => boolean): readonly string[] {
  const tokens = tokensOutsidePhrases(query);
  if (tokens.length === 2) return [];
  return joinedPairs(query)
    .filter(({ stem, from, to }) => isKnown(stem) && !tokens.slice(from, to).every((token) => isKnown(token.stem)))
    .map((joined) => queryText(query, [asStem(joined)]));
}

/** The whole query with names and their numbers apart, but adjacent: `iphone 15` for `iphone15`. */
export function separatedSearches(query: Query, isSeparated: (stem: string) => boolean): readonly string[] {
  const separated = ({ token, stem }: QueryToken): string | null =>
    isSeparated(stem) ? (separateName(token)?.join(' ') ?? null) : null;
  const terms = contentTerms(query.terms);
  if (!terms.some(({ isPhrase, tokens }) => !isPhrase && tokens.some((token) => separated(token) !== null))) return [];
  const words = writeTerms(terms, (token) => asPhrase(separated(token) ?? token.stem));
  return [queryText(query, words)];
}

/** The words that two adjacent words of a query are as one. */
export const joinedPairs = (query: Query) =>
  joinNeighbours(
    tokensOutsidePhrases(query).map(({ token }) => token),
    2,
    analyzerOf(query.language),
  );

const tokensOutsidePhrases = ({ terms }: Query): readonly QueryToken[] =>
  contentTerms(terms).flatMap((term) => (term.isPhrase ? [] : term.tokens));
