/**
 * Retrieves the candidates of a query, for most queries with one request to the engine. Another request comes before it
 * for a very long query, and after it if few products have every word. One more follows for a misspelt word, and two
 * for one that products may have as two words, as a part or in another script.
 */
import type { EngineSession } from '../engine/engine.ts';
import { type Found, mergeFound, NO_SEARCHES, unionOf } from '../engine/found.ts';
import { separatedQuery } from '../query/parse.ts';
import type { Query } from '../query/query.ts';
import type { StemFrequencies } from '../query/stem-frequencies.ts';
import { withIdentifier, withPartNumber } from './identifier-searches.ts';
import { type HitCounts, planFurther, planSearches } from './plan.ts';
import { planHints, planMeant } from './plan-meaning.ts';
import { stemsToCount } from './subset-searches.ts';
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
  if (query.isIdentifier || !hasUnknownWord(query, frequencies)) return { query, found, frequencies };
  const hints = planHints(query, found, frequencies);
  const hinted = hints === null ? null : await session.find(hints.plan, [...stems, ...hints.stems]);
  const similar = hinted === null ? found : mergeFound(found, hinted.found);
  const meant = planMeant(query, similar, hinted?.frequencies ?? frequencies);
  if (meant === null) return { query, found, frequencies };
  const last = await session.find(meant.plan, [...stems, ...(hints?.stems ?? []), ...meant.stems]);
  return { query, found: mergeFound(found, last.found), frequencies: last.frequencies };
}

const hasUnknownWord = ({ terms }: Query, { of }: StemFrequencies): boolean =>
  terms.some(({ tokens }) => tokens.some(({ stem }) => of(stem) === 0));

const isUnknownIdentifier = (query: Query, found: Found): boolean =>
  query.isIdentifier &&
  unionOf([...found.text, withIdentifier(query, found), withPartNumber(query, found)]).length === 0;
