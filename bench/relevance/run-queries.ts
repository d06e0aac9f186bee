/** Runs the judged queries: in parallel for the rankings, and one at a time for the durations. */
import { createHash } from 'node:crypto';
import pRetry from 'p-retry';
import { inParallel } from '../support/in-parallel.ts';
import type { Run } from '../support/run.ts';
import type { Judgements } from './judgements.ts';
import { type QueryResult, TOP } from './measures.ts';
import type { Ranker } from './rankers.ts';

/** The maximum limit of a search. Judged products are counted down to this rank. */
const DEPTH = 250;
const CONCURRENCY = 8;
const TIMED_PASSES = 5;
const MAX_TIMED_QUERIES = 200;
/** A busy machine makes the API reject requests. They are retried for half a minute. */
const RETRIES = { retries: 6, minTimeout: 500 };

/** Resolves to the results in the order of the judgements. Throws if the ranker fails or the run stops. */
export async function runQueries(run: Run, { name, rank }: Ranker, judgements: Judgements): Promise<QueryResult[]> {
  const queryResults = await inParallel([...judgements], CONCURRENCY, async ([query, grades]) => {
    run.stopping.throwIfAborted();
    const ranked = (limit: number) => pRetry(() => rank(query, limit), { ...RETRIES, signal: run.stopping });
    return { query, grades, top: await ranked(TOP), deep: await ranked(DEPTH) };
  });
  run.say(`${name}: ${queryResults.length} queries run`);
  return queryResults;
}

/**
 * Sends each query to all timed rankers in turn, so that other load on the machine affects all of them. Resolves to the
 * durations of each ranker, in ms; to an empty list for a ranker that is not timed.
 */
export async function timeQueries(
  run: Run,
  rankers: readonly Ranker[],
  queries: readonly string[],
): Promise<number[][]> {
  const tookMs = rankers.map((): number[] => []);
  const timed = sampleQueries(queries, MAX_TIMED_QUERIES);
  for (let pass = 0; pass < TIMED_PASSES; pass += 1) {
    for (const query of timed) {
      run.stopping.throwIfAborted();
      for (const [index, { isTimed, rank }] of rankers.entries()) {
        if (!isTimed) continue;
        const timeOnce = () => timeOf(() => rank(query, TOP));
        tookMs[index]?.push(await pRetry(timeOnce, { ...RETRIES, signal: run.stopping }));
      }
    }
    run.say(`Timing: pass ${pass + 1} of ${TIMED_PASSES}, ${timed.length} queries`);
  }
  return tookMs;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/**
 * Returns at most `most` queries: those with the lowest hashes, so the sample is the same in every run and unbiased.
 */
function sampleQueries(queries: readonly string[], most: number): readonly string[] {
  const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
  const hashed = queries.map((query) => ({ query, hash: hashOf(query) }));
  return hashed
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, most)
    .map(({ query }) => query);
}
