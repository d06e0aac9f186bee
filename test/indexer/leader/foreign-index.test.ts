/**
 * An index belongs to the MongoDB that it was built from. An indexer with another database, or with an index of another
 * program, writes and deletes nothing: it stands by, reports why, and waits for `reindex --adopt`.
 */
import { primaryTimeMs } from '../../../indexer/source/server-clock.ts';
import { tokenTimeMs } from '../../../src/engines/mongodb/resume-token.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { holdBeforeSwap, holdCounting, holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { eventuallyNotReady, eventuallyReady } from '../support/indexer-http.ts';
import { nextLine, rebuildsOf, rebuiltAndFollowed } from '../support/indexer-log.ts';
import { countTasks, documentCount, done, rebuildName } from '../support/indexes.ts';
import { eventuallyAnnounced } from '../support/operator.ts';
import { concurrentTest, type OwnService, onService } from '../support/per-test-service.ts';
import { startReindexed } from '../support/previous-index.ts';
import { fill } from '../support/writes/fill.ts';

/** A test of two databases that are configured with the same index, which belongs to the first. */
function foreignTest(name: string, work: (owner: OwnService, other: ForeignService) => Promise<void>): void {
  concurrentTest(name, (owner) =>
    onService((other) => {
      const settings = { MEILISEARCH_INDEX: owner.indexName };
      return work(owner, {
        ...other,
        indexName: owner.indexName,
        variables: { ...other.variables, ...settings },
        startIndexer: (given, waitFor) => other.startIndexer({ ...settings, ...given }, waitFor),
        startCommand: (command, given) => other.startCommand(command, { ...settings, ...given }),
        command: (command, given) => other.command(command, { ...settings, ...given }),
      });
    }),
  );
}
type ForeignService = OwnService;

const BOTH_SIDES =
  /the index was built from database id [-\w]+ .*, this MongoDB is database id [-\w]+ .*: another database.*`reindex --adopt`/;

// FM-15
foreignTest(
  'D14: an indexer with another, empty database stands by and writes nothing, for each ON_LOST_POSITION',
  async (owner, other) => {
    await (await startReindexed(owner)).stop();
    const before = await searchDocuments(owner.meilisearch, owner.indexName);
    const [checkpoint, tasks] = [await storedCheckpoint(owner), await countTasks(owner)];

    for (const policy of ['rebuild', 'stop']) {
      const indexer = await other.startIndexer({ ON_LOST_POSITION: policy }, 'start');
      await indexer.line(({ msg }) => msg.startsWith('standing by: the index was built from'));
      await eventuallyNotReady(indexer, 'leadership', BOTH_SIDES, { mongodb: 'ok', meilisearch: 'ok', index: 'ok' });
      await eventuallyAnnounced(other);
      const { stdout } = await other.command('status');
      expect(stdout).toMatch(BOTH_SIDES);
      await indexer.stop();
    }
    // A plain reindex is refused, too, and names both databases. So is a rollback: the previous index is as foreign.
    for (const command of ['reindex', 'rollback']) {
      const { code, stderr } = await other.command(command);
      expect({ command, code, stderr }).toEqual({ command, code: 1, stderr: expect.stringMatching(BOTH_SIDES) });
    }

    expect(await countTasks(owner)).toBe(tasks);
    expect(await storedCheckpoint(owner)).toEqual(checkpoint);
    expect(await searchDocuments(owner.meilisearch, owner.indexName)).toEqual(before);
    const indexer = await owner.startIndexer();
    await owner.catalogue.products.deleteOne({ _id: 'given-00001' });
    await eventuallyEqual(owner);
    expect(rebuildsOf(indexer)).toEqual([]);
  },
);

foreignTest(
  'D14: `reindex --adopt` takes over the index, and the indexer of the first database stands by',
  async (owner, other) => {
    await fill(owner, 20);
    const first = await owner.startIndexer();
    const products = Array.from({ length: 15 }, (_, number) => product(`other-${number}`, 'two'));
    await insert(other.catalogue, { ...shop('two'), products });
    const second = await other.startIndexer({}, 'start');
    await eventuallyNotReady(second, 'leadership', BOTH_SIDES);

    expect(await other.command('reindex --adopt')).toMatchObject({ code: 0 });
    await second.line(({ msg }) => msg === 'following');
    await eventuallyEqual(other);
    await eventuallyReady(second);

    await owner.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Not in this index' } });
    await eventuallyNotReady(first, 'leadership', BOTH_SIDES);
    await other.catalogue.products.updateOne({ _id: 'other-1' }, { $set: { title: 'Followed' } });
    await eventuallyEqual(other);
  },
);

