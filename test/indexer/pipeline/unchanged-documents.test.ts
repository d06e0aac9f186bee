/** A change that leaves the search document unchanged sends the engine no task. On the real engines. */
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import { rebuildProfile } from '../../../indexer/pipeline/profiles.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { filledIndex, type Overrides, startPipeline } from '../support/in-process.ts';
import { done } from '../support/indexes.ts';
import { rewritesOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startIrrelevantUpdates } from '../support/writes/traffic.ts';

/** The number of tasks of the index in the engine. */
const tasksOf = async ({ meilisearch, indexName }: TestService) =>
  (await meilisearch.tasks.getTasks({ indexUids: [indexName], limit: 1 })).total;

/**
 * Runs a pipeline on a filled index. `tasks` resolves to the number of tasks since then, `events` once `count` events
 * are processed.
 */
async function startOnFilled(service: TestService, overrides: Overrides = {}) {
  const start = await filledIndex(service);
  const started = await startPipeline(service, start, overrides);
  const before = await tasksOf(service);
  return {
    ...started,
    start,
    tasks: async () => (await tasksOf(service)) - before,
    events: (count: number) =>
      eventually(
        async () => started.pipeline.progress().events,
        (events) => events >= count,
      ),
  };
}

/** Changes an indexed field of a product. */
const change = ({ catalogue }: TestService, id = '', title = 'Changed') =>
  catalogue.products.updateOne({ _id: id }, { $set: { title } });

const sell = ({ catalogue }: TestService, id = '') =>
  catalogue.products.updateOne({ _id: id }, [{ $set: { quantity: { $subtract: ['$quantity', 1] } } }]);

const documentOf = async ({ meilisearch, indexName }: TestService, id = '') =>
  (await meilisearch.index(indexName).getDocument(indexKey(id))) as IndexedDocument;

concurrentTest('changes of unindexed fields send the engine no task', async (service) => {
  const [id = '', other] = await fill(service, 2);
  const { products } = service.catalogue;
  await products.updateOne({ _id: id }, { $set: { quantity: 5 } });
  const { pipeline, tasks, events, end } = await startOnFilled(service);
  await sell(service, id);
  await events(1);
  await products.updateOne({ _id: id }, { $set: { 'images.0.role': 'thumbnail' } });
  await products.updateOne({ _id: id }, { $set: { updatedAt: new Date(), internalNote: 'x' } });
  await events(3);
  expect(await tasks()).toBe(0);
  expect(pipeline.progress()).toMatchObject({ events: 3, written: 0, deleted: 0, unchanged: expect.any(Number) });
  await change(service, other);
  await events(4);
  expect([await tasks(), pipeline.progress().written]).toEqual([1, 1]);
  await end();
  await eventuallyEqual(service);
});

concurrentTest('selling the last item changes the search document', async (service) => {
  const [id = ''] = await fill(service, 1);
  await service.catalogue.products.updateOne({ _id: id }, { $set: { quantity: 1 } });
  const { pipeline, events, end } = await startOnFilled(service);
  await sell(service, id);
  await events(1);
  expect(pipeline.progress().written).toBe(1);
  expect((await documentOf(service, id)).in_stock).toBe(false);
  await end();
});

concurrentTest(
  'a product that is changed and changed back has its old document, after one batch or two',
  async (service) => {
    const [id = ''] = await fill(service, 2);
    const { pipeline, tasks, events, end } = await startOnFilled(service);
    await change(service, id, 'Another title');
    await events(1);
    await change(service, id, `Product ${id}`);
    await events(2);
    expect([await tasks(), pipeline.progress().written]).toEqual([2, 2]);
    await end();
    await eventuallyEqual(service);
    // In one batch: start the pipeline after both changes.
    const stored = await storedCheckpoint(service);
    await change(service, id, 'Another title');
    await change(service, id, `Product ${id}`);
    const second = await startPipeline(service, stored);
    await eventually(
      async () => second.pipeline.progress().events,
      (count) => count >= 2,
    );
    expect(second.pipeline.progress()).toMatchObject({ written: 0, deleted: 0 });
    await second.end();
    await eventuallyEqual(service);
  },
);

concurrentTest('a deletion of a product that the index does not have sends no task', async (service) => {
  const [id = ''] = await fill(service, 2);
  const start = await filledIndex(service);
  const { products } = service.catalogue;
  await products.insertOne({ ...(await products.findOne({ _id: id })), _id: 'short-lived' } as never);
  await products.deleteOne({ _id: 'short-lived' });
  const before = await tasksOf(service);
  const { pipeline, end } = await startPipeline(service, start);
  await eventually(
    async () => pipeline.progress().events,
    (events) => events >= 2,
  );
  // The start of the pipeline sends one task.
  expect((await tasksOf(service)) - before).toBe(1);
  expect(pipeline.progress()).toMatchObject({ written: 0, deleted: 0 });
  await end();
});

