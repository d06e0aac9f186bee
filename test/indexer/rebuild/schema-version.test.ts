/**
 * A deploy with another mapping or other settings has another schema version. An index of an older version is rebuilt
 * and serves searches unchanged until the swap. Only newer processes change an index of a newer version. Searches never
 * fail.
 */
import type { Settings } from 'meilisearch';
import { ORIGIN } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { INDEX_SETTINGS } from '../../../src/search/index/settings.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { editCheckpoint, putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { holdCounting, holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { eventuallyNotReady, eventuallyReady, metricOf } from '../support/indexer-http.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { done, rebuildName } from '../support/indexes.ts';
import {
  eventuallyAnnounced,
  eventuallyInState,
  eventuallyOperation,
  jobsOf,
  requestReindex,
} from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startSearching } from '../support/writes/traffic.ts';

const OLDER = SCHEMA_VERSION - 1;
const NEWER = SCHEMA_VERSION + 1;

const OLDER_SETTINGS: Settings = {
  rankingRules: ['exactness', 'words'],
  searchableAttributes: ['title'],
  displayedAttributes: ['product_id'],
};

/** Changes the schema version in the checkpoint of an index. */
const setVersion = (index: Pick<TestService, 'meilisearch' | 'indexName'>, schemaVersion: number): Promise<void> =>
  editCheckpoint(index, () => ({ schemaVersion }));

/** Leaves an index of `count` products with another schema version. */
async function leaveIndex(service: OwnService, count: number, schemaVersion: number): Promise<readonly string[]> {
  const ids = await fill(service, count);
  await (await service.startIndexer()).stop();
  await setVersion(service, schemaVersion);
  return ids;
}

/** The documents of the index and its checkpoint. */
async function contentsOf(index: Pick<TestService, 'meilisearch' | 'indexName'>) {
  const documents = await searchDocuments(index.meilisearch, index.indexName);
  return { documents, checkpoint: await storedCheckpoint(index) };
}

// FM-12
concurrentTest(
  'D3: an index of an older version gets no writes before the swap; the new index gets the changes made meanwhile',
  async (service) => {
    const ids = await leaveIndex(service, 50, OLDER);
    await done(service.meilisearch.index(service.indexName).updateSettings(OLDER_SETTINGS));
    const before = await contentsOf(service);
    const searching = startSearching(service, 'one', 20);
    await throughProxy(service, async (proxy, settings) => {
      const { held, release } = holdFilling(proxy);
      const indexer = await service.startIndexer(settings, 'start');
      await held;
      await service.catalogue.products.updateOne({ _id: ids[1] as string }, { $set: { title: 'Changed meanwhile' } });
      await service.catalogue.products.deleteOne({ _id: ids[2] as string });
      await eventually(
        () => metricOf(indexer, 'held'),
        (gauge) => gauge === 1,
      );
      expect(await contentsOf(service)).toEqual(before);
      release();
      await indexer.line(({ msg }) => msg === 'following');
      await eventuallyEqual(service);
      await eventually(
        () => metricOf(indexer, 'held'),
        (gauge) => gauge === 0,
      );
      const reason = `the schema version changes from ${OLDER} to ${SCHEMA_VERSION}`;
      expect(rebuildsOf(indexer)).toMatchObject([{ reason }]);
    });
    expect((await searching.stop()).failures).toEqual([]);
    // The rebuild and the swap didn't change the old index.
    const previous = await contentsOf({ ...service, indexName: `${service.indexName}_previous` });
    expect(previous).toEqual(before);
    expect(await service.meilisearch.index(service.indexName).getSettings()).toMatchObject({
      rankingRules: INDEX_SETTINGS.rankingRules,
    });
    const { generation } = before.checkpoint;
    expect(await storedCheckpoint(service)).toMatchObject({
      generation: generation + 1,
      schemaVersion: SCHEMA_VERSION,
    });
  },
);

