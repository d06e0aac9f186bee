/**
 * Joins or separates words of a query that few products have as typed: two of its words as one (`deadbolt` for `dead
 * bolt`), one of them as several (`lawn mower` for `lawnmowers`, `xbox 360` for `xbox360`), or an identifier with other
 * separators (`5w-30` for `5w30`).
 */
import { asPhrase, type EngineQuery, engineQueryOf, queryText } from '../../engine/query-syntax.ts';
import type { Select } from '../../engine/selection.ts';
import { wordsInTitles } from '../../meaning/title-words.ts';
import { contentTerms, distinctTokens, type Query, tokensOf, withoutStopWords } from '../../query/query.ts';
import { separatedQuery } from '../../query/rewrite.ts';
import { ENOUGH_HITS, SCORED_HITS } from '../../retrieval/limits.ts';
import { asStem, searchAsTyped, writeTerms } from '../../retrieval/text-searches.ts';
import { joinedSearches, separatedSearches } from '../../retrieval/word-break-searches.ts';
import { analyzerOf } from '../../text/analyzer.ts';
import { isUnspaced } from '../../text/segment.ts';
import { separateName } from '../../text/word-breaks.ts';
import { countSets, inWholeScope, type TotalOf } from './count-sets.ts';
import { strictSets } from './set-queries.ts';

/** Joined or separated words are more usual if at least this many times more products have them. */
export const JOINED_OR_SEPARATED_FACTOR = 3;

/** A longer query is rarely written otherwise, and each set costs the engine a search. */
const MAX_WORDS = 5;

/** The sets with joined or separated words that the query alone shows. */
export function joinedAndSeparated(query: Query): readonly EngineQuery[] {
  const words = tokensOf(contentTerms(query.terms));
  if (words.length > MAX_WORDS || words.some(isUnspaced)) return [];
  if (query.isIdentifier) {
    const apart = separatedQuery(query);
    return apart === null ? [] : [strictSets(apart).whole];
  }
  const searches = [...joinedSearches(query, () => true), ...separatedSearches(query, () => true)];
  return searches.map((q) => engineQueryOf(query, q));
}

/** The largest of these sets, the first one of equals; null if it has fewer than `atLeast` products. */
export function largestSet(sets: readonly EngineQuery[], totalOf: TotalOf, atLeast: number): EngineQuery | null {
  const [largest] = sets.toSorted((one, other) => totalOf(other) - totalOf(one));
  return largest !== undefined && totalOf(largest) >= atLeast ? largest : null;
}

interface Choice {
  readonly query: Query;
  /** How many products have the query as typed. */
  readonly total: number;
  readonly select: Select;
}

/** The query with one word as several, as the titles of similar products show; null if few products have these. */
export async function separatedAsInTitles({ query, total, select }: Choice): Promise<EngineQuery | null> {
  if (total >= ENOUGH_HITS || query.isIdentifier || tokensOf(query.terms).some(isUnspaced)) return null;
  const asTyped = engineQueryOf(query, searchAsTyped(withoutStopWords(query)));
  const [typed] = await select([{ ...inWholeScope(asTyped), limit: SCORED_HITS }]);
  const apart = separatedSets(query, typed?.hits.map(({ titleStems }) => titleStems) ?? []);
  return largestSet(apart, await countSets(apart, select), JOINED_OR_SEPARATED_FACTOR * total);
}

/** For each word that is several adjacent words of a title, the query with these in its place. */
function separatedSets(query: Query, titles: readonly string[]): readonly EngineQuery[] {
  const terms = contentTerms(query.terms);
  const analyzer = analyzerOf(query.language);
  return distinctTokens(terms.filter(({ isPhrase }) => !isPhrase)).flatMap(({ token }) => {
    // Names and their numbers must be adjacent, see `joinedAndSeparated`.
    const parts = separateName(token) === null ? wordsInTitles(token, titles, analyzer) : null;
    if (parts === null) return [];
    const apart = parts.map(asPhrase).join(' ');
    const words = writeTerms(terms, (each) => (each.token === token ? apart : asStem(each)));
    return engineQueryOf(query, queryText(query, words));
  });
}
