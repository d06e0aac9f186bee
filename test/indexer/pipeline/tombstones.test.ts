/** A deleted product leaves a tombstone, which counts and searches ignore, and which is swept later. */
import { TOMBSTONES } from '../../../indexer/engine/index-write.ts';
import { createWatch } from '../../../indexer/leader/watch.ts';
import type { FollowedIndex } from '../../../indexer/pipeline/follow.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import { createRestoreMarks } from '../../../indexer/source/restore-marks.ts';
import { sourceOf } from '../../../indexer/source/source-identity.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { PRODUCTS } from '../../../src/search/index/filters.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { holdHalfway, throughProxy } from '../support/engines/held-rebuilds.ts';
import { filledIndex, startPipeline } from '../support/in-process.ts';
import { indexOf, logger } from '../support/index-client.ts';
import { done } from '../support/indexes.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** The types of the index's tasks in the engine, oldest first. */
async function taskTypes({ meilisearch, indexName }: TestService): Promise<readonly string[]> {
  const { results } = await meilisearch.tasks.getTasks({ indexUids: [indexName], limit: 1000, reverse: true });
  return results.map(({ type }) => type);
}

const tombstonesOf = (service: TestService) => indexOf(service).count(service.indexName, TOMBSTONES);

/** Runs a pipeline on the filled index of the service; `events` resolves once `count` events are processed. */
async function startOnFilled(service: TestService) {
  const start = await filledIndex(service);
  const started = await startPipeline(service, start);
  const events = (count: number) =>
    eventually(
      async () => started.pipeline.progress().events,
      (done) => done >= count,
    );
  return { ...started, start, events };
}

concurrentTest('a deletion is one task, which writes a tombstone and the checkpoint', async (service) => {
  const { meilisearch, indexName, catalogue } = service;
  const [id = ''] = await fill(service, 3);
  const { start, pipeline, events, end } = await startOnFilled(service);
  const before = (await taskTypes(service)).length;
  await catalogue.products.deleteOne({ _id: id });
  await events(1);
  expect((await taskTypes(service)).slice(before)).toEqual(['documentAdditionOrUpdate']);
  expect(pipeline.progress()).toMatchObject({ written: 0, deleted: 1 });
  expect(await meilisearch.index(indexName).getDocument(indexKey(id))).toEqual({ id: indexKey(id), deleted: true });
  // The same task has stored the checkpoint.
  expect(tokenText((await storedCheckpoint(service)).token) > tokenText(start.token)).toBe(true);
  await end();
});

concurrentTest('a product that is inserted again replaces its tombstone', async (service) => {
  const { products } = service.catalogue;
  const [id = ''] = await fill(service, 2);
  const product = await products.findOne({ _id: id });
  const { events, end } = await startOnFilled(service);
  await products.deleteOne({ _id: id });
  await events(1);
  await products.insertOne(product as never);
  await events(2);
  expect(await tombstonesOf(service)).toBe(0);
  await products.deleteOne({ _id: id });
  await events(3);
  expect(await tombstonesOf(service)).toBe(1);
  await end();
  await eventuallyEqual(service);
});

const PRODUCTS_BEFORE = 10;
const DELETED = 7;

concurrentTest('searches, counts, verify, status and the checks before a swap ignore tombstones', async (service) => {
  const { meilisearch, indexName, catalogue } = service;
  const ids = await fill(service, PRODUCTS_BEFORE);
  await service.startIndexer();
  await eventuallyEqual(service);
  await catalogue.products.deleteMany({ _id: { $in: ids.slice(0, DELETED) } });
  await eventually(
    () => tombstonesOf(service),
    (count) => count === DELETED,
  );
  const left = PRODUCTS_BEFORE - DELETED;
  const index = meilisearch.index(indexName);
  const hits = async (filter: string) => (await index.search('', { filter, limit: 100 })).hits.length;
  expect([await hits('merchant_id = "one"'), await hits(PRODUCTS)]).toEqual([left, left]);
  const api = await service.startApi();
  const token = await service.token('one');
  const { body } = await api.request('/v1/products/search', { token, json: { query: 'product', limit: 100 } });
  const found = body.map(
    ({ search }: { search: { results: { product_id: string }[] } }) => search.results[0]?.product_id,
  );
  expect(found.toSorted()).toEqual(ids.slice(DELETED));
  expect(await indexOf(service).count(indexName, PRODUCTS)).toBe(left);
  expect((await indexOf(service).documentsByKey(indexName, ids.map(indexKey))).size).toBe(left);
  expect(await service.command('verify')).toMatchObject({ code: 0 });
  expect(JSON.parse((await service.command('status --json')).stdout)).toMatchObject({ documents: left });
  // The new index would have fewer than half the products of the live one if tombstones counted.
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  expect(await tombstonesOf(service)).toBe(0);
  await eventuallyEqual(service);
});

/** A watch over the service's index, and the number of deletion tasks for the index. */
async function watchOf(service: TestService, sweepEveryMs: number) {
  const { database, indexName } = service;
  const marks = createRestoreMarks(database, indexName);
  const jobs = createJobs(database, indexName);
  const context = { database, index: indexOf(service), indexName, jobs, marks, logger };
  const followed = { indexName, assertFollowed: () => undefined, assertUnchanged: async () => undefined };
  const live = { followed: () => followed as unknown as FollowedIndex };
  const watch = createWatch(context, live, sweepEveryMs);
  watch.start(await sourceOf(database), await marks.next(null));
  return {
    check: () => watch.checkDue(null),
    removals: async () => (await taskTypes(service)).filter((type) => type === 'documentDeletion').length,
  };
}

/** Fills an index and leaves a tombstone in it. */
async function withTombstone(service: TestService): Promise<void> {
  const [id = ''] = await fill(service, 3);
  const { events, end } = await startOnFilled(service);
  await service.catalogue.products.deleteOne({ _id: id });
  await events(1);
  await end();
}

concurrentTest('the leader sweeps tombstones, and sends the engine no task when there are none', async (service) => {
  await withTombstone(service);
  const { check, removals } = await watchOf(service, 0);
  await check();
  expect([await tombstonesOf(service), await removals()]).toEqual([0, 1]);
  await check();
  expect(await removals()).toBe(1);
  await eventuallyEqual(service);
});

concurrentTest('the leader waits for the sweep interval between two sweeps', async (service) => {
  await withTombstone(service);
  const { check, removals } = await watchOf(service, 600_000);
  await check();
  await check();
  expect([await tombstonesOf(service), await removals()]).toEqual([1, 0]);
});

concurrentTest('a sweep does not remove a product that was inserted again before it', async (service) => {
  const { meilisearch, indexName } = service;
  await withTombstone(service);
  const index = meilisearch.index(indexName);
  const back = index.addDocuments([{ id: indexKey('given-00000'), merchant_id: 'one' }]);
  const sweep = index.deleteDocuments({ filter: TOMBSTONES });
  await Promise.all([back, sweep].map(done));
  expect(await index.getDocument(indexKey('given-00000'))).toMatchObject({ merchant_id: 'one' });
});

concurrentTest('a rebuild is swept before its swap', async (service) => {
  await fill(service, 2010);
  await throughProxy(service, async (proxy, settings) => {
    const { held, release } = holdHalfway(proxy);
    const indexer = await service.startIndexer(settings, 'start');
    await held;
    // One of them is already in the new index, the other is not.
    await service.catalogue.products.deleteMany({ _id: { $in: ['given-00001', 'given-02005'] } });
    release();
    await indexer.line(({ msg }) => msg === 'following');
    expect(await tombstonesOf(service)).toBe(0);
    await eventuallyEqual(service);
  });
});
