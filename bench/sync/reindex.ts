/**
 * Measures reindexes by the running indexer: the speed of some without other work, in turn with the floor; and the lag
 * of changes and the success of searches during another one.
 */
import { SCHEMA_VERSION } from '../../indexer/checkpoint/schema-version.ts';
import { createJobs } from '../../indexer/requests/jobs.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { until } from '../environment/until.ts';
import { figureOf, type Measurements, type Round, ratioAtLeast } from '../report/figures.ts';
import { valueAtMost } from '../report/limits.ts';
import { percentile, percentileName } from '../report/statistics.ts';
import { startBackgroundSearches } from './background-searches.ts';
import { startLagProbe } from './lag-probe.ts';
import { preparePosting } from './posting.ts';

/** The speed of the machine varies from minute to minute. */
const ROUNDS = 3;
const MIN_RATIO = 0.75;
const MAX_LAG_S = 4;
/** A long interval: each poll takes CPU from the measurement. */
const POLL_INTERVAL_MS = 200;

export async function measureReindex(run: Run, service: Service): Promise<Measurements> {
  const post = await preparePosting(run, service);
  const rounds: Round[] = [];
  while (rounds.length < ROUNDS) {
    const reference = await post();
    const alone = await reindex(run, service);
    run.say(`Reindex alone: ${alone.perSecond.toFixed(0)} products a second`);
    rounds.push({ measured: alone.perSecond, reference });
  }
  const probe = await startLagProbe(service);
  const searching = await startBackgroundSearches(service);
  const beside = await reindex(run, service);
  const { searches, failures } = await searching.stop();
  const lagsMs = await probe.stop();
  run.say(`Reindex beside changes and searches: ${beside.perSecond.toFixed(0)} products a second`);
  return {
    figures: [
      figureOf({
        what: `reindex of ${beside.products}`,
        unit: 'products/s',
        against: 'posting ready documents',
        rounds,
        target: ratioAtLeast(MIN_RATIO),
      }),
      ...[50, 99].map((percent) =>
        valueAtMost({
          what: `change → in the live index, during a reindex, ${percentileName(lagsMs, percent)}`,
          unit: 's',
          value: percentile(lagsMs, percent) / 1000,
          most: MAX_LAG_S,
        }),
      ),
      figureOf({
        what: 'failed or empty searches during a reindex',
        unit: 'searches',
        against: 'all searches',
        rounds: [{ measured: failures.length, reference: searches }],
        target: { text: 'none', isReached: ({ measured }) => measured === 0 },
      }),
    ],
    notes: [
      `Reindex alone: ${rounds.map(({ measured, reference }) => (measured / reference).toFixed(2)).join(', ')} of posting. ` +
        `Beside ${lagsMs.length} changes: ${beside.seconds.toFixed(1)} s ` +
        `(largest lag ${(Math.max(...lagsMs) / 1000).toFixed(2)} s) and ${searches} searches.`,
      ...failures.slice(0, 3).map((failure) => `Failed: ${failure}.`),
    ],
  };
}

/** Requests a reindex, and measures the time from the leader's start to the swap. */
async function reindex(run: Run, { catalogue, indexName }: Service) {
  const jobs = createJobs(catalogue.database, indexName);
  await jobs.request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION });
  let startedMs = 0;
  let products = 0;
  await until(run, { what: 'the reindex is done', everyMs: POLL_INTERVAL_MS, withinMs: 3_600_000 }, async () => {
    const request = await jobs.operation();
    if (request?.state === 'failed') throw new Error(`the reindex failed: ${request.reason}`);
    if (request?.state === 'running') startedMs ||= performance.now();
    products = request?.total ?? 0;
    return request?.state === 'done' && startedMs > 0;
  });
  const seconds = (performance.now() - startedMs) / 1000;
  return { seconds, products, perSecond: products / seconds };
}
