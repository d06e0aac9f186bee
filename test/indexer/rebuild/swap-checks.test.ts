/**
 * A new index is swapped in only if it has the products of MongoDB, no other process wrote to either index, and MongoDB
 * was not replaced meanwhile. Otherwise the live index stays, and the operator gets the reason.
 */
import type { Finished } from '../../../dev/processes/launcher.ts';
import type { Log } from '../../../dev/processes/process-log.ts';
import type { EngineProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually } from '../../support/service.ts';
import { deleteCheckpoints, putCheckpoint, storedCheckpoint } from '../support/checkpoint.ts';
import {
  holdBeforeSwap,
  holdCounting,
  holdFilling,
  holdHalfway,
  throughProxy,
} from '../support/engines/held-rebuilds.ts';
import { lineAfter, nextLine, startsRebuild } from '../support/indexer-log.ts';
import { documentCount, done, rebuildName } from '../support/indexes.ts';
import { requestReindex } from '../support/operator.ts';
import { concurrentTest, type OwnService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startWriting } from '../support/writes/traffic.ts';

/** Resolves when the leader has read the checkpoints of the live index again, also while it fills a new index. */
async function nextCheckOfLive({ indexName }: OwnService, proxy: EngineProxy): Promise<void> {
  const checks = proxy.countResponses(new RegExp(`POST /indexes/${indexName}/documents/fetch`));
  await eventually(
    async () => checks(),
    (count) => count > 0,
  );
}

/** The number of new indexes that the indexer has swapped in. */
const liveIndexesOf = (indexer: Log): number => indexer.log.filter(({ msg }) => msg === 'the new index is live').length;

type ReindexCheck = (indexer: Awaited<ReturnType<OwnService['startIndexer']>>, result: Finished) => Promise<void>;

/** Reindexes beside a running indexer, and runs `meanwhile` while merchant `one` is counted. */
async function reindexWith(service: OwnService, meanwhile: () => Promise<unknown>, check: ReindexCheck): Promise<void> {
  await throughProxy(service, async (proxy, settings) => {
    const indexer = await service.startIndexer(settings);
    const { held, release } = holdCounting(proxy, 'one');
    const reindex = service.command('reindex');
    await held;
    await meanwhile();
    release();
    await check(indexer, await reindex);
  });
}

// FM-36
concurrentTest(
  'an index that lacks products is not swapped in: the live one stays, and the command prints the reason',
  async (service) => {
    await fill(service, 10);
    await reindexWith(
      service,
      () => done(service.meilisearch.index(rebuildName(service)).deleteDocuments(['given-00001', 'given-00002'])),
      async (_indexer, { code, stderr }) => {
        expect({ code, stderr }).toEqual({
          code: 1,
          stderr: expect.stringContaining('the new index was not swapped in'),
        });
        await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
        await eventuallyEqual(service);
        expect(await documentCount(service, rebuildName(service))).toBe(-1);
      },
    );
  },
);

concurrentTest(
  "D5: many writes to one merchant don't hide that the new index lacks products of another",
  async (service) => {
    const ids = await fill(service, 50);
    const quiet = Array.from({ length: 10 }, (_, number) => product(`quiet-${number}`, 'quiet'));
    await insert(service.catalogue, { ...shop('quiet'), products: quiet });
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      const { held, release } = holdCounting(proxy, 'one');
      const reindex = service.command('reindex');
      await held;
      await done(service.meilisearch.index(rebuildName(service)).deleteDocuments(['quiet-1', 'quiet-2']));
      const writing = startWriting(service, 'one', ids);
      await writing.reached(20);
      release();
      await Promise.race([indexer.line(({ msg }) => msg.startsWith('counts differ')), reindex]);
      await writing.stop();
      const { code, stderr } = await reindex;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/differs from MongoDB's for 1 merchants \(quiet\)/),
      });
      await eventuallyEqual(service);
    });
  },
);

concurrentTest(
  'D5: inserts, deletions and moves between merchants during the count do not cause a refusal',
  async (service) => {
    const ids = await fill(service, 50);
    for (const id of ['two', 'three']) {
      const products = Array.from({ length: 10 }, (_, number) => product(`${id}-${number}`, id));
      await insert(service.catalogue, { ...shop(id), products });
    }
    const { products } = service.catalogue;
    await reindexWith(
      service,
      async () => {
        await products.updateMany({ _id: { $in: ids.slice(0, 5) } }, { $set: { merchantId: 'two' } });
        await insert(service.catalogue, { products: [product('two-new', 'two')] });
        await products.deleteMany({ _id: { $in: ['three-1', 'three-2'] } });
        await eventuallyEqual({ ...service, indexName: rebuildName(service) });
      },
      async (indexer, { code }) => {
        expect(code).toBe(0);
        // Each merchant's counts differ by the number of changed products, so none is counted again.
        expect(indexer.log.filter(({ msg }) => msg.startsWith('counts differ'))).toEqual([]);
        await eventuallyEqual(service);
      },
    );
  },
);

