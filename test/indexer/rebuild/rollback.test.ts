/** `rollback` makes the index before the last swap live again, and follows it, or reports why it can't. */
import type { Checkpoint } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { editCheckpoint, putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { documentCount, done } from '../support/indexes.ts';
import { eventuallyInState, generationOf, jobsOf, statusOf } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { startReindexed } from '../support/previous-index.ts';
import { fill } from '../support/writes/fill.ts';

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
    // Nor that of a deleted one.
    for (const command of ['rollback', 'reindex --drop-old', 'reindex'])
      expect(await service.command(command)).toMatchObject({ code: 0 });
    expect([await generationOf(service), await generationOf(service, previous)]).toEqual([4, 1]);

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
    const command = service.command('reindex --drop-old');
    const jobs = jobsOf(service);
    await eventually(
      () => jobs.isDropRequested(),
      (isRequested) => isRequested,
    );
    await jobs.removeDropRequest();
    const { code, stdout, stderr } = await command;
    expect(code).toBe(1);
    expect(stderr).toContain('the previous index was not deleted: run the command again');
    expect(stdout).not.toContain('is deleted');
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

const refusals: readonly [what: string, edit: (checkpoint: Checkpoint) => Partial<Checkpoint>, reason: RegExp][] = [
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
concurrentTest(
  'a rollback to an index that cannot be followed is refused, and the live index is still followed',
  async (service) => {
    await startReindexed(service);
    const previous = { ...service, indexName: previousName(service.indexName) };
    const intact = await storedCheckpoint(previous);
    for (const [what, edit, reason] of refusals) {
      await editCheckpoint(previous, edit);
      const outcome = await service.command('rollback');
      expect({ what, ...outcome }).toEqual({ what, code: 1, stdout: '', stderr: expect.stringMatching(reason) });
      expect(await generationOf(service)).toBe(2);
      await service.catalogue.products.updateMany({}, { $set: { title: `Followed, although it ${what}` } });
      await eventuallyEqual(service);
      await putCheckpoint(previous, intact);
    }
    // Only the checkpoint was in the way.
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(1);
    await eventuallyEqual(service);
  },
);

concurrentTest('an older version can roll back from an index of a newer version', async (service) => {
  const indexer = await startReindexed(service);
  await indexer.stop();
  await editCheckpoint(service, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
  await service.catalogue.products.updateMany({}, { $set: { title: 'Since the newer version' } });
  expect(await service.command('rollback')).toMatchObject({ code: 0 });
  expect(await generationOf(service)).toBe(1);
  await service.startIndexer();
  await eventuallyEqual(service);
});

concurrentTest('an older version without a previous index does not change the newer index', async (service) => {
  const indexer = await startReindexed(service);
  await service.command('reindex --drop-old');
  await indexer.stop();
  await editCheckpoint(service, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
  const held = await storedCheckpoint(service);
  await service.catalogue.products.updateMany({}, { $set: { title: 'Not for this version' } });
  const { code, stderr } = await service.command('rollback');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'there is no previous index to go back to\n' });
  expect(await storedCheckpoint(service)).toEqual(held);
});

/**
 * Leaves a live index of an older version and a refused rebuild, so that the leader follows no index until it retries.
 */
async function startWaiting(service: OwnService): Promise<void> {
  await (await startReindexed(service)).stop();
  await editCheckpoint(service, ({ schemaVersion }) => ({ schemaVersion: schemaVersion - 1 }));
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