foreignTest(
  "D29: a write of the former owner that arrives after `reindex --adopt` doesn't give it the index back",
  async (owner, other) => {
    await fill(owner, 20);
    await fill(other, 20);
    await throughProxy(owner, async (proxy, settings) => {
      const first = await owner.startIndexer(settings);
      const second = await other.startIndexer({}, 'start');
      const { held, release } = proxy.delayAt('Late write');
      await owner.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Late write' } });
      await held;
      expect(await other.command('reindex --adopt')).toMatchObject({ code: 0 });
      await second.line(({ msg }) => msg === 'following');
      const interrupted = nextLine(second, ({ msg }) => msg === 'interrupted');
      release();
      await eventuallyNotReady(first, 'leadership', BOTH_SIDES);
      await interrupted;
      await eventuallyEqual(other);
      await other.catalogue.products.updateOne({ _id: 'given-00002' }, { $set: { title: 'Followed' } });
      await eventuallyEqual(other);
      await eventuallyReady(second);
    });
  },
);

foreignTest(
  'D30: after another database adopted the index by mistake, `rollback` brings it back at once',
  async (owner, other) => {
    await fill(owner, 20);
    await fill(other, 30);
    const first = await owner.startIndexer();
    const second = await other.startIndexer({}, 'start');
    expect(await other.command('reindex --adopt')).toMatchObject({ code: 0 });
    await eventuallyNotReady(first, 'leadership', BOTH_SIDES);
    await owner.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Meanwhile' } });

    expect(await owner.command('rollback')).toMatchObject({ code: 0, stdout: expect.stringMatching(/is live again/) });
    await eventuallyEqual(owner);
    await eventuallyReady(first);
    expect(rebuildsOf(first)).toHaveLength(1);
    await eventuallyNotReady(second, 'leadership', BOTH_SIDES);
    // The previous index is the other database's now.
    expect(await owner.command('rollback')).toMatchObject({
      code: 1,
      stderr: 'the previous index was built from another MongoDB\n',
    });
    await owner.catalogue.products.updateOne({ _id: 'given-00002' }, { $set: { title: 'Followed' } });
    await eventuallyEqual(owner);
  },
);

foreignTest('D14: an adopting reindex of an empty database is refused without --allow-fewer', async (owner, other) => {
  await fill(owner, 20);
  await (await owner.startIndexer()).stop();
  const { code, stderr } = await other.command('reindex --adopt');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/it has 0 products and the live one has 20\. Is MONGODB_URL the right database\?/),
  });
  // The owner's index is unchanged, and the rebuild is deleted.
  for (const epoch of [1, 2, 3]) expect(await documentCount(owner, rebuildName(owner, epoch))).toBe(-1);
  const indexer = await owner.startIndexer();
  await eventuallyEqual(owner);
  expect(rebuildsOf(indexer)).toEqual([]);
  await indexer.stop();

  expect(await other.command('reindex --adopt --allow-fewer')).toMatchObject({ code: 0 });
  expect((await searchDocuments(owner.meilisearch, owner.indexName)).size).toBe(0);
});

foreignTest(
  'D14: while another database builds the first index of this name, an indexer stands by and does not change the rebuild',
  async (owner, other) => {
    await fill(owner, 10);
    await throughProxy(owner, async (proxy, settings) => {
      const { held, release } = holdCounting(proxy, 'one');
      const first = await owner.startIndexer(settings, 'start');
      await held;
      const second = await other.startIndexer({}, 'start');
      await eventuallyNotReady(second, 'leadership', BOTH_SIDES);
      expect(second.log.filter(({ msg }) => msg === 'leading').length).toBeLessThan(10);
      expect(await documentCount(owner, rebuildName(owner))).toBe(11);
      release();
      await first.line(({ msg }) => msg === 'following');
      await eventuallyEqual(owner);
    });
  },
);

