/** FM-10: changes that leave all search documents unchanged send the engine no documents, but the checkpoint advances. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE } from '../../../indexer/pipeline/profiles.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { eventually } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { filledIndex, startPipeline } from '../support/in-process.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** A sixth of the interval of a live index, which `resumes` waits for. */
const STORE_EVERY_MS = 5000;
const SALE_EVERY_MS = 25;
/** Enough to distinguish a checkpoint with each batch from one now and then. */
const BATCHES = 8;

concurrentTest(
  'FM-10: while stock changes continuously, the index gets a newer checkpoint and nothing else',
  async (service) => {
    const { meilisearch, indexName, catalogue } = service;
    const ids = await fill(service, 5);
    await catalogue.products.updateMany({}, { $set: { quantity: 1_000_000 } });
    const before = await filledIndex(service);
    const profile = { intervalMs: LIVE.intervalMs, storeEveryMs: STORE_EVERY_MS };
    let batches = 0;
    const onBatch = () => {
      batches += 1;
    };
    const startedMs = performance.now();
    const following = await startPipeline(service, before, { profile, onBatch });
    const writes = async () =>
      (await meilisearch.tasks.getTasks({ indexUids: [indexName], types: ['documentAdditionOrUpdate'] })).results;
    const { length: writesBefore } = await writes();

    let isSelling = true;
    const selling = (async () => {
      for (let sale = 0; isSelling; sale += 1) {
        await catalogue.products.updateOne({ _id: ids[sale % ids.length] ?? '' }, { $inc: { quantity: -1 } } as never);
        await sleep(SALE_EVERY_MS);
      }
    })();
    try {
      await eventually(
        () => storedCheckpoint(service),
        ({ token }) => batches >= BATCHES && tokenText(token) > tokenText(before.token),
      );
    } finally {
      isSelling = false;
      await selling;
    }
    const since = (await writes()).slice(0, -writesBefore);
    // One for each interval, however long the batches take on a busy machine.
    expect(since.length).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / STORE_EVERY_MS);
    // The checkpoint is the only document.
    expect(since.map(({ details }) => details?.receivedDocuments)).toEqual(since.map(() => 1));
    await following.end();
  },
);
