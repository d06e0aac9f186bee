/**
 * Retrieves the candidates of a query: one request to the engine for most queries. There is one before it for very long queries,
 * one after it where few products have every word, and one more where a misspelt word is in many products.
 */
import type { StemFrequencies } from '../index/stem-frequencies.ts';
import { exceedsEngineWords, type Query } from '../query/query.ts';
import type { EngineSession } from './engine.ts';
import { type Found, mergeFound, NO_SEARCHES, type SearchPlan, withoutProducts } from './found.ts';
import { planCorrected, planFurther, planSearches } from './plan.ts';
import { stemsToCount } from './subset-searches.ts';
import { keepRarestTerms, stemsToChoose } from './word-limit.ts';

export interface Retrieved {
  /** The query as it was searched: of a very long one the rarest terms are left. */
  readonly query: Query;
  readonly found: Found;
  /** Of the stems of the query. */
  readonly frequencies: StemFrequencies;
}

/** @param limit how many products are wanted; throws what the session throws */
export async function retrieve(parsed: Query, session: EngineSession, limit: number): Promise<Retrieved> {
  const query = exceedsEngineWords(parsed.terms) ? await withRarestTerms(parsed, session) : parsed;
  const stems = stemsToCount(query);
  const find = async (plan: SearchPlan, counted: readonly string[] = stems) => {
    const { found, frequencies } = await session.find(plan, counted);
    return { found: withoutProducts(found, query.hidden), frequencies };
  };
  const { found: first, frequencies } = await find(planSearches(query, limit));
  const further = planFurther(query, first, frequencies, limit);
  const found = further === null ? first : mergeFound(first, (await find(further)).found);
  const corrected = planCorrected(query, found, frequencies);
  if (corrected === null) return { query, found, frequencies };
  const meant = await find(corrected.plan, [...stems, ...corrected.stems]);
  return { query, found: mergeFound(found, meant.found), frequencies: meant.frequencies };
}

async function withRarestTerms(query: Query, session: EngineSession): Promise<Query> {
  const { frequencies } = await session.find(NO_SEARCHES, stemsToChoose(query));
  return keepRarestTerms(query, frequencies);
}
