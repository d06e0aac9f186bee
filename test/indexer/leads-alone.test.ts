/**
 * One of several indexers leads. When it ends, another one takes over. A deposed leader writes no more, or what it
 * still wrote is noticed and corrected.
 */

import type { Log } from '../../dev/process-log.ts';
import { insert, product } from '../support/fixtures.ts';
import { eventually, type TestService } from '../support/service.ts';
import { checkpointOf, checkpointsOf, putCheckpoint } from './support/checkpoint.ts';
import { concurrentTest } from './support/on-service.ts';
import { done, eventuallyEqual, fill, nextLine, rebuildName, throughProxy } from './support/steps.ts';
import { startWriting } from './support/traffic.ts';

const leads = (indexer: Log) => indexer.line(({ msg }) => msg === 'leading');
const follows = (indexer: Log) => indexer.line(({ msg }) => msg === 'following');
const standsBy = (indexer: Log) => nextLine(indexer, ({ msg }) => msg === 'standing by: another indexer leads');
const noticesDeposedLeader = (indexer: Log) =>
  nextLine(indexer, ({ msg, reason }) => msg === 'interrupted' && /^a deposed leader wrote/.test(String(reason)));

/**
 * Resolves when the index has the checkpoint of this epoch alone: the last write of a leader may arrive after its end.
 */
const eventuallyOfEpoch = (service: TestService, wanted: number) =>
  eventually(
    async () => (await checkpointsOf(service)).map(({ epoch }) => epoch),
    (epochs) => epochs.length === 1 && epochs[0] === wanted,
  );

/** Whether the last line of a process about leadership says that it leads. */
function saysItLeads(indexer: Log): boolean {
  const messages = indexer.log.map(({ msg }) => msg);
  const lostAt = messages.findLastIndex((msg) => msg.startsWith('the lease is lost'));
  return messages.lastIndexOf('leading') > Math.max(messages.lastIndexOf('standing by: another indexer leads'), lostAt);
}

// FM-41, FM-43
concurrentTest('three indexers start together: one leads, two stand by', async (service) => {
  await fill(service, 100);
  const all = await Promise.all([1, 2, 3].map(() => service.startIndexer({}, 'start')));
  const leader = await Promise.race(all.map(async (indexer) => follows(indexer).then(() => indexer)));
  const others = all.filter((indexer) => indexer !== leader);
  await Promise.all(others.map((indexer) => indexer.line(({ msg }) => msg.startsWith('standing by'))));
  await eventuallyEqual(service);
  expect(all.map(saysItLeads).filter(Boolean).length).toBe(1);
  expect((await checkpointsOf(service)).map(({ epoch }) => epoch)).toEqual([1]);
});

// FM-42
concurrentTest('after SIGTERM of the leader, the standby leads at once', async (service) => {
  await fill(service, 100);
  const first = await service.startIndexer();
  const second = await service.startIndexer({}, 'start');
  await standsBy(second);
  const { holder } = await leads(first);
  await first.stop();
  // The leader released its lease, so nobody has to wait for it to expire.
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  expect(await leases.findOne({ _id: service.indexName })).not.toMatchObject({ holder });
  await leads(second);
  await insert(service.catalogue, { products: [product('after', 'one')] });
  await eventuallyEqual(service);
});

// FM-42
concurrentTest(
  'after SIGKILL of the leader, the standby leads when the lease has expired, and misses nothing',
  async (service) => {
    const ids = await fill(service, 100);
    const first = await service.startIndexerProcess();
    const second = await service.startIndexer({}, 'start');
    await standsBy(second);
    const writing = startWriting(service, 'one', ids);
    await first.end('SIGKILL');
    await leads(second);
    await writing.stop();
    await eventuallyEqual(service);
  },
);

// FM-42
concurrentTest('an expired lease keeps nobody from leading', async (service) => {
  await fill(service, 10);
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  await leases.insertOne({ _id: service.indexName, holder: 'dead', epoch: 41, expiresAt: new Date(1) } as never);
  const indexer = await service.startIndexer();
  expect(await leads(indexer)).toMatchObject({ epoch: 42 });
  await eventuallyEqual(service);
});

// FM-41
concurrentTest(
  'a leader that sleeps past its lease, in the middle of work, stands by when it wakes',
  async (service) => {
    const ids = await fill(service, 500);
    const sleeper = await service.startIndexerProcess({ LOG_LEVEL: 'debug' });
    const standby = await service.startIndexer({}, 'start');
    await standsBy(standby);
    const writing = startWriting(service, 'one', ids);
    await nextLine(sleeper, ({ msg }) => msg === 'batch');
    sleeper.signal('SIGSTOP');
    await follows(standby);
    await writing.stop();
    const givesWay = standsBy(sleeper);
    sleeper.signal('SIGCONT');
    await givesWay;
    await service.catalogue.products.updateMany({}, { $set: { subtitle: 'After it woke' } });
    await eventuallyEqual(service);
    expect([sleeper, standby].map(saysItLeads)).toEqual([false, true]);
    await eventuallyOfEpoch(service, 2);
  },
);

// FM-3, FM-41
concurrentTest('what a deposed leader wrote after its lease had ended is noticed and corrected', async (service) => {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  const deposed = await checkpointOf(service);
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
  'a tombstone that was on its way when its leader lost the lease is noticed and corrected',
  async (service) => {
    const [deletedId = ''] = await fill(service, 20);
    await throughProxy(service, async (proxy, settings) => {
      const sleeper = await service.startIndexerProcess(settings);
      const standby = await service.startIndexer({}, 'start');
      await standsBy(standby);
      // 1. The leader sends the tombstone of a product, and falls asleep while the request is on its way.
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

concurrentTest('after a restore of MongoDB that puts the epochs back, no epoch is used again', async (service) => {
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

  // A rebuild tells of its leader, too, where its index is all that is left.
  await leases.deleteOne({ _id: service.indexName });
  await done(service.meilisearch.deleteIndex(service.indexName));
  await done(service.meilisearch.createIndex(rebuildName(service, 7), { primaryKey: 'id' }));
  await service.startIndexer();
  await eventuallyOfEpoch(service, 8);
  await eventuallyEqual(service);
});
