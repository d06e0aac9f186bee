/**
 * However the indexer ends, the next one goes on where it was: nothing that changed meanwhile is missed, nothing is built
 * anew, and doing something twice does no harm.
 */
import { collection, insert, membership, merchant, product } from '../support/fixtures.ts';
import type { Log } from '../support/log-lines.ts';
import type { RunningProcess } from '../support/processes.ts';
import { eventually, type TestService } from '../support/service.ts';
import { concurrentTest } from './support/on-service.ts';
import { positionOf } from './support/position.ts';
import type { EngineProxy } from './support/proxy.ts';
import { endLease, eventuallyEqual, fill, halfBuilt, nextLine, rebuildName, throughProxy } from './support/steps.ts';
import { startWriting } from './support/traffic.ts';

const wroteSomething = (indexer: Log) => nextLine(indexer, ({ msg }) => msg === 'written');
const rebuildsOf = (indexer: Log) => indexer.log.filter(({ msg }) => msg === 'building the index anew');

/** Changes of every kind, some 1,000 events; what they do to the index differs for each. */
async function changeEverything({ catalogue }: TestService, ids: readonly string[]): Promise<void> {
  const part = (number: number) => ({ _id: { $in: ids.slice(number * 100, (number + 1) * 100) } });
  const { products, memberships, collections, merchants } = catalogue;
  const fresh = Array.from({ length: 300 }, (_, index) => `fresh-${index}`);
  await insert(catalogue, { products: fresh.map((id) => product(id, 'one')) });
  await products.updateMany(part(0), { $set: { title: 'Updated', 'inventory.sku': 'UPDATED' } });
  await products.updateMany(part(1), { $unset: { description: '' }, $rename: { subtitle: 'other' } });
  await products.deleteMany(part(2));
  await products.bulkWrite(
    ids
      .slice(300, 400)
      .map((_id) => ({ replaceOne: { filter: { _id }, replacement: { merchantId: 'one' } as never } })),
  );
  await insert(catalogue, { memberships: fresh.slice(0, 100).map((id) => membership('kept', id, 'one')) });
  await memberships.deleteMany({ collectionId: 'left' });
  await collections.updateOne({ _id: 'kept' }, { $set: { name: 'Renamed' } });
  await collections.deleteOne({ _id: 'gone' });
  await merchants.updateOne({ _id: 'closing' }, { $set: { status: 'disabled' } });
  await merchants.updateOne({ _id: 'opening' }, { $set: { status: 'active' } });
}

/** Products of `one`, partly in three collections, and two merchants with products, one of them disabled. */
async function fillForChanges(service: TestService): Promise<readonly string[]> {
  const ids = await fill(service, 500);
  const other = (merchantId: string) =>
    Array.from({ length: 20 }, (_, index) => product(`${merchantId}-${index}`, merchantId));
  await insert(service.catalogue, {
    merchants: [merchant('closing'), merchant('opening', { status: 'disabled' })],
    products: [...other('closing'), ...other('opening')],
    collections: ['kept', 'left', 'gone'].map((id) => collection(id, 'one')),
    memberships: ['kept', 'left', 'gone'].flatMap((id) => ids.slice(0, 100).map((item) => membership(id, item, 'one'))),
  });
  return ids;
}

// FM-8, FM-37, FM-40
concurrentTest(
  'after kill -9, 1,000 changes of all kinds made meanwhile are caught up on, without building anew',
  async (service) => {
    const ids = await fillForChanges(service);
    await (await service.startIndexerProcess()).end('SIGKILL');
    await changeEverything(service, ids);
    await endLease(service);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toEqual([]);
  },
);

// FM-5, FM-8
concurrentTest(
  'after kill -9 in the middle of work, five times while writers go on, nothing is missed',
  async (service) => {
    const ids = await fill(service, 500);
    await (await service.startIndexer()).stop();
    const writing = startWriting(service, 'one', ids);
    for (let kill = 1; kill <= 5; kill += 1) {
      const indexer = await service.startIndexerProcess({ LOG_LEVEL: 'debug' });
      // While writers go on, the next write begins as soon as one is done.
      await wroteSomething(indexer);
      await indexer.end('SIGKILL');
      expect(rebuildsOf(indexer)).toEqual([]);
      await endLease(service);
    }
    await writing.stop();
    await service.startIndexer();
    await eventuallyEqual(service);
  },
);

/**
 * Ends a process while a write of it is on its way, which arrives when it knows that it is to stop. Throws when it does not
 * end by itself within its limit.
 */
async function stopInWork(indexer: RunningProcess, write: ReturnType<EngineProxy['delayAt']>): Promise<void> {
  await write.held;
  indexer.signal('SIGTERM');
  await indexer.line(({ msg }) => msg === 'stopping');
  write.letGo();
  const code = await indexer.exited;
  expect({ code, last: indexer.log.at(-1) }).toMatchObject({ code: 0, last: { msg: 'stopped' } });
}

// FM-44
concurrentTest('SIGTERM in the middle of work ends the indexer in time, and the next one goes on', async (service) => {
  await fill(service, 2000);
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexerProcess(settings);
    const write = proxy.delayAt(`POST /indexes/${service.indexName}/documents?`);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Updated' } });
    await stopInWork(first, write);
  });
  const second = await service.startIndexer();
  await eventuallyEqual(service);
  expect(rebuildsOf(second)).toEqual([]);
});

// FM-21, FM-44
concurrentTest(
  'SIGTERM in the middle of a rebuild ends the indexer in time, and the next one goes on with the rebuild',
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      const write = halfBuilt(proxy);
      await stopInWork(await service.startIndexerProcess(settings, 'start'), write);
    });
    const second = await service.startIndexer();
    await eventuallyEqual(service);
    expect(second.log.map(({ msg }) => msg)).toContain('going on with an interrupted rebuild');
    expect(second.log.map(({ index }) => index)).toContain(rebuildName(service));
  },
);

// FM-10
concurrentTest(
  'where nothing changes, the position moves all the same, so that it never falls out of the oplog',
  async (service) => {
    await fill(service, 5);
    const indexer = await service.startIndexerProcess();
    const before = await positionOf(service);
    const unwatched = service.database.collection('unwatched');
    const moved = await eventually(
      async () => {
        await unwatched.insertOne({});
        return await positionOf(service);
      },
      ({ position }) => position !== before.position,
      90_000,
    );
    const tokenOf = ({ position }: { position: string }) => JSON.parse(position).token._data as string;
    expect(tokenOf(moved) > tokenOf(before)).toBe(true);
    await indexer.end('SIGKILL');
    await endLease(service);
    await insert(service.catalogue, { products: [product('later', 'one')] });
    const next = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(next)).toEqual([]);
  },
);
