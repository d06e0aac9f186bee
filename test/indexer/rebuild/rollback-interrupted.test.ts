/** A rollback happens once, wherever its leader ends. */
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { editCheckpoint } from '../support/checkpoint.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { nextLine, rebuildsOf } from '../support/indexer-log.ts';
import { documentCount, done } from '../support/indexes.ts';
import { eventuallyInState, generationOf, jobsOf } from '../support/operator.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { startReindexed } from '../support/previous-index.ts';

/** The text in the request of a swap with the live index. */
const swapsLive = ({ indexName }: TestService) => `,"${indexName}"]`;

/** The generations of the live and of the previous index. Resolves when both exist. */
async function generationsOf(service: TestService): Promise<readonly number[]> {
  const previous = previousName(service.indexName);
  await eventually(
    () => documentCount(service, previous),
    (count) => count > 0,
  );
  return [await generationOf(service), await generationOf(service, previous)];
}

concurrentTest(
  'a rollback repairs differences of the previous index even if the leader ends right after the swap',
  async (service) => {
    await throughProxy(service, async (proxy, settings) => {
      await startReindexed(service, settings);
      const previous = service.meilisearch.index(previousName(service.indexName));
      await done(previous.deleteDocument(indexKey('given-00005')));
      const ended = proxy.cutAt(swapsLive(service), 'after');
      expect(await service.command('rollback')).toMatchObject({ code: 0 });
      await ended;
      expect(await generationsOf(service)).toEqual([1, 2]);
      await eventuallyEqual(service);
    });
  },
);

concurrentTest('a rollback whose leader ended before the swap is done by the next leader', async (service) => {
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await startReindexed(service, settings);
    const ended = proxy.cutAt(swapsLive(service), 'before');
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await ended;
    expect(await generationsOf(service)).toEqual([1, 2]);
    await eventuallyEqual(service);
    expect(rebuildsOf(indexer)).toHaveLength(2);
  });
});

// D25
concurrentTest('a rollback also happens if the live index was lost and built again before it', async (service) => {
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await startReindexed(service, settings);
    const deleted = nextLine(indexer, ({ msg }) => msg === 'the new index is live');
    await done(service.meilisearch.deleteIndex(service.indexName));
    await deleted;
    const ended = proxy.cutAt(swapsLive(service), 'before');
    expect(await service.command('rollback')).toMatchObject({ code: 0 });
    await ended;
    expect(await generationsOf(service)).toEqual([1, 2]);
  });
});

for (const point of ['before', 'after'] as const)
  concurrentTest(
    `an older version whose leader ended during a rollback from a newer one continues it: ${point} the swap`,
    async (service) => {
      await (await startReindexed(service)).stop();
      await editCheckpoint(service, ({ schemaVersion }) => ({ schemaVersion: schemaVersion + 1 }));
      await throughProxy(service, async (proxy, settings) => {
        const ended = proxy.cutAt(swapsLive(service), point);
        expect(await service.command('rollback', settings)).toMatchObject({ code: 0 });
        await ended;
      });
      expect(await generationsOf(service)).toEqual([1, 2]);
      await service.startIndexer();
      await eventuallyEqual(service);
    },
  );

concurrentTest(
  'a rollback whose leader ended after the swap and before recording it is not undone',
  async (service) => {
    const operations = service.database.collection<{ _id: string; state: string }>('indexer_jobs');
    const _id = `${service.indexName}:operation`;
    const stateOf = async () => (await operations.findOne({ _id }))?.state;
    await startReindexed(service);
    expect(await generationOf(service)).toBe(2);

    expect((await service.command('rollback')).code).toBe(0);
    expect(await generationOf(service)).toBe(1);
    // The state that a leader leaves if it ends right after the swap.
    await operations.updateOne({ _id }, { $set: { state: 'running' } });
    await eventually(stateOf, (state) => state === 'done');
    expect(await generationOf(service)).toBe(1);

    await service.catalogue.products.updateOne({ _id: 'given-00000' }, { $set: { title: 'After the rollback' } });
    await eventuallyEqual(service);
  },
);

// D28
for (const kind of ['reindex', 'rollback'] as const)
  concurrentTest(`a ${kind} that has ended since the leader read it is not run again`, async (service) => {
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await startReindexed(service, settings);
      const jobs = jobsOf(service);
      // Both look at the previous index before they start.
      const { held, release } = proxy.delayAt(`GET /indexes/${previousName(service.indexName)} `);
      const { operationId } = await jobs.request({ kind, schemaVersion: SCHEMA_VERSION });
      await held;
      await jobs.update(operationId, { state: 'done' });
      release();
      // The leader does this once it has ended the operation.
      expect(await service.command('reindex --drop-old')).toMatchObject({ code: 0 });
      expect(await generationOf(service)).toBe(2);
      await eventuallyInState(service, 'following');
      expect(await jobs.operation()).toMatchObject({ state: 'done' });
      expect(indexer.log.filter(({ msg }) => msg === 'the new index is live')).toHaveLength(2);
      await service.catalogue.products.updateMany({}, { $set: { title: 'Followed' } });
      await eventuallyEqual(service);
    });
  });
