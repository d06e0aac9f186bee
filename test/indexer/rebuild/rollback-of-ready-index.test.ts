/** A rollback while a new index is ready to swap, or being swapped in. */
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { sleep } from '../../../src/runtime/retry.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { startHeldSwap, throughProxy } from '../support/engines/held-rebuilds.ts';
import { documentCount, rebuildName } from '../support/indexes.ts';
import { eventuallyInState, generationOf, jobsOf, statusOf } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { startReindexed } from '../support/previous-index.ts';
import { fill } from '../support/writes/fill.ts';

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

concurrentTest('a late refusal of rollbacks does not reach one of an index that is ready', async (service) => {
  await fill(service, 10);
  const mongodb = await startMongodbProxy(service);
  await service.startIndexer({ MONGODB_URL: mongodb.url });
  const { held, release } = mongodb.delayAt('the leader is building a new index');
  const jobs = jobsOf(service);
  await jobs.request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION, swaps: false });
  await held;
  const requested = eventually(jobs.operation, (operation) => operation?.state === 'ready').then(() =>
    jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION }),
  );
  // A leader that doesn't wait for the response makes the index ready meanwhile.
  await Promise.race([requested, sleep(3000)]);
  release();
  await requested;
  const ended = await eventually(jobs.operation, (operation) => operation?.state === 'failed');
  expect(ended).toMatchObject({ kind: 'rollback', reason: 'there is no previous index to go back to' });
  await mongodb.refuse();
});
