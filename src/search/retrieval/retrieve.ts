/**
 * Retrieves the candidates of a query, for most queries with one request to the engine. Another request comes before it
 * for a very long query, and after it if few products have every word, or if better ones may be missing. One more
 * follows for a misspelt word, and two for one that products may have as two words, as a part or in another script. A
 * query that finds nothing starts again if it may mean something else: a word and a number, or a synonym of a word that
 * no product has, whose words another request counts.
 *
 * What an unknown word means is resolved (`meaning/meanings.ts`) up to three times, each time among other products: to plan
 * the searches for hints, to plan the search for what it means, and to rank (`ranking/rank.ts`).
 */
import { type Candidates, mergeCandidates, NO_SEARCHES, type SearchPlan, unionOf } from '../engine/candidates.ts';
import type { EngineSession, FoundWithFrequencies } from '../engine/engine.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { separatedQuery, withKnownSynonyms } from '../query/parse.ts';
import type { Query } from '../query/query.ts';
import { productsOfIdentifierTerms, productsWithIdentifier, productsWithPartNumber } from './identifier-searches.ts';
import type { HitLimits } from './limits.ts';
import { planFurther, planSearches } from './plan.ts';
import { planHints, planMeant } from './plan-expansion.ts';
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
  readonly whole: Query;
  readonly found: Candidates;
  /** The frequencies of the query's stems. */
  readonly frequencies: StemFrequencies;
}

/** Throws what the session throws. */
export async function retrieve(request: HitsRequest, session: Pick<EngineSession, 'find'>): Promise<Retrieved> {
  const find: Find = (plan, counted) => session.find(plan, counted, request.filter);
  const countStems: CountStems = async (words) => (await find(NO_SEARCHES, words)).frequencies.of;
  const query = await limitWords(request.query, countStems);
  const stems = stemsToCount(query);
  const { found: first, frequencies } = await find(planSearches(query, request.limit), stems);
  const other = isFound(query, first) ? null : (separatedQuery(query) ?? (await knownSynonyms(query, countStems)));
  if (other !== null) return await retrieve({ ...request, query: other }, session);
  const further = planFurther(query, first, frequencies, request);
  const found = further === null ? first : mergeCandidates(first, (await find(further, stems)).found);
  const asTyped = { query, whole: request.query, found, frequencies };
  return query.isIdentifier || !hasUnknownWord(query, frequencies) ? asTyped : await addMeant(asTyped, stems, find);
}

type Find = (plan: SearchPlan, stemsToCount: readonly string[]) => Promise<FoundWithFrequencies>;

/**
 * Adds the products that have what unknown words mean. Products that the searches for hints find only show the meaning:
 * they are ranked if another search finds them, too. `stems`: those whose frequencies `asTyped` has.
 */
async function addMeant(asTyped: Retrieved, stems: readonly string[], find: Find): Promise<Retrieved> {
  const { query, whole, found, frequencies } = asTyped;
  const hints = planHints(query, found, frequencies);
  const hinted = hints === null ? null : await find(hints.plan, [...stems, ...hints.stems]);
  const similar = hinted === null ? found : mergeCandidates(found, hinted.found);
  const meant = planMeant(query, { found, similar }, hinted?.frequencies ?? frequencies);
  if (meant === null) return asTyped;
  const last = await find(meant.plan, [...stems, ...(hints?.stems ?? []), ...meant.stems]);
  return { query, whole, found: mergeCandidates(found, last.found), frequencies: last.frequencies };
}

/** The stems whose frequencies searches and ranking need. */
export const stemsToCount = (query: Query): readonly string[] => [
  ...new Set([...query.terms.flatMap(({ tokens }) => tokens), ...joinedPairs(query)].map(({ stem }) => stem)),
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

/** See `withKnownSynonyms`. */
async function knownSynonyms(query: Query, countStems: CountStems): Promise<Query | null> {
  const { synonyms } = query;
  if (synonyms.length === 0) return null;
  const countOf = await countStems(
    synonyms.flatMap(({ stems, alternatives }) => [...stems, ...alternatives.flatMap((term) => term.stems)]),
  );
  return withKnownSynonyms(query, (stem) => countOf(stem) > 0);
}
