/**
 * However an indexer ends, the next one continues from the checkpoint: it misses no change made in between, doesn't
 * rebuild the index, and repeated writes are harmless.
 */
import type { RunningProcess } from '../../../dev/processes/launcher.ts';
import type { Log } from '../../../dev/processes/process-log.ts';
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import type { EngineProxy } from '../../support/engines/proxy.ts';
import { collection, insert, membership, merchant, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { rebuildName } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startWriting } from '../support/writes/traffic.ts';

/** Resolves when a batch is indexed and confirmed. */
const confirmsBatch = (indexer: Log) => nextLine(indexer, ({ msg }) => msg === 'batch');

/** Makes changes of every kind, about 1,000 events. */
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

/** Inserts products of `one`, some of them in three collections, and two more merchants, one of them disabled. */
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
  'after kill -9, 1,000 changes of all kinds made meanwhile are indexed without a rebuild',
  async (service) => {
    const ids = await fillForChanges(service);
    await (await service.startIndexerProcess()).end('SIGKILL');
    await changeEverything(service, ids);
    await releaseLease(service);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toEqual([]);
  },
);

// FM-5, FM-8
concurrentTest('no change is missed after kill -9 three times during work, while writes continue', async (service) => {
  const ids = await fill(service, 100);
  await (await service.startIndexer()).stop();
  const writing = startWriting(service, 'one', ids);
  for (let kill = 1; kill <= 3; kill += 1) {
    const indexer = await service.startIndexerProcess({ LOG_LEVEL: 'debug' });
    // Writes continue, so changes are always pending or in flight.
    await confirmsBatch(indexer);
    await indexer.end('SIGKILL');
    expect(rebuildsOf(indexer)).toEqual([]);
    await releaseLease(service);
  }
  await writing.stop();
  await service.startIndexer();
  await eventuallyEqual(service);
});

/**
 * Sends SIGTERM to a process while the proxy holds one of its writes, and releases the write once the process is
 * stopping. Throws unless the process ends by itself with code 0.
 */
async function stopInWork(indexer: RunningProcess, write: ReturnType<EngineProxy['delayAt']>): Promise<void> {
  await write.held;
  indexer.signal('SIGTERM');
  await indexer.line(({ msg }) => msg === 'stopping');
  write.release();
  const code = await indexer.exited;
  expect({ code, last: indexer.log.at(-1) }).toMatchObject({ code: 0, last: { msg: 'stopped' } });
}

// FM-44
concurrentTest('SIGTERM during work ends the indexer in time, and the next one continues', async (service) => {
  await fill(service, 500);
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
  'SIGTERM during a rebuild ends the indexer in time, and the next one resumes the rebuild under its own name',
  async (service) => {
    await fill(service, 50);
    await throughProxy(service, async (proxy, settings) => {
      const write = holdFilling(proxy);
      await stopInWork(await service.startIndexerProcess(settings, 'start'), write);
    });
    const second = await service.startIndexer();
    await eventuallyEqual(service);
    const resumed = await second.line(({ msg }) => msg === 'continuing an interrupted rebuild');
    expect(resumed).toMatchObject({ index: rebuildName(service, 2) });
  },
);

// FM-10
concurrentTest(
  'while only other collections change, the stored checkpoint still advances, so it never falls out of the oplog',
  async (service) => {
    await fill(service, 5);
    const indexer = await service.startIndexer();
    const storedToken = async () => tokenText((await storedCheckpoint(service)).token);
    const before = await storedToken();
    const unwatched = service.database.collection('unwatched');
    const after = await eventually(
      async () => {
        await unwatched.insertOne({});
        return await storedToken();
      },
      (token) => token !== before,
      // It is stored every 30 seconds.
      55_000,
    );
    expect(after > before).toBe(true);
    await indexer.stop();
    await insert(service.catalogue, { products: [product('later', 'one')] });
    const next = await service.startIndexer();
    await eventuallyEqual(service);
    expect(rebuildsOf(next)).toEqual([]);
  },
);