concurrentTest('D3: a refused swap leaves the index of the older version unchanged', async (service) => {
  await leaveIndex(service, 10, OLDER);
  const before = await contentsOf(service);
  await throughProxy(service, async (proxy, settings) => {
    const { held, release } = holdCounting(proxy, 'one');
    const indexer = await service.startIndexer(settings, 'start');
    await held;
    await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed meanwhile' } });
    const { index } = await indexer.line(({ msg }) => msg === 'rebuilding');
    // Two: the check tolerates as many missing products as there are changes, and there is one.
    const deletion = service.meilisearch.index(String(index)).deleteDocuments(['given-00003', 'given-00004']);
    expect(await done(deletion)).toMatchObject({ status: 'succeeded' });
    release();
    await indexer.line(({ msg }) => msg.startsWith('the new index was not swapped in'));
    await eventuallyInState(service, 'waiting');
    const { stdout } = await service.command('status');
    expect(stdout).toMatch(/^state +waiting/m);
    expect(stdout).toMatch(/^lag +not known$/m);
    expect(await contentsOf(service)).toEqual(before);
    // Changes are still held.
    expect(await metricOf(indexer, 'held')).toBe(1);
    // An operator who has fixed the cause can reindex without waiting for the retry.
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  });
});

concurrentTest(
  'D3: status shows why a rebuild that nobody requested was refused, until a new index is live',
  async (service) => {
    await leaveIndex(service, 10, OLDER);
    await service.catalogue.products.deleteMany({ _id: { $gte: 'given-00002' } });
    const indexer = await service.startIndexer({}, 'start');
    await eventuallyInState(service, 'waiting');
    const { stdout } = await service.command('status');
    const refused = /^last rebuild +refused \d+\.\d s ago: the new index was not swapped in: it has 2 products/m;
    expect(stdout).toMatch(refused);
    expect(stdout).not.toMatch(/^reindex/m);
    expect(await metricOf(indexer, 'held')).toBe(1);
    expect(await metricOf(indexer, 'reindexes_total{result="refused"}')).toBeGreaterThanOrEqual(1);
    await indexer.stop();
    expect((await service.command('status')).stdout).toMatch(refused);

    // Without an indexer, the command leads.
    expect(await service.command('reindex --allow-fewer')).toMatchObject({ code: 0 });
    expect((await service.command('status')).stdout).not.toMatch(/^last rebuild/m);
  },
);

concurrentTest('D3: an interrupted rebuild of another version is not resumed', async (service) => {
  await fill(service, 10);
  await throughProxy(service, async (proxy, settings) => {
    const first = await service.startIndexer(settings);
    const { held } = proxy.delayAt('POST /swap-indexes');
    await requestReindex(service);
    await held;
    await first.stop();
  });
  await setVersion({ ...service, indexName: rebuildName(service) }, OLDER);
  const second = await service.startIndexer({}, 'start');
  await second.line(({ msg }) => msg === 'deleting what an earlier rebuild left');
  // The operator's request is still pending.
  await second.line(({ msg }) => msg === 'the new index is live');
  await eventuallyEqual(service);
  expect(await storedCheckpoint(service)).toMatchObject({ schemaVersion: SCHEMA_VERSION });
});

concurrentTest(
  'D4: with an index of a newer version, a process stands by, writes nothing and reports why',
  async (service) => {
    await leaveIndex(service, 20, NEWER);
    const before = await contentsOf(service);
    const tasks = async () =>
      (await service.meilisearch.tasks.getTasks({ indexUids: [service.indexName, rebuildName(service, 2)], limit: 1 }))
        .total;
    const tasksBefore = await tasks();
    for (const policy of ['stop', 'rebuild']) {
      const indexer = await service.startIndexer({ ON_LOST_POSITION: policy }, 'start');
      const reason = new RegExp(`schema version ${NEWER}, and this process has ${SCHEMA_VERSION}`);
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: `Changed, ${policy}` } });
      await eventuallyNotReady(indexer, 'leadership', reason);
      await eventuallyAnnounced(service);
      const { stdout } = await service.command('status');
      expect(stdout).toMatch(reason);
      expect(indexer.log.filter(({ msg }) => msg === 'leading')).toEqual([]);
      await indexer.stop();
    }
    expect(await contentsOf(service)).toEqual(before);
    expect(await tasks()).toBe(tasksBefore);
  },
);

concurrentTest('D4: an explicit reindex by an older process builds its own version', async (service) => {
  await leaveIndex(service, 20, NEWER);
  const indexer = await service.startIndexer({}, 'start');
  await eventuallyNotReady(indexer, 'leadership', /schema version/);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } });
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  expect(await storedCheckpoint(service)).toMatchObject({ schemaVersion: SCHEMA_VERSION, generation: 2 });
  await indexer.line(({ msg }) => msg === 'following');
  await eventuallyReady(indexer);
  await eventuallyEqual(service);
});

