/**
 * Retrieves the candidates of a query, for most queries with one request to the engine. Another request comes before it
 * for a very long query, and after it if few products have every word, or if better ones may be missing. One more
 * follows for a misspelt word, and two for one that products may have as two words, as a part or in another script. A
 * query that finds nothing is rewritten and starts again if it may mean something else: a word and a number, a synonym of
 * a word that no product has, whose words another request counts, or a word that begins a compound, which another request
 * searches. If it still finds nothing, one more request searches for the parts of a code, and for synonyms of what a word
 * begins.
 *
 * What an unknown word means is resolved (`meaning/meanings.ts`) up to three times, each time among other products: to plan
 * the probes, to plan the query expansion, and to rank (`ranking/rank.ts`).
 */
import { type Candidates, mergeCandidates, NO_SEARCHES, type SearchPlan, unionOf } from '../engine/candidates.ts';
import type { EngineSession, FoundWithFrequencies } from '../engine/engine.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import { mergeFrequencies, type StemFrequencies } from '../engine/stem-frequencies.ts';
import type { Query } from '../query/query.ts';
import {
  type Reading,
  separatedQuery,
  withKnownSynonyms,
  withOtherEnds,
  withPartsApart,
  withSynonymsOfCompletions,
} from '../query/rewrite.ts';
import { productsOfIdentifierTerms, productsWithIdentifier, productsWithPartNumber } from './identified-products.ts';
import type { HitLimits } from './limits.ts';
import { planFurther, planSearches, textSearch } from './plan.ts';
import { planExpansion, planProbes } from './plan-expansion.ts';
import { synonymSearch } from './text-searches.ts';
import { joinedPairs } from './word-break-searches.ts';
import { type CountStems, limitWords } from './word-limit.ts';

/** What a ranking depends on, beside the scope and the index. */
export interface HitsRequest extends HitLimits {
  readonly query: Query;
  readonly filter: SearchFilter;
}

export interface Retrieved {
  /** The query as searched: a very long one has only its rarest terms, and an unknown identifier may be words. */
  readonly query: Query;
  /** The same with all of its terms. */
  readonly wholeQuery: Query;
  readonly found: Candidates;
  /** The frequencies of the query's stems. */
  readonly frequencies: StemFrequencies;
}

/** `isReread`: the query is the result of `withBeginning` or `otherReading`. Throws what the session throws. */
export async function retrieve(
  request: HitsRequest,
  session: Pick<EngineSession, 'find'>,
  isReread = false,
): Promise<Retrieved> {
  const find: Find = (plan, counted) => session.find(plan, counted, request.filter);
  const countStems: CountStems = async (words) => (await find(NO_SEARCHES, words)).frequencies.of;
  const query = await limitWords(request.query, countStems);
  const first = await find(planSearches(query, request.limit), stemsToCount(query));
  if (!isReread && !isFound(query, first.found)) {
    const rewritten = await rewrite(query, countStems);
    if (rewritten !== null) return await retrieve({ ...request, query: rewritten }, session);
    const reordered = await withBeginning(query, first.frequencies, find);
    if (reordered !== null) return await retrieve({ ...request, query: reordered }, session, true);
  }
  const furtherPlan = planFurther(query, first.found, first.frequencies, request);
  const { found, frequencies } = furtherPlan === null ? first : mergeResults(first, await find(furtherPlan, []));
  const retrieved = { query, wholeQuery: request.query, found, frequencies };
  const expanded =
    query.isIdentifier || !hasUnknownWord(query, frequencies) ? retrieved : await expand(retrieved, find);
  if (isReread || isFound(query, expanded.found)) return expanded;
  const reading = await otherReading(query, find);
  return reading === null ? expanded : await retrieve({ ...request, query: reading }, session, true);
}

type Find = (plan: SearchPlan, stemsToCount: readonly string[]) => Promise<FoundWithFrequencies>;

