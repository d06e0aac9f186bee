/** Runs the judged queries. */
import pRetry from 'p-retry';
import { mapBounded } from '../../src/runtime/concurrency/map-bounded.ts';
import type { Run } from '../environment/run.ts';
import type { Judgements } from './judgements.ts';
import { type QueryResult, TOP } from './metrics.ts';
import type { Ranker } from './rankers.ts';

/** The maximum limit of a search. Judged products are counted down to this rank. */
const DEPTH = 250;
const CONCURRENCY = 8;
/** A busy machine makes the API reject requests. They are retried for half a minute. */
const RETRIES = { retries: 6, minTimeout: 500 };

/** Resolves to the results in the order of the judgements. Throws if the ranker fails or the run stops. */
export async function runQueries(run: Run, { name, rank }: Ranker, judgements: Judgements): Promise<QueryResult[]> {
  const queryResults = await mapBounded([...judgements], CONCURRENCY, async ([query, grades]) => {
    run.stopping.throwIfAborted();
    const ranked = (limit: number) => pRetry(() => rank(query, limit), { ...RETRIES, signal: run.stopping });
    return { query, grades, top: await ranked(TOP), deep: await ranked(DEPTH) };
  });
  run.say(`${name}: ${queryResults.length} queries run`);
  return queryResults;
}
