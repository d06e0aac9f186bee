/** Queries of more words than the engine takes: the rarest are searched, and the others left out. */

import type { StemFrequencies } from '../index/stem-frequencies.ts';
import {
  countWords,
  exceedsEngineWords,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
  tellingTerms,
} from '../query/query.ts';

/** More than anyone types: each costs the engine a search. */
const MAX_COUNTED = 40;

const countedTerms = ({ terms }: Query): readonly QueryTerm[] => tellingTerms(terms).slice(0, MAX_COUNTED);

/** What has to be counted to choose the terms of a query; empty where all are searched. */
export const stemsToChoose = (query: Query): readonly string[] =>
  exceedsEngineWords(query.terms)
    ? [...new Set(countedTerms(query).flatMap(({ tokens }) => tokens.map(({ stem }) => stem)))]
    : [];

/** The query with as many terms as the engine takes: those that fewest products have, and none that no product has. */
export function keepRarestTerms(query: Query, { of }: StemFrequencies): Query {
  if (!exceedsEngineWords(query.terms)) return query;
  const terms = countedTerms(query);
  const rarestFirst = terms
    .map((term) => ({ term, count: Math.min(...term.tokens.map(({ stem }) => of(stem))) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => one.count - other.count);
  const kept = new Set<QueryTerm>();
  for (const { term } of rarestFirst) if (countWords([...kept, term]) <= MAX_ENGINE_WORDS) kept.add(term);
  // There is no room for synonyms.
  return kept.size === 0 ? query : { ...query, variants: [], terms: terms.filter((term) => kept.has(term)) };
}
