/** The metrics of the indexer as Prometheus scrapes them: counters, gauges of the leader, and the histogram. */
import type { LeaderReport } from '../../../indexer/leader-report.ts';
import { createIndexerMetrics, type IndexerMetrics } from '../../../indexer/monitoring/metrics.ts';
import { NO_PROGRESS } from '../../../indexer/pipeline/progress.ts';

/** Resolves to the value of a series; undefined if there is no such series. */
async function valueIn({ registry }: IndexerMetrics, name: string, labels = ''): Promise<number | undefined> {
  const prefix = `catalogue_indexer_${name}{${labels}index="products"} `;
  const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(prefix));
  return line === undefined ? undefined : Number(line.slice(prefix.length).replace('Nan', 'NaN'));
}

const BATCH = { ...NO_PROGRESS, events: 3, written: 1, deleted: 1, unchanged: 1 };
const REPORT: LeaderReport = {
  state: 'rebuilding',
  lagMs: 1500,
  checkpointAt: new Date(0),
  storedAt: new Date(0),
  fanOuts: 2,
  fanOutsWaitMs: 500,
  rewritingMerchants: [],
  rewritesAll: false,
  hasIndex: true,
  generation: 1,
  progress: NO_PROGRESS,
  foreignRebuild: null,
  isEngineFull: false,
  rebuild: { done: 1, total: 2 },
};
const OBSERVED = {
  deadLetters: 4,
  queuedTasks: 5,
  oplogWindowMs: 60_000,
  checkpointAgeMs: 2000,
  isIndexPresent: true,
};

const OF_LEADER = [
  'lag_seconds',
  'checkpoint_age_seconds',
  'oplog_window_seconds',
  'dead_letters',
  'queue_tasks',
  'index_present',
  'fan_outs_waiting',
  'fan_out_wait_seconds',
  'paused',
  'held',
  'engine_full',
];

/** The gauges that other processes know, too, and that the test looks at one by one. */
const OF_ALL = ['leader', 'leader_elsewhere', 'other_engine', 'rebuild_done', 'rebuild_total'];

test('the two lists have every gauge', async () => {
  const metrics = await createIndexerMetrics('products').registry.getMetricsAsJSON();
  const gauges = metrics.filter(({ type }) => String(type) === 'gauge').map(({ name }) => name);
  expect(gauges.map((name) => name.replace('catalogue_indexer_', '')).toSorted()).toEqual(
    [...OF_ALL, ...OF_LEADER].toSorted(),
  );
});

test('the gauges of the leader are numbers while it leads, and NaN before and after', async () => {
  const metrics = createIndexerMetrics('products');
  const values = () => Promise.all(OF_LEADER.map((name) => valueIn(metrics, name)));
  const unknown = OF_LEADER.map(() => Number.NaN);
  expect(await values()).toEqual(unknown);
  metrics.leading(true);
  metrics.reported(REPORT);
  metrics.observed(OBSERVED);
  expect(await values()).toEqual([1.5, 2, 60, 4, 5, 1, 2, 0.5, 0, 0, 0]);
  const report = { ...REPORT, isEngineFull: true, progress: null };
  metrics.reported({ ...report, state: 'paused' });
  expect((await values()).slice(-3)).toEqual([1, 0, 1]);
  // The live index is not followed.
  metrics.reported(report);
  expect((await values()).slice(-3)).toEqual([0, 1, 1]);
  // There is no live index.
  metrics.reported({ ...report, hasIndex: false });
  expect((await values()).slice(-3)).toEqual([0, 0, 1]);
  expect(await valueIn(metrics, 'leader')).toBe(1);
  expect(await valueIn(metrics, 'rebuild_total')).toBe(2);
  metrics.leading(false);
  expect(await values()).toEqual(unknown);
  expect(await valueIn(metrics, 'leader')).toBe(0);
  expect(await valueIn(metrics, 'rebuild_total')).toBe(0);
  // A standby sees the leader write to another Meilisearch, until it leads.
  metrics.otherEngine(true);
  expect(await valueIn(metrics, 'other_engine')).toBe(1);
  metrics.leading(true);
  expect(await valueIn(metrics, 'other_engine')).toBe(0);
});

test('a gauge is NaN if an engine did not report its value', async () => {
  const metrics = createIndexerMetrics('products');
  metrics.leading(true);
  metrics.reported({ ...REPORT, lagMs: null });
  metrics.observed({ ...OBSERVED, oplogWindowMs: null, checkpointAgeMs: null, isIndexPresent: null });
  expect(await valueIn(metrics, 'lag_seconds')).toBeNaN();
  expect(await valueIn(metrics, 'oplog_window_seconds')).toBeNaN();
  expect(await valueIn(metrics, 'index_present')).toBeNaN();
  expect(await valueIn(metrics, 'dead_letters')).toBe(4);
});

test('D13: counters start at 0 for every result, and continue across leaderships', async () => {
  const metrics = createIndexerMetrics('products');
  const FAILED_SWAP = 'type="indexSwap",result="failed",';
  expect(await valueIn(metrics, 'tasks_total', FAILED_SWAP)).toBe(0);
  expect(await valueIn(metrics, 'reindexes_total', 'result="refused",')).toBe(0);
  expect(await valueIn(metrics, 'leadership_failures_total')).toBe(0);
  metrics.leading(true);
  metrics.batch(BATCH, 40);
  metrics.leadershipFailed();
  metrics.leading(false);
  metrics.leading(true);
  metrics.batch({ ...BATCH, deadLettered: 2 }, 40);
  metrics.task({ type: 'indexSwap', status: 'failed' });
  metrics.reindexEnded('refused');
  expect(await valueIn(metrics, 'events_total')).toBe(6);
  expect(await valueIn(metrics, 'documents_written_total')).toBe(2);
  expect(await valueIn(metrics, 'documents_deleted_total')).toBe(2);
  expect(await valueIn(metrics, 'documents_unchanged_total')).toBe(2);
  expect(await valueIn(metrics, 'dead_lettered_total')).toBe(2);
  expect(await valueIn(metrics, 'tasks_total', FAILED_SWAP)).toBe(1);
  expect(await valueIn(metrics, 'reindexes_total', 'result="refused",')).toBe(1);
  expect(await valueIn(metrics, 'leadership_failures_total')).toBe(1);
});

test('the histogram has one observation for each batch with events, from 10 ms to 5 min', async () => {
  const metrics = createIndexerMetrics('products');
  for (const eventToSearchableMs of [8, 40, 200_000, 400_000, null]) metrics.batch(BATCH, eventToSearchableMs);
  const counts = await Promise.all(
    ['0.01', '0.05', '120', '300', '+Inf'].map((le) =>
      valueIn(metrics, 'event_to_searchable_seconds_bucket', `le="${le}",`),
    ),
  );
  expect(counts).toEqual([1, 2, 2, 3, 4]);
  expect(await valueIn(metrics, 'event_to_searchable_seconds_count')).toBe(4);
});