concurrentTest('D14: an index of another program is not changed until `reindex --adopt`', async (service) => {
  const { meilisearch, indexName } = service;
  await fill(service, 20);
  await done(meilisearch.index(indexName).addDocuments([{ id: 'foreign', title: 'X' }]));
  const indexer = await service.startIndexer({}, 'start');
  await eventuallyNotReady(indexer, 'leadership', /was not made by this program.*`reindex --adopt`/);
  expect(await documentCount(service, indexName)).toBe(1);

  expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
  await indexer.line(({ msg }) => msg === 'following');
  await eventuallyEqual(service);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  await indexer.stop();
  // The next leader follows the adopted index.
  await service.startIndexer();
  await service.catalogue.products.updateOne({ _id: 'given-00002' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
});

concurrentTest('D14: an index of another program that replaces the followed index is not changed', async (service) => {
  const { meilisearch, indexName } = service;
  await fill(service, 20);
  const indexer = await service.startIndexer();
  await done(meilisearch.deleteIndex(indexName));
  await done(meilisearch.index(indexName).addDocuments([{ id: 'foreign' }]));
  // The indexer may have rebuilt the index before the replacement, so replace it until that lasts.
  await eventually(
    async () => {
      if ((await documentCount(service, indexName)) > 1) await done(meilisearch.deleteIndex(indexName));
      await done(meilisearch.index(indexName).addDocuments([{ id: 'foreign' }]));
      return await documentCount(service, indexName);
    },
    (count) => count === 1,
  );
  await eventuallyNotReady(indexer, 'leadership', /was not made by this program/);
  expect(await documentCount(service, indexName)).toBe(1);
});

concurrentTest(
  'D14: an index of another program that appears during a first build is not replaced',
  async (service) => {
    const { meilisearch, indexName } = service;
    await fill(service, 10);
    await throughProxy(service, async (proxy, settings) => {
      const { held, release } = holdFilling(proxy);
      const indexer = await service.startIndexer(settings, 'start');
      await held;
      await done(meilisearch.index(indexName).addDocuments([{ id: 'foreign' }]));
      release();
      await eventuallyNotReady(indexer, 'leadership', /was not made by this program/);
      expect(await documentCount(service, indexName)).toBe(1);
    });
  },
);

concurrentTest(
  'D14: a database that mongorestore restored from its own dump counts as another database',
  async (service) => {
    await fill(service, 20);
    await (await service.startIndexer()).stop();
    const before = await storedCheckpoint(service);
    // Like mongorestore --drop: the same documents in newly created collections.
    const source = service.database.collection('indexer_source');
    const documents = await source.find().toArray();
    await source.drop();
    await source.insertMany(documents);
    const indexer = await service.startIndexer({}, 'start');
    await eventuallyNotReady(indexer, 'leadership', /the database was restored from a dump.*`reindex --adopt`/);
    expect(await storedCheckpoint(service)).toEqual(before);
    expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
    await indexer.line(({ msg }) => msg === 'following');
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'D14: a first start before any import builds an empty index, and the import is followed',
  async (service) => {
    const indexer = await service.startIndexer();
    await eventuallyReady(indexer);
    expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(0);
    await fill(service, 20);
    await eventuallyEqual(service);
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

concurrentTest(
  'D14: a new index with fewer than half of the products is not swapped in, unless `--allow-fewer`',
  async (service) => {
    await fill(service, 20);
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      // The live index misses the deletions, as if most of MongoDB had been lost without events.
      const write = proxy.delayAt('"deleted":true');
      await service.catalogue.products.deleteMany({ _id: { $gte: 'given-00009' } });
      await write.held;
      const { code, stderr } = await service.command('reindex');
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/it has 9 products and the live one has 20.*`reindex --allow-fewer`/),
      });
      expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(20);
      // The new index has passed its checks, although the live one still misses the deletions.
      const checked = holdBeforeSwap(proxy);
      const allowed = service.command('reindex --allow-fewer');
      await checked.held;
      expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(20);
      write.release();
      checked.release();
      expect(await allowed).toMatchObject({ code: 0 });
      await rebuiltAndFollowed(indexer, /operator/);
      await eventuallyEqual(service);
    });
  },
);

/** Makes the service's database look like another MongoDB at the same address; `restore` undoes that. */
async function replaceSource({ database }: OwnService): Promise<{ restore(): Promise<void> }> {
  const sources = database.collection<{ _id: string; source: string }>('indexer_source');
  const set = async (source: string) => void (await sources.updateOne({ _id: 'source' }, { $set: { source } }));
  const before = await sources.findOne({ _id: 'source' });
  await set('another-database');
  return { restore: () => set(String(before?.source)) };
}

concurrentTest(
  'D14: products of another MongoDB that responds at the same address are never written to the index',
  async (service) => {
    const { meilisearch, indexName, catalogue } = service;
    await fill(service, 20);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    const before = await searchDocuments(meilisearch, indexName);

    const { restore } = await replaceSource(service);
    await catalogue.products.updateMany({}, { $set: { title: 'Of another MongoDB' } });
    await eventuallyNotReady(indexer, 'leadership', BOTH_SIDES);
    expect(await searchDocuments(meilisearch, indexName)).toEqual(before);
    // The index doesn't lack a repair.
    expect(await service.command('explain given-00001')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^agrees +no: the index was built from .*: another database$/m),
    });

    await restore();
    await eventuallyReady(indexer);
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toHaveLength(1);
  },
);

concurrentTest(
  'D14: the checkpoint never moves past changes while another MongoDB responds at the same address',
  async (service) => {
    await fill(service, 1);
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);

    await replaceSource(service);
    const replacedMs = await primaryTimeMs(service.database);
    await eventuallyNotReady(indexer, 'leadership', BOTH_SIDES);
    const { token } = await storedCheckpoint(service);
    expect(tokenTimeMs(token)).toBeLessThanOrEqual(replacedMs + 1000);
  },
);
