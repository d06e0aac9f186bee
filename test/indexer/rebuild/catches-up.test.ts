/**
 * The checks of a new index begin when it has also the changes that were made while it was filled. Otherwise such a
 * change would be tolerated as a difference between the counts.
 */
import type { LeaderContext } from '../../../indexer/context.ts';
import type { ProductLoader } from '../../../indexer/products/product-loader.ts';
import { waitUntilCaughtUp } from '../../../indexer/rebuild/swap-checks.ts';
import { openChangeFeed } from '../../../indexer/source/change-feed.ts';
import { clusterTimeMs } from '../../../indexer/source/server-clock.ts';
import { deferred } from '../../support/deferred.ts';
import { eventually } from '../../support/service.ts';
import { loaderOf, startPipeline } from '../support/in-process.ts';
import { logger, newIndex } from '../support/index-client.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const CHUNK_SIZE = 10;

concurrentTest(
  'D5: a change during the last chunk of a scan is in the index when the checks begin',
  async (service) => {
    const { database, indexName, meilisearch } = service;
    const ids = await fill(service, 2.5 * CHUNK_SIZE);
    const [late, ...others] = ids as [string, ...string[]];
    const change = (_id: string) => service.catalogue.products.updateOne({ _id }, { $set: { title: 'Changed' } });
    const start = await newIndex(service);
    const feed = await openChangeFeed({ database, startAfter: start.token, logger });
    const [begun, released] = [deferred(), deferred()];
    let isLoading = false;
    let chunks = 0;
    const loader: ProductLoader = {
      ...loaderOf(service),
      async nextIds(fanOut, limit) {
        chunks += 1;
        await begun.promise;
        if (chunks === 2) {
          // The checkpoint of the last chunk is later than the time at which the wait begins.
          const startMs = await clusterTimeMs(database);
          await eventually(
            async () => (await change(others[0] as string)) && (await clusterTimeMs(database)),
            (nowMs) => nowMs > startMs,
          );
          await eventually(
            async () => feed.isCaughtUp(),
            (isCaughtUp) => !isCaughtUp,
          );
        }
        if (chunks === 3) await change(late);
        return await loaderOf(service).nextIds(fanOut, limit);
      },
      async load(wanted, limitBytes) {
        const changed = [...wanted];
        if (changed.length > 0 && changed.length < CHUNK_SIZE && changed.includes(late)) {
          isLoading = true;
          await released.promise;
        }
        return await loaderOf(service).load(changed, limitBytes);
      },
    };
    const { pipeline, end } = await startPipeline(service, start, { feed, loader, profile: { chunkSize: CHUNK_SIZE } });

    let heldPolls = 0;
    const onWait = async () => {
      begun.resolve();
      const isFilled = pipeline.confirmed().fanOuts.length === 0;
      if (isFilled && isLoading) heldPolls += 1;
      if (heldPolls === 3) released.resolve();
    };
    await waitUntilCaughtUp({ database, signal: new AbortController().signal } as LeaderContext, pipeline, onWait);
    expect(heldPolls).toBeGreaterThanOrEqual(3);
    expect(await meilisearch.index(indexName).getDocument(late)).toMatchObject({ title: 'Changed' });
    await end();
    feed.close();
  },
);
