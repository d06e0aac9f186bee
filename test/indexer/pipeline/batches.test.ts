/** The first change is written at once. Later ones wait until the batch interval has passed. */
import type { Progress } from '../../../indexer/pipeline/progress.ts';
import { differences, NO_DIFFERENCES } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { filledIndex, type Overrides, startPipeline } from '../support/in-process.ts';
import { rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** No test runs this long, so no batch is written because the interval has passed. */
const LONG = { intervalMs: 600_000 };

const retitle = ({ catalogue }: TestService, _id = '') =>
  catalogue.products.updateOne({ _id }, { $set: { title: `${_id} anew` } });

/** Runs a pipeline with long waits between batches on a filled index; `batches` lists the batches that are indexed. */
async function startWithLongWaits(service: TestService, overrides: Overrides = {}) {
  const batches: Progress[] = [];
  const start = await filledIndex(service);
  const started = await startPipeline(service, start, {
    profile: LONG,
    onBatch: (done) => batches.push(done),
    ...overrides,
  });
  const written = (count: number) =>
    eventually(
      async () => batches.length,
      (length) => length >= count,
    );
  /** Resolves when a change is pending. */
  const pending = () =>
    eventually(
      async () => started.feed.lagMs() ?? 0,
      (lagMs) => lagMs > 0,
    );
  return { ...started, batches, written, pending };
}

concurrentTest('a rewrite that an operator requests does not wait for the next batch', async (service) => {
  const [first = '', second = ''] = await fill(service, 2);
  const { batches, written, end } = await startWithLongWaits(service);
  await retitle(service, first);
  await written(1);
  await rewritesOf(service).request([{ kind: 'product', productId: second }]);
  await written(2);
  expect(batches.map((done) => [done.events, done.written])).toEqual([
    [1, 1],
    [0, 1],
  ]);
  await end();
});

// FM-44
concurrentTest('a change after a batch waits, and a stop writes it before the pipeline ends', async (service) => {
  const [first, second] = await fill(service, 2);
  const { batches, written, pending, end } = await startWithLongWaits(service);
  await retitle(service, first);
  await written(1);
  await retitle(service, second);
  await pending();
  expect(batches.length).toBe(1);
  await end();
  expect(batches.map(({ events }) => events)).toEqual([1, 1]);
  expect(await differences(service)).toEqual(NO_DIFFERENCES);
});