const mergeResults = (one: FoundWithFrequencies, other: FoundWithFrequencies): FoundWithFrequencies => ({
  found: mergeCandidates(one.found, other.found),
  frequencies: mergeFrequencies(one.frequencies, other.frequencies),
});

/**
 * Query expansion: adds the products that have what unknown words mean. The hits of the probes only show the meaning: they
 * are ranked if another search finds them, too.
 */
async function expand(retrieved: Retrieved, find: Find): Promise<Retrieved> {
  const { query, found } = retrieved;
  const probes = planProbes(query, found, retrieved.frequencies);
  const evidence = probes === null ? retrieved : mergeResults(retrieved, await find(probes.searches, probes.stems));
  const { frequencies } = evidence;
  const expansion = planExpansion(query, { found, evidence: evidence.found }, frequencies);
  if (expansion === null) return retrieved;
  return { ...retrieved, ...mergeResults({ found, frequencies }, await find(expansion.searches, expansion.stems)) };
}

/** The stems whose frequencies searches and ranking need. */
export const stemsToCount = (query: Query): readonly string[] => [
  ...new Set([
    ...query.terms.flatMap(({ tokens }) =>
      tokens.flatMap(({ stem, marked }) => (marked === null ? stem : [stem, marked])),
    ),
    ...joinedPairs(query).map(({ stem }) => stem),
  ]),
];

const hasUnknownWord = ({ terms }: Query, { of }: StemFrequencies): boolean =>
  terms.some(({ tokens }) => tokens.some(({ stem }) => of(stem) === 0));

/** Whether some product has the words of a query or its identifier. */
const isFound = (query: Query, found: Candidates): boolean =>
  unionOf([
    ...found.text,
    ...productsOfIdentifierTerms(query, found),
    productsWithIdentifier(query, found),
    productsWithPartNumber(query, found),
  ]).length > 0;

/** The query with its word apart from the number, or with synonyms that products have; null if it has no such meaning. */
async function rewrite(query: Query, countStems: CountStems): Promise<Query | null> {
  const separated = separatedQuery(query);
  const { synonyms } = query;
  if (separated !== null || synonyms.length === 0) return separated;
  const countOf = await countStems(
    synonyms.flatMap(({ stems, alternatives }) => [...stems, ...alternatives.flatMap((term) => term.stems)]),
  );
  return withKnownSynonyms(query, (stem) => countOf(stem) > 0);
}

/**
 * The query with another word last, as the beginning of a compound: one of which products have this and all other words,
 * or else one with a word that no product has, if products have words that begin with it. Null if there is none.
 */
async function withBeginning(query: Query, frequencies: StemFrequencies, find: Find): Promise<Query | null> {
  const queries = query.isIdentifier ? [] : withOtherEnds(query);
  if (queries.length === 0) return null;
  const lastOf = (each: Query): Query => ({ ...each, terms: each.terms.slice(-1) });
  const unknown = queries.filter((each) => hasUnknownWord(lastOf(each), frequencies));
  const searches = [...queries, ...unknown.map(lastOf)]
    .flatMap(synonymSearch)
    .map((search) => textSearch(query, search));
  const { found } = await find({ ...NO_SEARCHES, text: searches }, []);
  return [...queries, ...unknown].find((_query, index) => (found.text[index] ?? []).length > 0) ?? null;
}

/** The first other reading of a query that found nothing, of which products have the words; null if there is none. */
async function otherReading(query: Query, find: Find): Promise<Query | null> {
  const readings = [...withPartsApart(query), ...withSynonymsOfCompletions(query)];
  if (readings.length === 0) return null;
  const searches = readings.flatMap((reading) => synonymSearch(reading.query));
  const { found } = await find({ ...NO_SEARCHES, text: searches.map((search) => textSearch(query, search)) }, []);
  const isMeant = ({ inTitle }: Reading, index: number) =>
    (found.text[index] ?? []).some(({ titleStems }) => inTitle === null || titleStems.includes(inTitle));
  return readings.find(isMeant)?.query ?? null;
}
