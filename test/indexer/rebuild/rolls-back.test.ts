/** `rollback` makes the index before the last swap live again, and follows it, or reports why it can't. */
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { checkpointOf, putCheckpoint } from '../support/checkpoint.ts';
import { concurrentTest, type OwnService } from '../support/on-service.ts';
import { eventuallyInState, generationOf, statusOf } from '../support/operator.ts';
import { rebuildsOf } from '../support/rebuilt.ts';
import {
  documentCount,
  done,
  eventuallyEqual,
  fill,
  jobsOf,
  nextLine,
  rebuildName,
  startHeldSwap,
  throughProxy,
} from '../support/steps.ts';

/** Starts an indexer and reindexes, so that there is a previous index. Resolves to the indexer. */
async function startReindexed(service: OwnService) {
  await fill(service, 10);
  const indexer = await service.startIndexer();
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  return indexer;
}

/** Changes fields of the checkpoint of an index. */
async function editCheckpoint(service: TestService, indexName: string, edit: (checkpoint: Checkpoint) => object) {
  const document = await checkpointOf({ ...service, indexName });
  const checkpoint = JSON.parse(document.checkpoint) as Checkpoint;
  await putCheckpoint(
    { ...service, indexName },
    { ...document, checkpoint: JSON.stringify({ ...checkpoint, ...edit(checkpoint) }) },
  );
}

/** The text in the request of a swap with the live index. */
const swapsLive = ({ indexName }: TestService) => `,"${indexName}"]`;

/** The generations of the live and of the previous index. Resolves when both exist. */
async function generationsOf(service: TestService): Promise<readonly number[]> {
  const previous = previousName(service.indexName);
  await eventually(
    () => documentCount(service, previous),
    (count) => count > 0,
  );
  return [await generationOf(service), await generationOf(service, previous)];
}

interface Checkpoint {
  readonly schemaVersion: number;
  readonly token: { readonly _data: string };
}

concurrentTest(
  'a rollback makes the previous index live, and the index gets the changes since the swap',
  async (service) => {
    const { products } = service.catalogue;
    const indexer = await startReindexed(service);
    const previous = previousName(service.indexName);
    expect([await generationOf(service), await generationOf(service, previous)]).toEqual([2, 1]);
    await products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Since the swap' } });
    await products.deleteOne({ _id: 'given-00002' });
    await insert(service.catalogue, { products: [product('since-the-swap', 'one')] });
    await eventuallyEqual(service);

    expect(await service.command('rollback')).toEqual({
      code: 0,
      stdout: 'the previous index is live again, and catches up with the changes since it was replaced\n',
      stderr: '',
    });
    expect([await generationOf(service), await generationOf(service, previous)]).toEqual([1, 2]);
    await eventuallyEqual(service);
    await products.updateOne({ _id: 'given-00003' }, { $set: { title: 'Since the rollback' } });
    await eventuallyEqual(service);

    // A second rollback goes forward again, and a reindex builds a new index.
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(2);
    await eventuallyEqual(service);
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    expect(await service.command('reindex')).toMatchObject({ code: 0, stdout: 'reindexed 10 products\n' });
    await eventuallyEqual(service);
    // No index gets the generation of another one.
    expect([await generationOf(service), await generationOf(service, previous)]).toEqual([3, 1]);

    expect(await service.command('reindex --drop-old')).toMatchObject({
      code: 0,
      stdout: 'the previous index is deleted: there is nothing to roll back to\n',
    });
    expect(await documentCount(service, previous)).toBe(-1);
    expect(await service.command('reindex --drop-old')).toEqual({
      code: 0,
      stdout: 'there is no previous index\n',
      stderr: '',
    });
    expect(await service.command('rollback')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'there is no previous index to go back to\n',
    });
    expect(await statusOf(service)).toMatchObject({
      state: 'following',
      operation: { kind: 'reindex', state: 'done' },
    });
    expect(indexer.log.filter(({ msg }) => msg === 'leadership failed: trying again')).toEqual([]);
  },
);

