/** Measures searches while products are written and indexed, in turn with searches without writes. */
import type { SearchDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Run } from '../environment/run.ts';
import { type Service, startIndexer } from '../environment/service.ts';
import { until } from '../environment/until.ts';
import { timesOf } from '../load/latency.ts';
import type { Load } from '../load/load.ts';
import { createWriters, serialOf, type WrittenProduct } from '../load/writer.ts';
import { figureOf, type Measurements, type Round, ratioAtMost } from '../report/figures.ts';
import { percentile } from '../report/statistics.ts';

const UPDATES_PER_SECOND = 500;
const MAX_RATIO = 2;
const ROUNDS = 3;

/** The indexer runs throughout, and is idle in the rounds without writes. Throws if an update is not indexed. */
export async function measureUnderUpdates(
  run: Run,
  service: Service,
  load: Load,
  { seconds }: { seconds: number },
): Promise<Measurements> {
  const indexer = await startIndexer(run, service.variables);
  const writers = await createWriters(run, service.catalogue);
  const rounds: Round[] = [];
  const writeRates: number[] = [];
  const behindMs: number[] = [];
  const most = Math.floor(load.requests.left() / (2 * ROUNDS));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const quiet = await timesOf(run, load, seconds / ROUNDS, { most });
    const writer = writers.start(UPDATES_PER_SECOND);
    // From here on, the indexer is always busy.
    await untilIndexed(run, service, await writer.firstWrite());
    const busy = await timesOf(run, load, seconds / ROUNDS, { most });
    const { perSecond, last } = await writer.stop();
    if (last === null) throw new Error('nothing was written while searches were measured');
    const stoppedMs = performance.now();
    await untilIndexed(run, service, last);
    behindMs.push(performance.now() - stoppedMs);
    writeRates.push(perSecond);
    rounds.push({ measured: percentile(busy, 95), reference: percentile(quiet, 95) });
    run.say(`searches while products are written: round ${round} of ${ROUNDS}, ${perSecond.toFixed(0)} updates/s`);
  }
  await indexer.end();
  return {
    figures: [
      figureOf({
        what: `new searches, one at a time, ${UPDATES_PER_SECOND} updates a second, p95`,
        unit: 'ms',
        against: 'without updates',
        rounds,
        target: ratioAtMost(MAX_RATIO),
      }),
    ],
    notes: [
      `Updates: ${writeRates.map((rate) => rate.toFixed(0)).join(', ')} a second were written; ` +
        `the last one was in the index ${behindMs.map((time) => (time / 1000).toFixed(1)).join(', ')} s later.`,
    ],
  };
}

/** Waits until the index has this write of the product, or a later one. */
async function untilIndexed(run: Run, { meilisearch, indexName }: Service, { _id, serial }: WrittenProduct) {
  const index = meilisearch.index<SearchDocument>(indexName);
  const waiting = { what: `the new title of ${_id} is in the index`, everyMs: 100, withinMs: 300_000 };
  await until(run, waiting, async () => {
    const { title } = await index.getDocument(indexKey(_id), { fields: ['title'] });
    return serialOf(title) >= serial;
  });
}
