/**
 * Changed products that exceed the size of a batch are written in several tasks, and the checkpoint advances with the
 * last. The tests run on the real engines. Their pipelines have limits that are small enough for a hundred ordinary
 * products.
 */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import type { IndexWrite } from '../../../indexer/engine/index-write.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { PRODUCTS as ALL_PRODUCTS } from '../../../src/search/index/filters.ts';
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { filledIndex, startPipeline } from '../support/in-process.ts';
import { indexOf } from '../support/index-client.ts';
import { done } from '../support/indexes.ts';
import { rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';

/** Their documents have more than 1,000 bytes, so these need at least three batches, and more than a chunk. */
const PRODUCTS = 110;
const LIMIT_BYTES = 40_000;
const IN_ONE_BATCH = 40;
const CHUNK = 100;

/** Runs a pipeline from a checkpoint. It calls `onSend` before it sends a write with documents. */
function startFollowing(service: TestService, start: Checkpoint, onSend: (write: IndexWrite) => void | Promise<void>) {
  const index = indexOf(service);
  return startPipeline(service, start, {
    profile: { chunkSize: CHUNK, limitBytes: LIMIT_BYTES },
    index: {
      ...index,
      async send(name, write) {
        if (write.documents.length > 0) await onSend(write);
        return await index.send(name, write);
      },
    },
  });
}

const IDS = Array.from({ length: PRODUCTS }, (_, index) => `given-${String(index).padStart(5, '0')}`);

/** Fills an index with products that have all texts. Resolves to its checkpoint. */
async function fillIndex(service: TestService): Promise<Checkpoint> {
  await insert(service.catalogue, { ...shop('one'), products: IDS.map((id) => product(id, 'one')) });
  return await filledIndex(service);
}

/** Fills an index and then changes all products. Resolves to the index's checkpoint. */
async function fillAndChange(service: TestService): Promise<Checkpoint> {
  const start = await fillIndex(service);
  await service.catalogue.products.updateMany({}, { $set: { price: 7 } });
  return start;
}

// FM-18
concurrentTest(
  'D11: only the last document of a batch exceeds the size limit; the checkpoint waits for the last batch, a rewrite for its own',
  async (service) => {
    const start = await fillAndChange(service);
    const rewrites = rewritesOf(service);
    await rewrites.request([{ kind: 'product', productId: 'given-00000' }]);
    const writes: { readonly documents: number; readonly isMoved: boolean; readonly rewrites: number }[] = [];
    const following = await startFollowing(service, start, async ({ documents, checkpoint }) => {
      const isMoved = tokenText(checkpoint.token) !== tokenText(start.token);
      writes.push({ documents: documents.length, isMoved, rewrites: (await rewrites.due(10)).length });
      const bytes = documents.slice(0, -1).reduce((sum, { json }) => sum + json.length, 0);
      expect(bytes).toBeLessThan(LIMIT_BYTES);
    });
    await eventuallyEqual(service);
    await rewrites.waitUntilDone(AbortSignal.timeout(30_000));
    await following.end();
    const written = (some: typeof writes) => some.reduce((sum, { documents }) => sum + documents, 0);
    expect(written(writes)).toBeGreaterThanOrEqual(PRODUCTS);
    expect(Math.max(...writes.map(({ documents }) => documents))).toBeLessThanOrEqual(IN_ONE_BATCH + 1);
    // The checkpoint stays before the changes until all their batches are indexed.
    const beforeMove = writes.slice(
      0,
      writes.findIndex(({ isMoved }) => isMoved),
    );
    expect(beforeMove.length).toBeGreaterThan(0);
    expect(written(beforeMove)).toBeLessThan(PRODUCTS);
    // The first product is in the first batch.
    expect(writes.map(({ rewrites }) => rewrites)).toEqual(writes.map((_write, position) => (position === 0 ? 1 : 0)));
  },
);

concurrentTest('D11: changes and products of a fan-out share the size limit of a batch', async (service) => {
  const start = await fillIndex(service);
  // The fan-out begins with others.
  await service.catalogue.products.updateMany({ _id: { $gte: IDS[IN_ONE_BATCH] ?? '' } }, { $set: { price: 7 } });
  const fanOuts = [newFanOut('all', '', true)];
  const following = await startFollowing(service, { ...start, fanOuts }, ({ documents }) => {
    const bytes = documents.slice(0, -1).reduce((sum, { json }) => sum + json.length, 0);
    expect(bytes).toBeLessThan(LIMIT_BYTES);
  });
  await following.caughtUp();
  await following.end();
});

concurrentTest(
  'D16: a repair of more products than a chunk has, which exceed a batch, ends, and later changes are indexed',
  async (service) => {
    const { catalogue, meilisearch, indexName } = service;
    const start = await fillIndex(service);
    const following = await startFollowing(service, start, () => undefined);
    await done(meilisearch.index(indexName).deleteDocuments({ filter: ALL_PRODUCTS }));
    const rewrites = rewritesOf(service);
    await rewrites.request(IDS.map((productId) => ({ kind: 'product', productId })));
    expect(await rewrites.waitUntilDone(AbortSignal.timeout(30_000))).toBe(true);
    await catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'Changed' } });
    await eventuallyEqual(service);
    await following.end();
  },
);

/** The longest that are document keys themselves, and some that are hashed: Meilisearch allows no capitals. */
const LONG_IDS = Array.from({ length: 1100 }, (_, number) => `${number}-`.padEnd(100, number % 2 ? 'x' : 'X'));

concurrentTest('D17: a thousand products with long ids that change at once are indexed', async (service) => {
  const { catalogue } = service;
  await insert(catalogue, { ...shop('one'), products: LONG_IDS.map((id) => product(id, 'one', bare)) });
  await service.startIndexer();
  await catalogue.products.updateMany({}, { $set: { title: 'Changed' } });
  await eventuallyEqual(service);
});

// FM-8
concurrentTest('an indexer that ends between two batches of the same changes loses none of them', async (service) => {
  const start = await fillAndChange(service);
  const killed = new Error('killed');
  let sent = 0;
  const dying = await startFollowing(service, start, () => {
    sent += 1;
    if (sent === 2) throw killed;
  });
  await expect(dying.running).rejects.toBe(killed);
  expect(await storedCheckpoint(service)).toEqual(start);
  const next = await startFollowing(service, start, () => undefined);
  await eventuallyEqual(service);
  await next.end();
});
