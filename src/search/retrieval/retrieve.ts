/**
 * Retrieves the candidates of a query, for most queries with one request to the engine. Another request comes before it
 * for a very long query, and after it if few products have every word. One more follows if many products match a
 * misspelt word, and two if no product has a short word.
 */
import type { EngineSession } from '../engine/engine.ts';
import { type Found, mergeFound, NO_SEARCHES, unionOf } from '../engine/found.ts';
import { separatedQuery } from '../query/parse.ts';
import type { Query } from '../query/query.ts';
import type { StemFrequencies } from '../query/stem-frequencies.ts';
import { withIdentifier, withPartNumber } from './identifier-searches.ts';
import { type HitCounts, planCorrected, planFurther, planHints, planSearches } from './plan.ts';
import { stemsToCount } from './subset-searches.ts';
import { SCORED_HITS } from './text-searches.ts';
import { limitWords } from './word-limit.ts';

export interface Retrieved {
  /** The query as searched: a very long one has only its rarest terms, and an unknown identifier may be words. */
  readonly query: Query;
  readonly found: Found;
  /** The frequencies of the query's stems. */
  readonly frequencies: StemFrequencies;
}

/** Throws what the session throws. */
export async function retrieve(parsed: Query, session: EngineSession, counts: HitCounts): Promise<Retrieved> {
  const query = await limitWords(parsed, async (words) => (await session.find(NO_SEARCHES, words)).frequencies.of);
  const stems = stemsToCount(query);
  const { found: first, frequencies } = await session.find(planSearches(query, counts.returned), stems);
  const apart = isUnknownIdentifier(query, first) ? separatedQuery(query) : null;
  if (apart !== null) return await retrieve(apart, session, counts);
  const further = planFurther(query, first, frequencies, counts);
  const found = further === null ? first : mergeFound(first, (await session.find(further, stems)).found);
  const hints = planHints(query, found);
  const similar = hints !== null ? (await session.find(hints, stems)).found : mayLackHits(query, found) ? found : null;
  const corrected = similar === null ? null : planCorrected(query, similar, frequencies);
  if (corrected === null) return { query, found, frequencies };
  const meant = await session.find(corrected.plan, [...stems, ...corrected.stems]);
  return { query, found: mergeFound(found, meant.found), frequencies: meant.frequencies };
}

/**
 * Whether better products may be missing if a word is misspelt. The engine tolerates typing errors in words, but only
 * stems have weights, so of many hits it returned arbitrary ones.
 */
const mayLackHits = (query: Query, found: Found): boolean =>
  !query.isIdentifier && found.text.some(({ length }) => length >= SCORED_HITS);

const isUnknownIdentifier = (query: Query, found: Found): boolean =>
  query.isIdentifier &&
  unionOf([...found.text, withIdentifier(query, found), withPartNumber(query, found)]).length === 0;