concurrentTest(
  'reindex --drop-old fails if its request was removed, as by another one that failed',
  async (service) => {
    await startReindexed(service);
    await service.command('pause');
    const command = service.startCommand('reindex --drop-old');
    const jobs = jobsOf(service);
    await eventually(
      () => jobs.isDropRequested(),
      (isRequested) => isRequested,
    );
    await jobs.removeDropRequest();
    expect(await command.exited).toBe(1);
    expect(command.output()).toContain('the previous index was not deleted: run the command again');
    expect(command.output()).not.toContain('is deleted');
  },
);

concurrentTest('a leader refuses a rollback if the previous index is gone since the request', async (service) => {
  await fill(service, 1);
  await service.startIndexer();
  await jobsOf(service).request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
  const operation = await eventually(
    () => jobsOf(service).operation(),
    (last) => last?.state === 'failed',
  );
  expect(operation?.reason).toBe('there is no previous index to go back to');
});

concurrentTest('without an index and an indexer, a rollback is refused and builds no index', async (service) => {
  await fill(service, 1);
  expect(await service.command('rollback')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'there is no previous index to go back to\n',
  });
  expect(await statusOf(service)).toMatchObject({ epoch: null, operation: null });
  const { results } = await service.meilisearch.getRawIndexes({ limit: 10_000 });
  expect(results.filter(({ uid }) => uid.startsWith(service.indexName))).toEqual([]);
});

concurrentTest('a rollback repairs differences of the previous index that no change event reports', async (service) => {
  await startReindexed(service);
  const previous = service.meilisearch.index(previousName(service.indexName));
  // Like a product that only the previous index rejected; the new index accepted it, which removed its dead letter.
  await done(previous.deleteDocument(indexKey('given-00005')));
  // Like a document that `verify --repair` wrote only to the new index.
  const stale = await previous.getDocument<IndexedDocument>(indexKey('given-00006'));
  await done(previous.addDocuments([{ ...stale, title: 'Stale', content_hash: 'stale' }]));
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(1);
  await eventuallyEqual(service);
});

concurrentTest('a rollback repairs such differences even if the leader ends right after the swap', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    await service.startIndexer(settings);
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    const previous = service.meilisearch.index(previousName(service.indexName));
    await done(previous.deleteDocument(indexKey('given-00005')));
    const ended = proxy.cutAt(swapsLive(service), 'after');
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await ended;
    expect(await generationsOf(service)).toEqual([1, 2]);
    await eventuallyEqual(service);
  });
});

concurrentTest('a rollback whose leader ended before the swap is done by the next leader', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    const ended = proxy.cutAt(swapsLive(service), 'before');
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await ended;
    expect(await generationsOf(service)).toEqual([1, 2]);
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toHaveLength(2);
  });
});

const refusals: readonly [what: string, edit: (checkpoint: Checkpoint) => object, reason: RegExp][] = [
  [
    'has another schema version',
    ({ schemaVersion }) => ({ schemaVersion: schemaVersion - 1 }),
    /^the previous index has schema version \d+ and this indexer has \d+: deploy the other version and run `reindex`\n$/,
  ],
  [
    'was built from another MongoDB',
    () => ({ source: 'another' }),
    /^the previous index was built from another MongoDB\n$/,
  ],
  [
    'can no longer be followed from its token',
    () => ({ token: { _data: 'not hexadecimal' } }),
    /^the previous index can no longer follow MongoDB: .+\n$/,
  ],
];
for (const [what, edit, reason] of refusals)
  concurrentTest(
    `a rollback to an index that ${what} is refused, and the live index is still followed`,
    async (service) => {
      await startReindexed(service);
      await editCheckpoint(service, previousName(service.indexName), edit);
      const { code, stdout, stderr } = await service.command('rollback');
      expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(reason) });
      expect(await generationOf(service)).toBe(2);
      await service.catalogue.products.updateMany({}, { $set: { title: 'Followed as before' } });
      await eventuallyEqual(service);
    },
  );