concurrentTest(
  "D10: a deposed leader's write to the live index during a rebuild is detected before the swap",
  async (service) => {
    await fill(service, 10);
    const { meilisearch, indexName, catalogue } = service;
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      const live = meilisearch.index(indexName);
      const [stale, earlier] = [await live.getDocument('given-00001'), await storedCheckpoint(service)];
      await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
      await eventuallyEqual(service);
      const { held, release } = holdFilling(proxy);
      const reindex = service.command('reindex --no-swap');
      await held;
      const interrupted = nextLine(
        indexer,
        ({ msg, reason }) => msg === 'interrupted' && reason === `a deposed leader wrote to the index ${indexName}`,
      );
      await putCheckpoint(service, { ...earlier, epoch: 0 }, [stale]);
      await nextCheckOfLive(service, proxy);
      release();
      await lineAfter(indexer, await interrupted, ({ msg }) => msg === 'continuing an interrupted rebuild');
      expect(await reindex).toMatchObject({ code: 0 });
      // The live index is corrected although the new one waits for `swap`.
      await eventuallyEqual(service);
      expect(liveIndexesOf(indexer)).toBe(1);
      expect(await service.command('swap')).toMatchObject({ code: 0 });
      await eventuallyEqual(service);
    });
  },
);

concurrentTest(
  "D10: another MongoDB's identity is detected after the new index has passed its checks, and prevents the swap",
  async (service) => {
    await fill(service, 10);
    const { catalogue, database } = service;
    const sources = database.collection<{ _id: string; source: string }>('indexer_source');
    const identify = (source: string) => sources.updateOne({ _id: 'source' }, { $set: { source } });
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      const own = (await sources.findOne({ _id: 'source' }))?.source ?? '';
      const { generation } = await storedCheckpoint(service);
      const { held, release } = holdBeforeSwap(proxy);
      await requestReindex(service);
      await held;
      const interrupted = nextLine(indexer, ({ msg, kind }) => msg === 'interrupted' && kind === 'foreign index');
      await identify('another');
      release();
      const noticed = await interrupted;
      expect(liveIndexesOf(indexer)).toBe(1);
      expect(await storedCheckpoint(service)).toMatchObject({ generation });

      // The MongoDB of the index is back: the leader resumes the rebuild.
      await identify(own);
      await lineAfter(indexer, noticed, ({ msg }) => msg === 'continuing an interrupted rebuild');
      await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Followed' } });
      await lineAfter(indexer, noticed, ({ msg }) => msg === 'the new index is live');
      await eventuallyEqual(service);
    });
  },
);

for (const target of ['live', 'new'])
  concurrentTest(
    `D10: a deposed leader's write to the ${target} index is detected after the new index has passed its checks`,
    async (service) => {
      await fill(service, 10);
      const { meilisearch, catalogue } = service;
      await throughProxy(service, async (proxy, settings) => {
        const indexer = await service.startIndexer(settings);
        const stale = await meilisearch.index(service.indexName).getDocument('given-00001');
        const earlier = await storedCheckpoint(service);
        await catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Newer' } });
        await eventuallyEqual(service);
        const indexName = target === 'live' ? service.indexName : rebuildName(service);
        const generation = target === 'live' ? earlier.generation : earlier.generation + 1;
        const { held, release } = holdBeforeSwap(proxy);
        const reindex = service.command('reindex');
        await held;
        const interrupted = nextLine(
          indexer,
          ({ msg, reason }) => msg === 'interrupted' && reason === `a deposed leader wrote to the index ${indexName}`,
        );
        await putCheckpoint({ meilisearch, indexName }, { ...earlier, generation, epoch: 0 }, [stale]);
        release();
        const noticed = await interrupted;
        expect(liveIndexesOf(indexer)).toBe(1);
        await lineAfter(indexer, noticed, ({ msg }) => msg === 'the new index is live');
        expect(await reindex).toMatchObject({ code: 0 });
        await eventuallyEqual(service);
      });
    },
  );

// FM-3, FM-35
concurrentTest(
  "a deposed leader's write to an index that is being built is detected and corrected",
  async (service) => {
    await fill(service, 2100);
    await throughProxy(service, async (proxy, settings) => {
      await service.startIndexer(settings);
      // 1. A deposed leader has loaded a product, and has the checkpoint of that time.
      const stale = await service.meilisearch.index(service.indexName).getDocument('given-00001');
      const earlier = await storedCheckpoint(service);
      // 2. The product changes, and a new index gets its current state.
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } });
      await eventuallyEqual(service);
      const { held, release } = holdHalfway(proxy);
      const reindex = service.command('reindex');
      await held;
      // 3. The deposed leader's write arrives.
      const building = { ...service, indexName: rebuildName(service) };
      await done(service.meilisearch.index(building.indexName).addDocuments([stale]));
      await putCheckpoint(building, { ...earlier, generation: 2, epoch: 0, fanOuts: [] });
      release();
      expect(await reindex).toMatchObject({ code: 0 });
      await eventuallyEqual(service);
    });
  },
);

// FM-35
concurrentTest(
  'a live index that loses its checkpoint during a rebuild is handled first; the rebuild then resumes',
  async (service) => {
    await fill(service, 10);
    await throughProxy(service, async (proxy, settings) => {
      const indexer = await service.startIndexer(settings);
      const { held, release } = holdFilling(proxy);
      const reindex = service.command('reindex');
      await held;
      const interrupted = nextLine(indexer, ({ msg, kind }) => msg === 'interrupted' && kind === 'index changed');
      await deleteCheckpoints(service);
      await nextCheckOfLive(service, proxy);
      await service.catalogue.products.updateOne({ _id: 'given-00001' }, { $set: { title: 'Changed' } });
      release();
      const lost = await lineAfter(indexer, await interrupted, startsRebuild(/the index has no checkpoint/));
      expect(liveIndexesOf(indexer)).toBe(1);
      const resumed = await lineAfter(indexer, lost, ({ msg }) => msg === 'continuing an interrupted rebuild');
      await lineAfter(indexer, resumed, ({ msg }) => msg === 'the new index is live');
      expect(await reindex).toMatchObject({ code: 0 });
      await eventuallyEqual(service);
    });
  },
);