concurrentTest("D4: a newer leader refuses an older version's reindex", async (service) => {
  await fill(service, 20);
  const indexer = await service.startIndexer();
  const jobs = jobsOf(service);
  await jobs.request({ kind: 'reindex', schemaVersion: OLDER });
  const operation = await eventuallyOperation(service, 'failed');
  expect(operation?.reason).toBe(
    `it was requested by schema version ${OLDER}, and the leader has ${SCHEMA_VERSION}: end the other indexers first`,
  );
  expect(rebuildsOf(indexer).length).toBe(1);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
});

/** Leaves an index of 30 products and a new one that is ready to swap, both of an older version, and their operation. */
async function leaveReady(service: OwnService, options = ''): Promise<readonly string[]> {
  const ids = await fill(service, 30);
  const indexer = await service.startIndexer();
  expect(await service.command(`reindex --no-swap${options}`)).toMatchObject({ code: 0 });
  await indexer.stop();
  for (const indexName of [service.indexName, rebuildName(service)]) await setVersion({ ...service, indexName }, OLDER);
  await service.database.collection('indexer_jobs').updateOne({ state: 'ready' }, { $set: { schemaVersion: OLDER } });
  return ids;
}

concurrentTest(
  "D4: an older version's `reindex --no-swap` ends, and the rebuild waits for no `swap`",
  async (service) => {
    await leaveReady(service);
    const indexer = await service.startIndexer({}, 'start');
    await indexer.line(({ msg }) => msg === 'the new index is live');
    // Leaders of version 0.2.0 run an operation again that has no time of its end.
    expect(await jobsOf(service).operation()).toMatchObject({
      state: 'failed',
      finishedAt: expect.any(Date),
      reason: expect.stringContaining(`it was requested by schema version ${OLDER}`),
    });
    await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
  },
);

concurrentTest(
  "D4: an older version's `--allow-fewer` doesn't count for a rebuild of this version",
  async (service) => {
    const ids = await leaveReady(service, ' --allow-fewer');
    await service.catalogue.products.deleteMany({ _id: { $in: ids.slice(0, 20) } });
    const indexer = await service.startIndexer({}, 'start');
    await indexer.line(({ msg }) => /^the new index was not swapped in: it has 10 products/.test(msg));
    expect(await service.command('reindex --allow-fewer')).toMatchObject({ code: 0 });
    await eventuallyEqual(service);
  },
);

concurrentTest("D4: `reindex --adopt` replaces an older version's open reindex", async (service) => {
  await fill(service, 10);
  await jobsOf(service).request({ kind: 'reindex', schemaVersion: OLDER });
  expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
});

concurrentTest('D4: a leader stands by once a newer version has swapped its index in', async (service) => {
  await fill(service, 20);
  const indexer = await service.startIndexer();
  const standsBy = nextLine(indexer, ({ msg }) => /^standing by: the index has schema version/.test(msg));
  await swapInNewer(service);
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Not for this version' } });
  await standsBy;
  expect(await checkpointsAndTitle(service)).toEqual({ epoch: 2, title: 'Product given-00001' });
});

/** Swaps in an index with the same products, as a leader with the next epoch and a newer version would. */
async function swapInNewer({ meilisearch, indexName }: TestService): Promise<void> {
  const { documents, checkpoint } = await contentsOf({ meilisearch, indexName });
  const newerName = `${indexName}_newer`;
  await done(meilisearch.createIndex(newerName, { primaryKey: 'id' }));
  await done(meilisearch.index(newerName).updateSettings(INDEX_SETTINGS));
  const newer = { ...checkpoint, epoch: 2, schemaVersion: NEWER, generation: 2 };
  await putCheckpoint({ meilisearch, indexName: newerName }, newer, [...documents.values(), ORIGIN]);
  await done(meilisearch.swapIndexes([{ indexes: [indexName, newerName], rename: false }]));
}

async function checkpointsAndTitle(service: TestService) {
  const { title } = await service.meilisearch.index(service.indexName).getDocument('given-00001');
  return { epoch: (await storedCheckpoint(service)).epoch, title };
}