concurrentTest(
  'a change that leaves the document unchanged removes the dead letter of the product',
  async (service) => {
    const [id = '', other = ''] = await fill(service, 2);
    const letters = createDeadLetters(service.database, service.indexName);
    const { pipeline, tasks, events, end } = await startOnFilled(service);
    await letters.add([id, other].map((productId) => ({ productId, merchantId: 'one', reason: 'rejected earlier' })));
    await sell(service, id);
    await events(1);
    expect([await tasks(), pipeline.progress().unchanged]).toEqual([0, 1]);
    expect([await letters.count({ productIds: [id] }), await letters.count()]).toEqual([0, 1]);
    await end();
  },
);

concurrentTest('rewrites that an operator requests write every product, changed or not', async (service) => {
  const [id = '', ...others] = await fill(service, 30);
  const rewrites = rewritesOf(service);
  const { pipeline, end } = await startOnFilled(service, { profile: { chunkSize: 10 } });
  const written = (count: number) =>
    eventually(
      async () => pipeline.progress().written,
      (total) => total >= count,
    );
  await rewrites.request([{ kind: 'product', productId: id }]);
  await written(1);
  await rewrites.request([{ kind: 'merchant', merchantId: 'one' }]);
  await written(1 + 1 + others.length);
  await rewrites.waitUntilDone(AbortSignal.timeout(30_000));
  await end();
  expect(pipeline.progress()).toMatchObject({ written: 31, unchanged: 0 });
});

concurrentTest('a rewrite of a key without a product deletes the document', async (service) => {
  const [id = ''] = await fill(service, 2);
  const { meilisearch, indexName } = service;
  const { end } = await startOnFilled(service);
  const { id: _, ...document } = await documentOf(service, id);
  await done(meilisearch.index(indexName).addDocuments([{ ...document, id: 'stray' }]));
  const rewrites = rewritesOf(service);
  await rewrites.request([{ kind: 'document', key: 'stray' }]);
  await eventuallyEqual(service);
  await rewrites.waitUntilDone(AbortSignal.timeout(30_000));
  await end();
});

concurrentTest('an index that is being built gets every document', async (service) => {
  const ids = await fill(service, 20);
  const { pipeline, events, end } = await startOnFilled(service, { profile: rebuildProfile(() => false) });
  for (const id of ids.slice(0, 3)) await sell(service, id);
  await events(3);
  await end();
  expect(pipeline.progress()).toMatchObject({ written: 3, unchanged: 0 });
});

concurrentTest(
  '`verify --repair` repairs a document that was changed by hand; a skipped write does not',
  async (service) => {
    const [id = ''] = await fill(service, 2);
    const index = service.meilisearch.index(service.indexName);
    const indexer = await service.startIndexer({ LOG_LEVEL: 'debug' });
    await eventuallyEqual(service);
    await done(index.updateDocuments([{ id: indexKey(id), title: 'By hand' }]));
    await sell(service, id);
    await indexer.line(({ msg, unchanged }) => msg === 'batch' && Number(unchanged) > 0);
    expect((await documentOf(service, id)).title).toBe('By hand');
    expect((await service.command('verify')).code).toBe(1);
    const { code, stdout } = await service.command('verify --repair');
    expect([code, stdout]).toEqual([0, expect.stringContaining('after the repair')]);
    await eventuallyEqual(service);
  },
);

concurrentTest('a stop stores the checkpoint', async (service) => {
  const [id = ''] = await fill(service, 1);
  const { start, pipeline, tasks, events, end } = await startOnFilled(service);
  await sell(service, id);
  await events(1);
  const { token } = pipeline.confirmed();
  expect(tokenText(token) > tokenText(start.token)).toBe(true);
  expect([await tasks(), (await storedCheckpoint(service)).token]).toEqual([0, start.token]);
  await end();
  expect(await tasks()).toBe(1);
  expect(tokenText((await storedCheckpoint(service)).token) >= tokenText(token)).toBe(true);
});

const STORE = { profile: { storeEveryMs: 300 } };

/** Resolves when the index has a newer checkpoint than this one. */
const untilStored = (service: TestService, { token }: { readonly token: object }) =>
  eventually(
    async () => tokenText((await storedCheckpoint(service)).token),
    (stored) => stored > tokenText(token),
  );

concurrentTest('the checkpoint is stored after the interval when no documents change', async (service) => {
  const [id = ''] = await fill(service, 1);
  const { start, pipeline, events, end } = await startOnFilled(service, STORE);
  await sell(service, id);
  await events(1);
  await untilStored(service, start as { token: object });
  expect(pipeline.progress().written).toBe(0);
  await end();
});

concurrentTest('the checkpoint is stored after the interval while irrelevant changes continue', async (service) => {
  const ids = await fill(service, 5);
  const { start, pipeline, events, end } = await startOnFilled(service, STORE);
  const updating = startIrrelevantUpdates(service, ids);
  await events(10);
  await untilStored(service, start as { token: object });
  await updating.stop();
  await end();
  expect(pipeline.progress().written).toBe(0);
});
