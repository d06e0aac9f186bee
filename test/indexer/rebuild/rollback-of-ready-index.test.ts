/** A rollback while a new index is ready to swap, or being swapped in. */
import { EventEmitter, once } from 'node:events';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { openIndexer } from '../../../indexer/commands/open.ts';
import { compete } from '../../../indexer/election/compete.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import type { Jobs } from '../../../indexer/requests/jobs.ts';
import { readConfig } from '../../../src/config.ts';
import { createShutdownHooks } from '../../../src/runtime/lifecycle.ts';
import { sleep } from '../../../src/runtime/retry.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { startHeldSwap, throughProxy } from '../support/engines/held-rebuilds.ts';
import { logger } from '../support/in-process.ts';
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

/** Leads in this process, with changed `jobs`, while `work` runs. */
async function whileLeading(
  service: OwnService,
  change: (jobs: Jobs) => Partial<Jobs>,
  work: () => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const hooks = createShutdownHooks(logger);
  const indexer = openIndexer(readConfig('indexer', service.variables), logger, hooks, stopping.signal);
  const jobs = { ...indexer.jobs, ...change(indexer.jobs) };
  const leading = compete({ ...indexer, jobs }, stopping.signal, 'service');
  try {
    await work();
  } finally {
    stopping.abort();
    await leading;
    await indexer.processes.leave();
    await hooks.release();
  }
}

concurrentTest('a late refusal of rollbacks does not reach one of an index that is ready', async (service) => {
  await fill(service, 10);
  const jobs = jobsOf(service);
  let delay: Promise<unknown> = Promise.resolve();
  const refuseLate = ({ refuseRollback }: Jobs): Partial<Jobs> => ({
    async refuseRollback(reason) {
      await delay;
      await refuseRollback(reason);
    },
  });
  await whileLeading(service, refuseLate, async () => {
    await eventuallyInState(service, 'following');
    const emitter = new EventEmitter();
    delay = Promise.race([once(emitter, 'requested'), sleep(3000)]);
    await jobs.request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION, swaps: false });
    await eventually(jobs.operation, (operation) => operation?.state === 'ready');
    await jobs.request({ kind: 'rollback', schemaVersion: SCHEMA_VERSION });
    emitter.emit('requested');
    const ended = await eventually(jobs.operation, (operation) => operation?.state === 'failed');
    expect(ended).toMatchObject({ kind: 'rollback', reason: 'there is no previous index to go back to' });
  });
});
