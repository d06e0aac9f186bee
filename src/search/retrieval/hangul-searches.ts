/** Searches for an unfinished last word in Hangul, whose last syllable may become another one. Pure functions. */
import { queryText } from '../engine/query-syntax.ts';
import type { ResolvedQuery } from '../meaning/resolve.ts';
import { prefixToken, type Query, type QueryToken, withoutStopWords } from '../query/query.ts';
import { isHangul, nextSyllables } from '../text/hangul.ts';
import { writeTerms } from './text-searches.ts';

/**
 * The whole query with each syllable that its last one may become: `로셔` and others for `롯`. As long as its vowel isn't
 * typed, the engine finds no word. What these find only shows how words begin: the engine may split such a beginning.
 */
export const syllableSearches = (query: Query): readonly string[] =>
  searchesWithEnds(query, ({ stemPrefix }) => nextSyllables(stemPrefix));

/** The most frequent beginnings come first. Each costs the engine a search. */
const MAX_BEGINNINGS = 10;

/** The whole query with each beginning of a word that its last one may become: `로션` for `롯`. */
export const hangulPrefixSearches = (query: Query, { tokens }: ResolvedQuery): readonly string[] =>
  searchesWithEnds(query, ({ token }) => {
    const [typed, ...others] = tokens.find((each) => each.token === token)?.prefixes ?? [];
    return typed === token && isHangul(token) ? others.slice(0, MAX_BEGINNINGS) : [];
  });

function searchesWithEnds(query: Query, endsOf: (last: QueryToken) => readonly string[]): readonly string[] {
  const wording = withoutStopWords(query);
  const last = prefixToken(wording);
  if (last === null) return [];
  const words = writeTerms(wording.terms).slice(0, -1);
  return endsOf(last).map((end) => queryText(query, [...words, end], true));
}
