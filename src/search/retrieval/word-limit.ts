/** Reduces queries of more words than the engine takes to their rarest words. */
import {
  contentTerms,
  countWords,
  exceedsEngineWords,
  MAX_ENGINE_WORDS,
  type Query,
  type QueryTerm,
} from '../query/query.ts';

/** Resolves to a function that returns how many products have each of these stems. */
export type CountStems = (stems: readonly string[]) => Promise<(stem: string) => number>;

/**
 * Returns the query with as many terms as the engine takes: those that the fewest products have, without those that no
 * product has. If no product has any of them, the first ones, which may be misspelt. Throws what `countStems` throws.
 */
export async function limitWords(query: Query, countStems: CountStems): Promise<Query> {
  if (!exceedsEngineWords(query.terms)) return query;
  const counted = contentTerms(query.terms);
  const countOf = await countStems([...new Set(counted.flatMap(stemsOfTerm))]);
  const chosen = rarestTerms(counted, (term) => Math.min(...stemsOfTerm(term).map(countOf)));
  const terms = query.terms.filter((term) => chosen.has(term));
  // There is no room for synonyms.
  return { ...query, synonymWordings: [], commonSynonymWordings: [], terms };
}

const stemsOfTerm = ({ tokens }: QueryTerm): readonly string[] => tokens.map(({ stem }) => stem);

function rarestTerms(terms: readonly QueryTerm[], countOf: (term: QueryTerm) => number): ReadonlySet<QueryTerm> {
  const counts = new Map(terms.map((term) => [term, countOf(term)]));
  const known = [...counts].filter(([, count]) => count > 0).toSorted(([, one], [, other]) => one - other);
  const chosen = new Set<QueryTerm>();
  for (const term of known.length > 0 ? known.map(([term]) => term) : terms)
    if (countWords([...chosen, term]) <= MAX_ENGINE_WORDS) chosen.add(term);
  return chosen;
}
