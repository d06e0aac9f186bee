/**
 * An index whose checkpoint is lost can no longer be followed. Depending on `ON_LOST_POSITION`, it's rebuilt or the
 * indexer ends with a message. The live index serves searches meanwhile.
 */
import { tokenText } from '../../../src/engines/mongodb/resume-token.ts';
import { insert, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { deleteCheckpoints, editCheckpoint } from '../support/checkpoint.ts';
import { holdFilling, throughProxy } from '../support/engines/held-rebuilds.ts';
import { metricOf } from '../support/indexer-http.ts';
import { rebuildsOf, rebuiltAndFollowed } from '../support/indexer-log.ts';
import { documentCount, done, rebuildName } from '../support/indexes.ts';
import { releaseLease } from '../support/lease.ts';
import { statusOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

/** Inserts a product; resolves to the resume token of that event. */
async function tokenOfAnEvent({ database, catalogue }: TestService): Promise<string> {
  const stream = database.watch();
  try {
    await stream.tryNext();
    await insert(catalogue, { products: [product('event', 'one')] });
    const { _id: token } = await stream.next();
    return tokenText(token);
  } finally {
    await stream.close();
  }
}

/** Gives the checkpoint of an index a token older than the oplog. */
async function putOldToken(service: TestService, indexName: string): Promise<void> {
  // Bytes two to five of a token are the seconds of the event.
  const token = { _data: (await tokenOfAnEvent(service)).replace(/^(..).{8}/, '$100000001') };
  await editCheckpoint({ ...service, indexName }, () => ({ token }));
}

/** Leaves an index whose checkpoint has a token older than the oplog, and then deletes a product. */
async function leaveOldToken(service: TestService): Promise<void> {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  await putOldToken(service, service.indexName);
  await service.catalogue.products.deleteOne({ _id: 'given-00007' });
}

/** Leaves an index with our settings and without a checkpoint. */
async function removeCheckpoint(service: TestService): Promise<void> {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  await deleteCheckpoints(service);
}

async function createEmptyIndex(service: TestService): Promise<void> {
  await fill(service, 20);
  await done(service.meilisearch.createIndex(service.indexName, { primaryKey: 'id' }));
}

/** Leaves a checkpoint before an event that has the id of its product twice, in hexadecimal, too: 18 MB. */
async function insertHugeId(service: TestService): Promise<void> {
  await fill(service, 20);
  await (await service.startIndexer()).stop();
  const huge = { ...product('huge', 'one'), _id: 'huge '.repeat(1_200_000) };
  await service.catalogue.products.insertOne(huge as never, { bypassDocumentValidation: true });
}

const lost: readonly [string, (service: TestService) => Promise<void>, RegExp][] = [
  ['its token is older than the oplog', leaveOldToken, /resume token/],
  ['its next event is too large for MongoDB', insertHugeId, /too large/],
  ['the index lost its checkpoint', removeCheckpoint, /the index has no checkpoint/],
  ['the index is empty', createEmptyIndex, /the index has no checkpoint/],
];

const ENDS = /can no longer follow MongoDB: .*run `reindex`/;

// FM-11, FM-18, FM-31, FM-48, D34
for (const [cause, prepare, reason] of lost) {
  concurrentTest(`a lost checkpoint leads to a rebuild: ${cause}`, async (service) => {
    await prepare(service);
    const indexer = await service.startIndexer({}, 'start');
    await rebuiltAndFollowed(indexer, reason);
    await eventuallyEqual(service);
    await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
    await eventuallyEqual(service);
    // The next leader finds nothing to repair.
    await indexer.stop();
    const next = await service.startIndexer();
    await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed again' } });
    await eventuallyEqual(service);
    expect(rebuildsOf(next)).toEqual([]);
  });

  concurrentTest(
    `with ON_LOST_POSITION=stop, the indexer ends with a message and changes nothing, and reindex repairs it: ${cause}`,
    async (service) => {
      const stop = { ON_LOST_POSITION: 'stop' };
      await prepare(service);
      const before = await documentCount(service, service.indexName);
      const stopped = await service.startIndexer(stop, 'start');
      const { err } = await stopped.line(({ msg }) => msg === 'failed');
      await stopped.stop();
      expect(err?.message).toMatch(reason);
      expect(err?.message).toMatch(ENDS);
      const { rebuildFailure } = await statusOf(service);
      expect(rebuildFailure).toMatchObject({ result: 'not started', reason: expect.stringMatching(reason) });
      expect((await service.command('status')).stdout).toMatch(/^last rebuild +not started .*: run `reindex`$/m);
      expect(await documentCount(service, service.indexName)).toBe(before);
      expect(await service.command('reindex', stop)).toMatchObject({ code: 0 });
      await service.startIndexer(stop);
      await eventuallyEqual(service);
      expect((await statusOf(service)).rebuildFailure).toBeNull();
    },
  );
}

concurrentTest('with ON_LOST_POSITION=stop, the process ends with code 1 and prints the message', async (service) => {
  await createEmptyIndex(service);
  const stopped = service.startCommand('run', { ON_LOST_POSITION: 'stop' });
  expect(await stopped.exited).toBe(1);
  expect(stopped.output()).toMatch(ENDS);
});

concurrentTest('with ON_LOST_POSITION=stop, a missing index is built', async (service) => {
  await fill(service, 20);
  const indexer = await service.startIndexer({ ON_LOST_POSITION: 'stop' });
  await done(service.meilisearch.deleteIndex(service.indexName));
  await eventuallyEqual(service);
  expect(rebuildsOf(indexer).length).toBe(2);
});

// FM-11
concurrentTest('an interrupted rebuild that has fallen behind the oplog counts as failed', async (service) => {
  await fill(service, 50);
  await throughProxy(service, async (proxy, settings) => {
    const { held } = holdFilling(proxy);
    const first = await service.startIndexerProcess(settings, 'start');
    await held;
    await first.end('SIGKILL');
  });
  await putOldToken(service, rebuildName(service));
  await releaseLease(service);
  const next = await service.startIndexer({}, 'start');
  await next.line(({ msg }) => msg.startsWith('the interrupted rebuild can no longer follow MongoDB'));
  await next.line(({ msg }) => msg === 'following');
  expect(await metricOf(next, 'reindexes_total{result="failed"}')).toBe(1);
  await eventuallyEqual(service);
});