concurrentTest('an older version can roll back from an index of a newer version', async (service) => {
  const indexer = await startReindexed(service);
  await indexer.stop();
  await editCheckpoint(service, service.indexName, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
  await service.catalogue.products.updateMany({}, { $set: { title: 'Since the newer version' } });
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(1);
  await service.startIndexer();
  await eventuallyEqual(service);
});

// D25
concurrentTest('a rollback also happens if the live index was lost and built again before it', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    const deleted = nextLine(indexer, ({ msg }) => msg === 'the new index is live');
    await done(service.meilisearch.deleteIndex(service.indexName));
    await deleted;
    const ended = proxy.cutAt(swapsLive(service), 'before');
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await ended;
    expect(await generationsOf(service)).toEqual([1, 2]);
  });
});

concurrentTest(
  'an older version whose leader ended in the middle of a rollback from a newer version continues it',
  async (service) => {
    await (await startReindexed(service)).stop();
    await editCheckpoint(service, service.indexName, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
    await throughProxy(service, async (proxy, settings) => {
      const ended = proxy.cutAt(swapsLive(service), 'before');
      expect(await service.command('rollback', settings)).toMatchObject({ code: 0 });
      await ended;
    });
    expect(await generationsOf(service)).toEqual([1, 2]);
    await service.startIndexer();
    await eventuallyEqual(service);
  },
);

concurrentTest('an older version without a previous index does not change the newer index', async (service) => {
  const indexer = await startReindexed(service);
  await service.command('reindex --drop-old');
  await indexer.stop();
  await editCheckpoint(service, service.indexName, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
  const held = await checkpointOf(service);
  await service.catalogue.products.updateMany({}, { $set: { title: 'Not for this version' } });
  const { code, stderr } = await service.command('rollback');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'there is no previous index to go back to\n' });
  expect(await checkpointOf(service)).toEqual(held);
});

/**
 * Leaves a live index of an older version and a refused rebuild, so that the leader follows no index until it retries.
 */
async function startWaiting(service: OwnService): Promise<void> {
  await (await startReindexed(service)).stop();
  await editCheckpoint(service, service.indexName, ({ schemaVersion }) => ({ schemaVersion: schemaVersion - 1 }));
  await service.catalogue.products.deleteMany({ _id: { $gte: 'given-00002' } });
  await service.startIndexer({}, 'start');
  await eventuallyInState(service, 'waiting');
}

concurrentTest('a leader that waits to retry a refused rebuild rolls back on request', async (service) => {
  await startWaiting(service);
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(1);
  await eventuallyInState(service, 'following');
  await eventuallyEqual(service);
});

concurrentTest(
  'a leader that waits to retry a refused rebuild drops the previous index on request',
  async (service) => {
    await startWaiting(service);
    expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
    expect(await documentCount(service, previousName(service.indexName))).toBe(-1);
    expect(await service.command('rollback')).toMatchObject({
      code: 1,
      stderr: 'there is no previous index to go back to\n',
    });
    expect(await statusOf(service)).toMatchObject({ state: 'waiting' });
    expect(await service.command('reindex --allow-fewer')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'a rollback whose leader ended after the swap and before recording it is not undone',
  async (service) => {
    const operations = service.database.collection<{ _id: string; state: string }>('indexer_jobs');
    const _id = `${service.indexName}:operation`;
    const stateOf = async () => (await operations.findOne({ _id }))?.state;
    await fill(service, 10);
    await service.startIndexer();
    expect((await service.command('reindex')).code).toBe(0);
    expect(await generationOf(service)).toBe(2);

    expect((await service.command('rollback')).code).toBe(0);
    expect(await generationOf(service)).toBe(1);
    // The state that a leader leaves if it ends right after the swap.
    await operations.updateOne({ _id }, { $set: { state: 'running' } });
    await eventually(stateOf, (state) => state === 'done', 60_000);
    expect(await generationOf(service)).toBe(1);

    await service.catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'After the rollback' } });
    await eventuallyEqual(service);
  },
);

