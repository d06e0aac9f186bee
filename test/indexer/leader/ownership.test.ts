/**
 * An index belongs to the MongoDB that it was built from, also while its indexer runs and rebuilds it. An index of
 * another program or another MongoDB is not changed; an empty index has no owner and is replaced.
 */
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { checkpointAt, indexOf } from '../support/index-client.ts';
import { eventuallyNotReady, eventuallyReady } from '../support/indexer-http.ts';
import { rebuildsOf } from '../support/indexer-log.ts';
import { documentCount, done, rebuildName } from '../support/indexes.ts';
import {
  eventuallyOperation,
  eventuallyReported,
  generationOf,
  requestReindex,
  statusOf,
} from '../support/operator.ts';
import { concurrentTest, onService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startSearching } from '../support/writes/traffic.ts';

const BOTH_SIDES =
  /the index was built from database id \S+ .*, this MongoDB is database id \S+ .*: another database.*`reindex --adopt`/;

/** Creates a rebuild of another MongoDB beside the index, of an epoch above the leader's. Resolves to its name. */
async function createForeignRebuild(service: TestService): Promise<string> {
  const name = rebuildName(service, 7);
  const { token } = await storedCheckpoint(service);
  await indexOf(service).create(name, checkpointAt(token));
  return name;
}

concurrentTest(
  "D14: an indexer of another, empty database doesn't disturb the one that follows the index",
  async (owner) => {
    await fill(owner, 20);
    const following = await owner.startIndexer();
    const searching = startSearching(owner, 'one', 20);
    await onService(async (other) => {
      for (const policy of ['rebuild', 'stop']) {
        const settings = { MEILISEARCH_INDEX: owner.indexName, ON_LOST_POSITION: policy };
        const standingBy = await other.startIndexer(settings, 'start');
        await eventuallyNotReady(standingBy, 'leadership', BOTH_SIDES);
        await owner.catalogue.products.updateMany({}, { $set: { title: `Changed beside ${policy}` } });
        await eventuallyEqual(owner);
        // The standby still runs and reports the same.
        await eventuallyNotReady(standingBy, 'leadership', BOTH_SIDES);
        expect(standingBy.log.filter(({ msg }) => msg === 'leading')).toEqual([]);
        await standingBy.stop();
      }
    });
    await eventuallyReady(following);
    expect(rebuildsOf(following).length).toBe(1);
    const { searches, failures } = await searching.stop();
    expect(failures).toEqual([]);
    expect(searches).toBeGreaterThan(0);
  },
);

concurrentTest(
  "D14: another MongoDB's rebuild beside a followed index is not changed until `reindex --adopt`",
  async (service) => {
    await fill(service, 20);
    const indexer = await service.startIndexer();
    const foreign = await createForeignRebuild(service);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed beside it' } });
    await eventuallyEqual(service);

    const { code, stderr } = await service.command('reindex');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(BOTH_SIDES) });
    expect(stderr).toContain(foreign);
    expect(await documentCount(service, foreign)).toBe(1);
    expect((await searchDocuments(service.meilisearch, service.indexName)).size).toBe(20);
    // The operation has failed, and the leader still follows the live index.
    expect(await statusOf(service)).toMatchObject({
      operation: { kind: 'reindex', state: 'failed', reason: expect.stringMatching(BOTH_SIDES) },
    });
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed after the refusal' } });
    await eventuallyEqual(service);
    expect(indexer.log.filter(({ msg }) => msg.startsWith('standing by'))).toEqual([]);

    expect(await service.command('reindex --adopt')).toMatchObject({ code: 0 });
    expect(await documentCount(service, foreign)).toBe(-1);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed after it' } });
    await eventuallyEqual(service);
    await eventuallyReady(indexer);
  },
);

