/**
 * MongoDB is restored in place from a snapshot of its data folder. The restored MongoDB has the same identity and
 * accepts the resume token of the checkpoint, but the index contains changes that MongoDB has lost. The restore mark
 * reveals that.
 */
import { restoreSnapshot, takeSnapshot } from '../../../dev/engines/snapshots.ts';
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import { clusterTimeMs } from '../../../indexer/source/server-clock.ts';
import { tokenTimeMs } from '../../../src/engines/mongodb/resume-token.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { type OwnEngines, ownTest } from '../../support/engines/own-engines.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from '../support/checkpoint.ts';
import { rebuiltAndFollowed } from '../support/indexer-log.ts';
import { onOwnEngines } from '../support/per-file-engines.ts';

let engines: OwnEngines;
let service: TestService;
onOwnEngines((ownEngines, ownService) => {
  engines = ownEngines;
  service = ownService;
});

/** The number of MongoDB's restore mark. */
async function markNumber(): Promise<number> {
  const marks = service.database.collection<{ _id: string; number: number }>('indexer_source');
  return (await marks.findOne({ _id: `mark:${service.indexName}` }))?.number ?? 0;
}

/** Changes products until the checkpoint has a later mark than `number`. */
async function changeUntilMarkAfter(number: number, round: string): Promise<void> {
  let change = 0;
  await eventually(
    async () => {
      change += 1;
      const title = `Lost by the restore ${round}-${change}`;
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title } });
      return (await storedCheckpoint(service)).mark?.number ?? 0;
    },
    (found) => found > number,
  );
  await service.catalogue.products.deleteOne({ _id: `given-00010` });
  await insert(service.catalogue, { products: [product(`lost-${round}`, 'one')] });
  await eventuallyEqual(service);
}

/**
 * Waits until the leader's token is later than every change, so it belongs to no event. MongoDB resumes from such a
 * token without an error, even if it has lost earlier events.
 */
async function untilTokenOfNoEvent(): Promise<void> {
  const changedMs = await clusterTimeMs(service.database);
  await eventually(
    async () => (await readLease(leaseCollection(service.database), service.indexName)).report?.checkpointAt ?? null,
    (checkpointAt) => checkpointAt !== null && checkpointAt.getTime() > changedMs,
  );
}

/** Writes until MongoDB's cluster time is past the checkpoint's token, so that the token doesn't reveal the restore. */
async function writePastToken(): Promise<void> {
  const { token } = await storedCheckpoint(service);
  await eventually(
    async () => {
      const update = { $set: { title: `Written since ${performance.now()}` } };
      await service.catalogue.products.updateOne({ _id: 'given-00002' }, update);
      return await clusterTimeMs(service.database);
    },
    (timeMs) => timeMs > tokenTimeMs(token) + 2000,
  );
}

const RESTORED = /MongoDB was restored from a backup or replaced/;

ownTest('D2: when MongoDB is restored from a snapshot under a running indexer, the index is rebuilt', async () => {
  await (await service.startIndexer()).stop();
  const snapshot = await takeSnapshot(engines.mongodb);
  const number = await markNumber();
  const indexer = await service.startIndexer();
  await changeUntilMarkAfter(number, 'running');
  await untilTokenOfNoEvent();
  await restoreSnapshot(engines.mongodb, snapshot);
  await writePastToken();
  await rebuiltAndFollowed(indexer, RESTORED);
  await eventuallyEqual(service);
  expect((await searchDocuments(service.meilisearch, service.indexName)).has('lost-running')).toBe(false);
  await service.catalogue.products.updateOne({ _id: 'given-00003' }, { $set: { title: 'Followed' } });
  await eventuallyEqual(service);
  await indexer.stop();
});

ownTest('D2: when MongoDB is restored from a snapshot while no indexer runs, ON_LOST_POSITION applies', async () => {
  const snapshot = await takeSnapshot(engines.mongodb);
  const number = await markNumber();
  const first = await service.startIndexer();
  await changeUntilMarkAfter(number, 'stopped');
  await first.stop();
  await restoreSnapshot(engines.mongodb, snapshot);
  await writePastToken();
  const before = await storedCheckpoint(service);

  const stopped = await service.startIndexer({ ON_LOST_POSITION: 'stop' }, 'start');
  const { err } = await stopped.line(({ msg }) => msg === 'failed');
  await stopped.stop();
  expect(err?.message).toMatch(/can no longer follow MongoDB: MongoDB was restored from a backup.*run `reindex`/);
  expect(await storedCheckpoint(service)).toEqual(before);

  const indexer = await service.startIndexer({}, 'start');
  await rebuiltAndFollowed(indexer, RESTORED);
  await eventuallyEqual(service);
  expect((await searchDocuments(service.meilisearch, service.indexName)).has('lost-stopped')).toBe(false);
  await indexer.stop();
});
