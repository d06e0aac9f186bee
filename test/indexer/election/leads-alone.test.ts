/**
 * One of several indexers leads. When the leader ends, another takes over. A deposed leader stops writing; its late
 * writes are detected and corrected.
 */
import type { Log } from '../../../dev/processes/process-log.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { putCheckpoint, storedCheckpoint, storedCheckpoints } from '../support/checkpoint.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { nextLine } from '../support/indexer-log.ts';
import { done, rebuildName } from '../support/indexes.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startWriting } from '../support/writes/traffic.ts';

const leads = (indexer: Log, limitMs?: number) => indexer.line(({ msg }) => msg === 'leading', limitMs);
const follows = (indexer: Log) => indexer.line(({ msg }) => msg === 'following');
const standsBy = (indexer: Log) => indexer.line(({ msg }) => msg === 'standing by: another indexer leads');
const noticesDeposedLeader = (indexer: Log) =>
  nextLine(indexer, ({ msg, reason }) => msg === 'interrupted' && /^a deposed leader wrote/.test(String(reason)));

/** Many writes until a lease ends. */
const WRITE_EVERY_MS = 200;

/** Resolves when the index has only the checkpoint of this epoch. A leader's last write may arrive after its end. */
const eventuallyOfEpoch = (service: TestService, wanted: number) =>
  eventually(
    async () => (await storedCheckpoints(service)).map(({ epoch }) => epoch),
    (epochs) => epochs.length === 1 && epochs[0] === wanted,
  );

/** Whether the last log line about leadership says that the process leads. */
function saysItLeads(indexer: Log): boolean {
  const messages = indexer.log.map(({ msg }) => msg);
  const lostAt = messages.findLastIndex((msg) => msg.startsWith('the lease is lost'));
  return messages.lastIndexOf('leading') > Math.max(messages.lastIndexOf('standing by: another indexer leads'), lostAt);
}

// FM-41, FM-43
concurrentTest('of three indexers that start together, one leads and two stand by', async (service) => {
  await fill(service, 100);
  const all = await Promise.all([1, 2, 3].map(() => service.startIndexer({}, 'start')));
  const leader = await Promise.race(all.map(async (indexer) => follows(indexer).then(() => indexer)));
  const others = all.filter((indexer) => indexer !== leader);
  await Promise.all(others.map((indexer) => indexer.line(({ msg }) => msg.startsWith('standing by'))));
  await eventuallyEqual(service);
  expect(all.map(saysItLeads).filter(Boolean).length).toBe(1);
  expect((await storedCheckpoints(service)).map(({ epoch }) => epoch)).toEqual([1]);
});

// FM-42
concurrentTest('after SIGTERM of the leader, the standby leads immediately', async (service) => {
  await fill(service, 100);
  const first = await service.startIndexer();
  const second = await service.startIndexer({}, 'start');
  await standsBy(second);
  const { holder } = await leads(first);
  await first.stop();
  // The leader released its lease, so the standby doesn't wait for the expiry.
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  expect(await leases.findOne({ _id: service.indexName })).not.toMatchObject({ holder });
  await leads(second);
  await insert(service.catalogue, { products: [product('after', 'one')] });
  await eventuallyEqual(service);
});

// FM-42
concurrentTest(
  'after SIGKILL of the leader, the standby leads when the lease has expired, and misses no change',
  async (service) => {
    const ids = await fill(service, 100);
    const first = await service.startIndexerProcess();
    const second = await service.startIndexer({}, 'start');
    await standsBy(second);
    const writing = startWriting(service, 'one', ids, WRITE_EVERY_MS);
    await first.end('SIGKILL');
    // The lease lasts for 15 seconds. A busy machine takes longer to notice.
    await leads(second, 50_000);
    await writing.stop();
    await eventuallyEqual(service);
  },
);

// FM-42
concurrentTest('a lease that nobody renews does not prevent another process from leading', async (service) => {
  await fill(service, 10);
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  await leases.insertOne({ _id: service.indexName, holder: 'dead', epoch: 41, expiresAt: new Date(1) } as never);
  const indexer = await service.startIndexer();
  expect(await leads(indexer)).toMatchObject({ epoch: 42 });
  await eventuallyEqual(service);
});