// D28
for (const kind of ['reindex', 'rollback'] as const)
  concurrentTest(`a ${kind} that has ended since the leader read it is not run again`, async (service) => {
    await fill(service, 10);
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      expect(await service.command('reindex')).toMatchObject({ code: 0 });
      const jobs = jobsOf(service);
      // Both look at the previous index before they start.
      const { held, release } = proxy.delayAt(`GET /indexes/${previousName(service.indexName)} `);
      const { operationId } = await jobs.request({ kind, schemaVersion: SCHEMA_VERSION });
      await held;
      await jobs.update(operationId, { state: 'done' });
      release();
      // The leader does this once it has ended the operation.
      expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
      expect(await generationOf(service)).toBe(2);
      await eventuallyInState(service, 'following');
      expect(await jobs.operation()).toMatchObject({ state: 'done' });
      expect(indexer.log.filter(({ msg }) => msg === 'the new index is live')).toHaveLength(2);
      await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
      await eventuallyEqual(service);
    });
  });

/** Starts an indexer with a previous index and with a new index that is ready to swap. Resolves to the indexer. */
async function startReady(service: OwnService) {
  const indexer = await startReindexed(service);
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
  return indexer;
}

/** Asserts that the previous index is live and followed, and that the index that was ready is deleted. */
async function expectRolledBack(service: OwnService): Promise<void> {
  const previous = previousName(service.indexName);
  expect([await generationOf(service), await generationOf(service, previous)]).toEqual([1, 2]);
  for (const epoch of [1, 2, 3]) expect(await documentCount(service, rebuildName(service, epoch))).toBe(-1);
  expect(await eventuallyInState(service, 'following')).toMatchObject({
    operation: { kind: 'rollback', state: 'done', reason: null },
    rebuildFailure: null,
  });
  await service.catalogue.products.updateMany({}, { $set: { title: 'Since the rollback' } });
  await eventuallyEqual(service);
}

concurrentTest(
  'a rollback deletes an index that is ready to swap, and returns to the previous index',
  async (service) => {
    await startReady(service);
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await expectRolledBack(service);
  },
);

concurrentTest('a rollback deletes an index that is ready to swap also without a running indexer', async (service) => {
  await (await startReady(service)).stop();
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  await service.startIndexer();
  await expectRolledBack(service);
});

concurrentTest('an index that was ready to swap is not swapped in after a rollback that failed', async (service) => {
  await (await startReady(service)).stop();
  const jobs = jobsOf(service);
  const { operationId } = await jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
  await jobs.withdraw(operationId, 'no process could lead');
  const indexer = await service.startIndexer();
  await indexer.line(({ msg }) => msg === 'deleting what an earlier rebuild left');
  await eventuallyInState(service, 'following');
  expect(await generationOf(service)).toBe(2);
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  await expectRolledBack(service);
});

concurrentTest('an index that is ready to swap stays when there is no previous index', async (service) => {
  await startReady(service);
  expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
  expect(await service.command('rollback')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'there is no previous index to go back to\n',
  });
  expect(await statusOf(service)).toMatchObject({ state: 'ready to swap', operation: { state: 'ready' } });
  expect(await service.command('swap')).toMatchObject({ code: 0 });
});

concurrentTest('a rollback is refused while a swap is being checked', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const { swap, release } = await startHeldSwap(service, proxy, settings);
    expect(await service.command('rollback')).toEqual({
      code: 1,
      stdout: '',
      stderr: '`reindex` is running. Wait until it is done; if no indexer runs, run that command again to finish it\n',
    });
    release();
    expect(await swap).toMatchObject({ code: 0 });
  });
});
