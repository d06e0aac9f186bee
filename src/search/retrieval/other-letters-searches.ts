/**
 * Searches for an unfinished last word in other letters: `papo` for `παπούτσια`. They have no other words, because those
 * may be in other letters, too. Pure functions.
 */
import { queryText } from '../engine/query-syntax.ts';
import { beginningsInOtherLetters } from '../meaning/other-letters.ts';
import type { ResolvedQuery, ResolvedToken } from '../meaning/resolve.ts';
import { prefixToken, type Query, withoutStopWords } from '../query/query.ts';
import { analyzerOf } from '../text/analyzer.ts';

/** Shows which beginnings products have. `unresolved` are the words that nothing is known of. */
export const beginningSearches = (query: Query, unresolved: readonly ResolvedToken[]): readonly string[] =>
  searchesFor(query, (token) => unresolved.some((each) => each.token === token));

/** The beginning that products have. */
export const knownBeginningSearches = (query: Query, { tokens }: ResolvedQuery): readonly string[] =>
  searchesFor(query, (token, beginning) =>
    tokens.some((each) => each.token === token && each.prefixes.includes(beginning)),
  );

function searchesFor(query: Query, isSearched: (token: string, beginning: string) => boolean): readonly string[] {
  const token = prefixToken(withoutStopWords(query))?.token ?? '';
  return beginningsInOtherLetters(token, analyzerOf(query.language))
    .filter((beginning) => isSearched(token, beginning))
    .map((beginning) => queryText(query, [beginning], true));
}
