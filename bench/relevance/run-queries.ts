/** Asks rankers the judged queries: in parallel for their rankings, one at a time for their times. */
import { createHash } from 'node:crypto';
import pRetry from 'p-retry';
import { inParallel } from '../support/in-parallel.ts';
import type { Run } from '../support/run.ts';
import type { Judgements } from './judgements.ts';
import { type Answer, TOP } from './measures.ts';
import type { Ranker } from './rankers.ts';

/** The most that one search may ask for: judged products are looked for so far down. */
const DEEP = 250;
const AT_ONCE = 8;
const TIMED_PASSES = 5;
const MAX_TIMED_QUERIES = 200;
/** A machine that is busy with something else makes the API refuse requests: they are asked again, for half a minute. */
const RETRIES = { retries: 6, minTimeout: 500 };

/** Resolves to the answers in the order of the judgements. Throws when the ranker fails, or when the run is to stop. */
export async function askAll(run: Run, { name, rank }: Ranker, judgements: Judgements): Promise<Answer[]> {
  const answers = await inParallel([...judgements], AT_ONCE, async ([query, grades]) => {
    run.stopping.throwIfAborted();
    const ranked = (limit: number) => pRetry(() => rank(query, limit), { ...RETRIES, signal: run.stopping });
    return { query, grades, top: await ranked(TOP), deep: await ranked(DEEP) };
  });
  run.say(`${name}: ${answers.length} queries asked`);
  return answers;
}

/**
 * Asks each query of one timed ranker right after the other, so that whatever else happens meets all of them.
 * Resolves to the times of each ranker, in ms; those of a ranker that is not timed are an empty list.
 */
export async function timeInTurn(
  run: Run,
  rankers: readonly Ranker[],
  queries: readonly string[],
): Promise<number[][]> {
  const tookMs = rankers.map((): number[] => []);
  const timed = someQueries(queries, MAX_TIMED_QUERIES);
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

/** At most so many of the queries, those with the lowest hashes: the same in every run, and of no kind. */
function someQueries(queries: readonly string[], most: number): readonly string[] {
  const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
  const hashed = queries.map((query) => ({ query, hash: hashOf(query) }));
  return hashed
    .sort((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, most)
    .map(({ query }) => query);
}
