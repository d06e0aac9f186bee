/** Reduces queries of more words than the engine takes to their rarest words. Pure functions. */
import type { StemFrequencies } from '../index/stem-frequencies.ts';
import {
  contentTerms,
  countWords,
  exceedsEngineWords,
  MAX_COUNTED_WORDS,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
  tokensOf,
} from '../query/query.ts';

/** The first content terms, as many as are counted. */
const countedTerms = ({ terms }: Query): readonly QueryTerm[] =>
  contentTerms(terms).filter((_term, index, all) => countWords(all.slice(0, index + 1)) <= MAX_COUNTED_WORDS);

/** The stems to count before the terms of a query can be chosen; empty if all terms are searched. */
export const stemsToChoose = (query: Query): readonly string[] =>
  exceedsEngineWords(query.terms)
    ? [...new Set(countedTerms(query).flatMap(({ tokens }) => tokens.map(({ stem }) => stem)))]
    : [];

/**
 * The query with as many terms as the engine takes: those that the fewest products have, without those that no product
 * has. If no product has any of them, the first ones, which may be misspelt.
 */
export function keepRarestTerms(query: Query, { of }: StemFrequencies): Query {
  if (!exceedsEngineWords(query.terms)) return query;
  const counted = countedTerms(query).map((term) => ({
    term,
    count: Math.min(...term.tokens.map(({ stem }) => of(stem))),
  }));
  const rarestFirst = counted.filter(({ count }) => count > 0).toSorted((one, other) => one.count - other.count);
  const chosen = new Set<QueryTerm>();
  for (const { term } of rarestFirst.length > 0 ? rarestFirst : counted)
    if (countWords([...chosen, term]) <= MAX_ENGINE_WORDS) chosen.add(term);
  const terms = query.terms.filter((term) => chosen.has(term));
  // There is no room for synonyms.
  return { ...query, variants: [], terms, tokens: tokensOf(terms) };
}
