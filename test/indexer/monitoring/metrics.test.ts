/** Metrics of a running indexer: the leader, leadership failures, rebuilds and their progress, and tasks. */
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { deleteCheckpoints } from '../support/checkpoint.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { metricOf } from '../support/indexer-http.ts';
import { nextLine } from '../support/indexer-log.ts';
import { rebuildName } from '../support/indexes.ts';
import { jobsOf, requestReindex } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

concurrentTest('D13: each error that ends the leadership is counted', async (service) => {
  await fill(service, 3);
  const uid = crypto.randomUUID();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { key } = await service.meilisearch.createKey({ uid, actions: ['*'], indexes: ['*'], expiresAt });
  const indexer = await service.startIndexer({ MEILISEARCH_API_KEY: key });
  expect(await metricOf(indexer, 'leadership_failures_total')).toBe(0);
  const isRefused = ({ msg }: { msg: string }) => msg.startsWith('Meilisearch refuses MEILISEARCH_API_KEY');
  const refused = nextLine(indexer, isRefused);
  await service.meilisearch.deleteKey(uid);
  await refused;
  await nextLine(indexer, isRefused);
  expect(await metricOf(indexer, 'leadership_failures_total')).toBeGreaterThanOrEqual(2);
});

concurrentTest('D13: changes are held also while the live index has no checkpoint', async (service) => {
  await fill(service, 10);
  await (await service.startIndexer()).stop();
  await deleteCheckpoints(service);
  await throughProxy(service, async (proxy, settings) => {
    const { held, release } = holdFilling(proxy);
    const indexer = await service.startIndexer(settings, 'start');
    await held;
    await eventually(
      () => metricOf(indexer, 'held'),
      (gauge) => gauge === 1,
    );
    release();
    await eventually(
      () => metricOf(indexer, 'held'),
      (gauge) => gauge === 0,
    );
  });
});

concurrentTest('D13: an indexer reports that a command leads', async (service) => {
  await fill(service, 3);
  await throughProxy(service, async (proxy, settings) => {
    const swap = proxy.delayAt('POST /swap-indexes');
    const command = service.command('reindex', settings);
    await swap.held;
    const indexer = await service.startIndexer({}, 'start');
    await eventually(
      () => metricOf(indexer, 'leader_elsewhere'),
      (gauge) => gauge === 1,
    );
    expect(await metricOf(indexer, 'leader')).toBe(0);
    swap.release();
    expect(await command).toMatchObject({ code: 0 });
    await eventually(
      () => metricOf(indexer, 'leader'),
      (gauge) => gauge === 1,
    );
    expect(await metricOf(indexer, 'leader_elsewhere')).toBe(0);
  });
});

concurrentTest(
  'D13: an indexer that has lost the lease reports that at once, also while it waits for MongoDB',
  async (service) => {
    await fill(service, 3);
    const mongodb = await startMongodbProxy(service);
    const indexer = await service.startIndexer({ MONGODB_URL: mongodb.url });
    expect(await metricOf(indexer, 'leader')).toBe(1);
    // A read that MongoDB doesn't answer may end the leadership before that.
    const ended = nextLine(indexer, ({ msg }) => /^(?:the lease is lost|leadership failed)/.test(msg));
    mongodb.hold();
    await ended;
    expect(await metricOf(indexer, 'leader')).toBe(0);
    await mongodb.refuse();
  },
);

concurrentTest('D13: every rebuild is counted by its result', async (service) => {
  await fill(service, 3);
  const indexer = await service.startIndexer();
  expect(await metricOf(indexer, 'reindexes_total{result="done"}')).toBe(1);
  expect((await service.command('reindex')).code).toBe(0);
  await eventually(
    () => metricOf(indexer, 'reindexes_total{result="done"}'),
    (count) => count === 2,
  );
  expect(await metricOf(indexer, 'reindexes_total{result="refused"}')).toBe(0);
  // Each rebuild swaps its index in; the second also renames the index that it replaces.
  expect(await metricOf(indexer, 'tasks_total{type="indexSwap",result="succeeded"}')).toBe(3);
  // No index is deleted that doesn't exist.
  expect((await service.command('reindex --drop-old')).code).toBe(0);
  expect((await service.command('reindex --drop-old')).code).toBe(0);
  expect(await metricOf(indexer, 'tasks_total{type="indexDeletion",result="succeeded"}')).toBe(1);
  for (const type of ['indexSwap', 'indexDeletion'])
    expect(await metricOf(indexer, `tasks_total{type="${type}",result="failed"}`)).toBe(0);
});

concurrentTest('D13: the progress of a rebuild includes what an earlier leader wrote', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexer(settings);
    const firstSwap = proxy.delayAt('POST /swap-indexes');
    await requestReindex(service);
    await firstSwap.held;
    await first.stop();
    const swap = proxy.delayAt(`["${rebuildName(service, 2)}","${service.indexName}"]`);
    const second = await service.startIndexer(settings);
    await swap.held;
    await eventually(
      () => metricOf(second, 'rebuild_total'),
      (total) => total === 10,
    );
    expect(await metricOf(second, 'rebuild_done')).toBe(10);
    expect(await jobsOf(service).operation()).toMatchObject({ state: 'running', done: 10, total: 10 });
    swap.release();
    await eventuallyEqual(service);
  });
});
