/**
 * Searches for products that have not every word: the whole query with its unknown words as typed, and each pair of its rarest
 * words. They follow where few products have every word, or where the shop writes two words of the query as one. Pure functions.
 */
import type { StemFrequencies } from '../index/stem-frequencies.ts';
import { isPhrase, type Query, type QueryToken, tellingTerms } from '../query/query.ts';
import { joinNeighbours } from '../query/resolve.ts';
import { analyzerOf } from '../text/analyzer.ts';
import { asStem, searchAsTyped, searchFor, type TextSearch } from './text-searches.ts';

/** The rarest words that are paired; they make ten pairs. */
const MAX_PAIRED = 5;
/** With fewer known words, or where no product has them all, each is searched by itself as well. */
const FEW_KNOWN = 3;

/** @param isFound whether some product has every word; where none has, the words of phrases are searched as any others */
export function subsetSearches(query: Query, frequencies: StemFrequencies, isFound: boolean): readonly TextSearch[] {
  const isKnown = ({ stem }: QueryToken) => frequencies.of(stem) > 0;
  const terms = tellingTerms(query.terms);
  const kept = isFound ? terms.filter(({ typed }) => isPhrase(typed)) : [];
  const tokens = distinct(terms.filter((term) => !kept.includes(term)).flatMap((term) => term.tokens));
  const last = query.lastTermIsPrefix ? query.terms.at(-1)?.tokens.at(-1)?.token : undefined;
  const search = (some: readonly QueryToken[]): TextSearch => {
    const words = some.map((each) => (isKnown(each) ? asStem(each) : each.token));
    const end = some.at(-1);
    const lastIsPrefix = end !== undefined && end.token === last && !isKnown(end);
    return searchFor(query, [...kept.map(({ typed }) => typed), ...words], lastIsPrefix);
  };
  const rarestFirst = tokens.toSorted((one, other) => frequencies.of(one.stem) - frequencies.of(other.stem));
  const paired = new Set(rarestFirst.slice(0, MAX_PAIRED));
  // Of two words the first request has searched the pair.
  const pairs = tokens.length > 2 ? pairsOf(tokens.filter((token) => paired.has(token))) : [];
  const isAlone = tokens.length > 1 && (!isFound || tokens.filter(isKnown).length < FEW_KNOWN);
  const single = isAlone ? tokens.map((token) => [token]) : [];
  const whole = tokens.every(isKnown) ? searchAsTyped(query, terms) : search(tokens);
  return [whole, ...[...pairs, ...single].map(search)];
}

/** The whole query with words that stand side by side as the one word that some product has: `head set` as `headset`. */
export function joinedSearches(query: Query, frequencies: StemFrequencies): readonly TextSearch[] {
  const terms = tellingTerms(query.terms);
  const phrases = terms.flatMap(({ typed }) => (isPhrase(typed) ? [typed] : []));
  const tokens = terms.flatMap((term) => (isPhrase(term.typed) ? [] : term.tokens));
  return joinedPairs(query)
    .filter(({ stem }) => frequencies.of(stem) > 0)
    .map(({ from, to, stem }) => {
      const words = [...tokens.slice(0, from), { stem }, ...tokens.slice(to)].map(asStem);
      return searchFor(query, [...phrases, ...words]);
    });
}

/** The stems whose frequencies the searches, and ranking, ask for. */
export const stemsToCount = (query: Query): readonly string[] => [
  ...new Set([...query.terms.flatMap(({ tokens }) => tokens), ...joinedPairs(query)].map(({ stem }) => stem)),
];

const joinedPairs = ({ terms, language }: Query) =>
  joinNeighbours(
    tellingTerms(terms).flatMap((term) => (isPhrase(term.typed) ? [] : term.tokens.map(({ token }) => token))),
    2,
    analyzerOf(language),
  );

const pairsOf = (tokens: readonly QueryToken[]): QueryToken[][] =>
  tokens.flatMap((one, index) => tokens.slice(index + 1).map((other) => [one, other]));

const distinct = (tokens: readonly QueryToken[]): readonly QueryToken[] => [
  ...new Map(tokens.map((token) => [token.stem, token])).values(),
];