concurrentTest(
  "D14: a leader that follows the index reports another MongoDB's rebuild beside it in `status`, and logs it once",
  async (service) => {
    await fill(service, 5);
    const indexer = await service.startIndexer();
    await createForeignRebuild(service);
    const { report } = await eventuallyReported(service, ({ foreignRebuild }) => foreignRebuild !== null);
    expect(report.foreignRebuild).toMatch(BOTH_SIDES);
    expect((await service.command('status')).stdout).toMatch(/^beside it +\S+_rebuild_7: the index was built from /m);
    await done(service.meilisearch.deleteIndex(rebuildName(service, 7)));
    await eventuallyReported(service, ({ foreignRebuild }) => foreignRebuild === null);
    expect(indexer.log.filter(({ msg }) => msg.startsWith('left alone beside the index: '))).toHaveLength(1);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toHaveLength(1);
  },
);

concurrentTest(
  "D14: a leader that refuses a reindex beside another MongoDB's rebuild of a later epoch goes on leading",
  async (service) => {
    await fill(service, 5);
    const indexer = await service.startIndexer();
    await createForeignRebuild(service);
    await requestReindex(service);
    const operation = await eventuallyOperation(service, 'failed');
    expect(operation?.reason).toMatch(BOTH_SIDES);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed after the refusal' } });
    await eventuallyEqual(service);
    expect(indexer.log.filter(({ msg }) => msg === 'leading')).toHaveLength(1);
  },
);

concurrentTest(
  "D24: another MongoDB's rebuild beside a followed index doesn't prevent the swap of an index that is ready",
  async (service) => {
    await fill(service, 20);
    const indexer = await service.startIndexer();
    expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
    const foreign = await createForeignRebuild(service);
    expect(await service.command('swap')).toMatchObject({ code: 0, stdout: 'the new index of 20 products is live\n' });
    expect(await generationOf(service)).toBe(2);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed after the swap' } });
    await eventuallyEqual(service);
    expect(indexer.log.filter(({ msg }) => msg.startsWith('standing by'))).toEqual([]);
    expect(await documentCount(service, foreign)).toBe(1);
  },
);

concurrentTest(
  "D24: a leader beside another MongoDB's rebuild serves the commands that don't build an index",
  async (service) => {
    const { catalogue, meilisearch, indexName } = service;
    await fill(service, 20);
    const indexer = await service.startIndexer();
    expect(await service.command('reindex')).toMatchObject({ code: 0 });
    const foreign = await createForeignRebuild(service);
    expect(await service.command('reindex --merchant one')).toMatchObject({ code: 0 });
    await done(meilisearch.index(indexName).deleteDocument('given-00001'));
    expect(await service.command('verify --repair')).toMatchObject({ code: 0 });
    expect(await service.command('dead-letters retry')).toMatchObject({ code: 0 });
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    expect(await generationOf(service)).toBe(1);
    expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
    expect(await documentCount(service, previousName(indexName))).toBe(-1);
    await catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
    expect(indexer.log.filter(({ msg }) => msg.startsWith('standing by'))).toEqual([]);
    expect(await documentCount(service, foreign)).toBe(1);

    // Without a leader, no process may serve them.
    await indexer.stop();
    const { code, stderr } = await service.command('reindex --merchant one');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(BOTH_SIDES) });
  },
);

concurrentTest('D14: a reindex that is refused while the leader is paused also ends', async (service) => {
  await fill(service, 5);
  await service.startIndexer();
  await createForeignRebuild(service);
  await service.command('pause');
  expect(await service.command('reindex')).toMatchObject({ code: 1, stderr: expect.stringMatching(BOTH_SIDES) });
  expect(await statusOf(service)).toMatchObject({
    state: 'paused',
    operation: { kind: 'reindex', state: 'failed', reason: expect.stringMatching(BOTH_SIDES) },
  });
});

concurrentTest(
  'D14: empty indexes with the names of the index and of a rebuild are replaced, and the index is built',
  async (service) => {
    await fill(service, 20);
    for (const name of [service.indexName, rebuildName(service, 7)])
      await done(service.meilisearch.createIndex(name, { primaryKey: 'id' }));
    const indexer = await service.startIndexer();
    await eventuallyEqual(service);
    expect(await documentCount(service, rebuildName(service, 7))).toBe(-1);
    await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
    await eventuallyReady(indexer);
  },
);
