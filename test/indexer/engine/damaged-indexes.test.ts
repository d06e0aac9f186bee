/** Another program deletes, empties or restores the live index while the indexer follows it. */
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { deleteCheckpoints, putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import { throughProxy } from '../support/engines/held-rebuilds.ts';
import { lineAfter, nextLine, startsRebuild } from '../support/indexer-log.ts';
import { done } from '../support/indexes.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const damages: [string, (service: TestService) => Promise<unknown>][] = [
  ['deletes', ({ meilisearch, indexName }) => done(meilisearch.deleteIndex(indexName))],
  ['empties', ({ meilisearch, indexName }) => done(meilisearch.index(indexName).deleteAllDocuments())],
  ['removes the checkpoint from', deleteCheckpoints],
];

const isRebuilding = startsRebuild(/no index|no checkpoint/);

// FM-31, FM-48
for (const [does, damage] of damages) {
  concurrentTest(
    `an index that another program ${does}, at rest or just before a change, is rebuilt`,
    async (service) => {
      await fill(service, 30);
      await throughProxy(service, async (proxy, settings) => {
        const indexer = await service.startIndexer(settings);
        const rebuilding = nextLine(indexer, isRebuilding);
        await damage(service);
        await lineAfter(indexer, await rebuilding, ({ msg }) => msg === 'following');
        await eventuallyEqual(service);

        proxy.hold();
        await damage(service);
        await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed at once' } });
        await proxy.pass();
        await eventuallyEqual(service);
      });
    },
  );
}

// FM-31
for (const [does, damage] of damages.slice(0, 2)) {
  concurrentTest(`D19: an index that another program ${does} during a write is rebuilt`, async (service) => {
    await fill(service, 30);
    // A missing index is built in either case.
    const ON_LOST_POSITION = does === 'deletes' ? 'stop' : 'rebuild';
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer({ ...settings, ON_LOST_POSITION });
      const rebuilding = nextLine(indexer, isRebuilding);
      const { held, release } = proxy.delayAt('Changed at once');
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed at once' } });
      await held;
      await damage(service);
      release();
      await lineAfter(indexer, await rebuilding, ({ msg }) => msg === 'following');
      await eventuallyEqual(service);
    });
  });
}

// FM-31
concurrentTest('an index that another program restores to an older state catches up again', async (service) => {
  await fill(service, 30);
  await service.startIndexer();
  const index = service.meilisearch.index(service.indexName);
  const [product, checkpoint] = [await index.getDocument('given-00001'), await storedCheckpoint(service)];
  await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
  await eventuallyEqual(service);
  await putCheckpoint(service, checkpoint, [product]);
  await eventuallyEqual(service);
});
