/** Reduces queries of more words than the engine takes to their rarest words. */

import type { StemFrequencies } from '../index/stem-frequencies.ts';
import {
  contentTerms,
  countWords,
  exceedsEngineWords,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
} from '../query/query.ts';

/** More than anyone types. Counting a term costs the engine a search. */
const MAX_COUNTED = 40;

const countedTerms = ({ terms }: Query): readonly QueryTerm[] => contentTerms(terms).slice(0, MAX_COUNTED);

/** The stems to count before the terms of a query can be chosen; empty if all terms are searched. */
export const stemsToChoose = (query: Query): readonly string[] =>
  exceedsEngineWords(query.terms)
    ? [...new Set(countedTerms(query).flatMap(({ tokens }) => tokens.map(({ stem }) => stem)))]
    : [];

/**
 * The query with as many terms as the engine takes: those that the fewest products have, without those that no product
 * has.
 */
export function keepRarestTerms(query: Query, { of }: StemFrequencies): Query {
  if (!exceedsEngineWords(query.terms)) return query;
  const terms = countedTerms(query);
  const rarestFirst = terms
    .map((term) => ({ term, count: Math.min(...term.tokens.map(({ stem }) => of(stem))) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count);
  const chosen = new Set<QueryTerm>();
  for (const { term } of rarestFirst) if (countWords([...chosen, term]) <= MAX_ENGINE_WORDS) chosen.add(term);
  // There is no room for synonyms.
  return chosen.size === 0 ? query : { ...query, variants: [], terms: terms.filter((term) => chosen.has(term)) };
}
