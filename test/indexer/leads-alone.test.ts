/**
 * Of several indexers one leads. When it ends another takes over; when it was only asleep it writes no more, or what it
 * still wrote is noticed and mended.
 */
import { insert, product } from '../support/fixtures.ts';
import type { Log } from '../support/log-lines.ts';
import { eventually, type TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { positionOf, positionsOf, putPosition } from './support/position.ts';
import { startProxy } from './support/proxy.ts';
import { done, eventuallyEqual, fill, nextLine } from './support/steps.ts';
import { startWriting } from './support/traffic.ts';

const leads = (indexer: Log) => indexer.line(({ msg }) => msg === 'leading');
const follows = (indexer: Log) => indexer.line(({ msg }) => msg === 'following');
const standsBy = (indexer: Log) => nextLine(indexer, ({ msg }) => msg === 'standing by: another indexer leads');

/** Resolves when the index has the positions of this epoch alone: what a leader sent last may come in after its end. */
const eventuallyOfEpoch = (service: TestService, wanted: number) =>
  eventually(
    async () => (await positionsOf(service)).map(({ epoch }) => epoch),
    (epochs) => epochs.length === 1 && epochs[0] === wanted,
  );

/** Whether the last that a process said of leadership is that it leads. */
function saysItLeads(indexer: Log): boolean {
  const said = indexer.log.map(({ msg }) => msg);
  const given = Math.max(said.lastIndexOf('standing by: another indexer leads'), lastLoss(said));
  return said.lastIndexOf('leading') > given;
}
const lastLoss = (said: readonly string[]) => said.findLastIndex((msg) => msg.startsWith('the lease is lost'));

// FM-41, FM-43
concurrentTest('three that start together: one leads, two stand by', async (service) => {
  await fill(service, 100);
  const all = await Promise.all([1, 2, 3].map(() => service.startIndexer({}, 'start')));
  const leader = await Promise.race(all.map(async (indexer) => follows(indexer).then(() => indexer)));
  const others = all.filter((indexer) => indexer !== leader);
  await Promise.all(others.map((indexer) => indexer.line(({ msg }) => msg.startsWith('standing by'))));
  await eventuallyEqual(service);
  expect(all.map(saysItLeads).filter(Boolean).length).toBe(1);
  expect((await positionsOf(service)).map(({ epoch }) => epoch)).toEqual([1]);
});

// FM-42
concurrentTest('after SIGTERM of the leader the standby leads at once', async (service) => {
  await fill(service, 100);
  const first = await service.startIndexer();
  const second = await service.startIndexer({}, 'start');
  await standsBy(second);
  const { holder } = await leads(first);
  await first.stop();
  // It has given the lease back: nobody has to wait for its end.
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  expect(await leases.findOne({ _id: service.indexName })).not.toMatchObject({ holder });
  await leads(second);
  await insert(service.catalogue, { products: [product('after', 'one')] });
  await eventuallyEqual(service);
});

// FM-42
concurrentTest(
  'after SIGKILL of the leader the standby leads when the lease has ended, and misses nothing',
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
concurrentTest('a lease that somebody left behind keeps nobody from leading', async (service) => {
  await fill(service, 10);
  const leases = service.database.collection<{ _id: string }>('indexer_leases');
  await leases.insertOne({ _id: service.indexName, holder: 'dead', epoch: 41, expiresAt: new Date(1) } as never);
  const indexer = await service.startIndexer();
  expect(await leads(indexer)).toMatchObject({ epoch: 42 });
  await eventuallyEqual(service);
});

// FM-41
concurrentTest(
  'a leader that sleeps past its lease, in the middle of work, gives way when it wakes',
  async (service) => {
    const ids = await fill(service, 500);
    const sleeper = await service.startIndexerProcess({ LOG_LEVEL: 'debug' });
    const standby = await service.startIndexer({}, 'start');
    await standsBy(standby);
    const writing = startWriting(service, 'one', ids);
    await nextLine(sleeper, ({ msg }) => msg === 'written');
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
concurrentTest('what an earlier leader wrote after its lease had ended is noticed and mended', async (service) => {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  const earlier = await positionOf(service);
  const index = service.meilisearch.index(service.indexName);
  const stale = [await index.getDocument('given-00001'), await index.getDocument('given-00002')];
  const leader = await service.startIndexer();
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
  await service.catalogue.products.deleteOne({ _id: 'given-00002' });
  await eventuallyEqual(service);

  const noticed = nextLine(leader, ({ msg }) => msg.startsWith('an earlier leader wrote'));
  await done(index.addDocuments(stale));
  await putPosition(service, earlier);
  await noticed;
  await eventuallyEqual(service);
  expect((await positionsOf(service)).map(({ epoch }) => epoch)).toEqual([earlier.epoch + 1]);
});

// FM-3, FM-41
concurrentTest(
  'a deletion that was on its way when its leader lost the lease is noticed and mended',
  async (service) => {
    const [deletedId = ''] = await fill(service, 20);
    const proxy = await startProxy(service.variables.MEILISEARCH_URL ?? '');
    try {
      const sleeper = await service.startIndexerProcess({ MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
      const standby = await service.startIndexer({}, 'start');
      await standsBy(standby);
      // 1. The leader deletes a product's document, and falls asleep while the request is on its way.
      const { held, letGo } = proxy.delayAt(`POST /indexes/${service.indexName}/documents/delete-batch`);
      await service.catalogue.products.deleteOne({ _id: deletedId });
      await held;
      sleeper.signal('SIGSTOP');
      // 2. The product comes back, and the next leader brings it into the index.
      await insert(service.catalogue, { products: [product(deletedId, 'one', { title: 'Back again' })] });
      await follows(standby);
      await eventuallyEqual(service);
      // 3. The request arrives.
      const noticed = nextLine(standby, ({ msg }) => msg.startsWith('an earlier leader wrote'));
      letGo();
      await noticed;
      sleeper.signal('SIGCONT');
      await eventuallyEqual(service);
      await eventuallyOfEpoch(service, 2);
    } finally {
      await proxy.refuse();
    }
  },
);