// FM-41
concurrentTest('a leader that is paused past the end of its lease stands by when it resumes', async (service) => {
  const ids = await fill(service, 100);
  const sleeper = await service.startIndexerProcess({ LOG_LEVEL: 'debug' });
  const standby = await service.startIndexer({}, 'start');
  await standsBy(standby);
  const writing = startWriting(service, 'one', ids, WRITE_EVERY_MS);
  await nextLine(sleeper, ({ msg }) => msg === 'batch');
  sleeper.signal('SIGSTOP');
  await follows(standby);
  await writing.stop();
  const sleeperStandsBy = standsBy(sleeper);
  sleeper.signal('SIGCONT');
  await sleeperStandsBy;
  await service.catalogue.products.updateMany({}, { $set: { subtitle: 'After it woke' } });
  await eventuallyEqual(service);
  expect([sleeper, standby].map(saysItLeads)).toEqual([false, true]);
  await eventuallyOfEpoch(service, 2);
});

// FM-3, FM-41
concurrentTest('a write of a deposed leader after the end of its lease is detected and corrected', async (service) => {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  const deposed = await storedCheckpoint(service);
  const index = service.meilisearch.index(service.indexName);
  const stale = [await index.getDocument('given-00001'), await index.getDocument('given-00002')];
  const leader = await service.startIndexer();
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
  await service.catalogue.products.deleteOne({ _id: 'given-00002' });
  await eventuallyEqual(service);

  const noticed = noticesDeposedLeader(leader);
  await done(index.addDocuments(stale));
  await putCheckpoint(service, deposed);
  await noticed;
  await eventuallyEqual(service);
  await eventuallyOfEpoch(service, deposed.epoch + 1);
});

// FM-3, FM-41
concurrentTest(
  'a tombstone that is delayed until its leader has lost the lease is detected and corrected',
  async (service) => {
    const [deletedId = ''] = await fill(service, 20);
    await throughProxy(service, async (proxy, settings) => {
      const sleeper = await service.startIndexerProcess(settings);
      const standby = await service.startIndexer({}, 'start');
      await standsBy(standby);
      // 1. The leader sends the tombstone of a product, and is paused while the proxy holds the request.
      const { held, release } = proxy.delayAt('"deleted":true');
      await service.catalogue.products.deleteOne({ _id: deletedId });
      await held;
      sleeper.signal('SIGSTOP');
      // 2. The product is inserted again, and the next leader indexes it.
      await insert(service.catalogue, { products: [product(deletedId, 'one', { title: 'Back again' })] });
      await follows(standby);
      await eventuallyEqual(service);
      // 3. The request arrives.
      const noticed = noticesDeposedLeader(standby);
      release();
      await noticed;
      sleeper.signal('SIGCONT');
      await eventuallyEqual(service);
      await eventuallyOfEpoch(service, 2);
    });
  },
);

concurrentTest('after a restore of MongoDB to an older epoch, no epoch is reused', async (service) => {
  await fill(service, 20);
  for (const epoch of [1, 2, 3]) {
    const indexer = await service.startIndexer();
    await eventuallyOfEpoch(service, epoch);
    await indexer.stop();
  }
  const leases = service.database.collection<{ _id: string; epoch: number }>('indexer_leases');
  await leases.updateOne({ _id: service.indexName }, { $set: { epoch: 2 } });
  const restored = await service.startIndexer();
  await eventuallyOfEpoch(service, 4);
  expect(await leases.findOne({ _id: service.indexName })).toMatchObject({ epoch: 4 });
  await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  await restored.stop();

  // If only a rebuild is left, its name contains the last epoch.
  await leases.deleteOne({ _id: service.indexName });
  await done(service.meilisearch.deleteIndex(service.indexName));
  await done(service.meilisearch.createIndex(rebuildName(service, 7), { primaryKey: 'id' }));
  await service.startIndexer();
  await eventuallyOfEpoch(service, 8);
  await eventuallyEqual(service);
});
