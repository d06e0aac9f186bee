/**
 * The check before a swap counts the products in MongoDB by itself. A comparison of what the loader returns with the new
 * index can't replace it: an index lacks every product that the loader misses.
 */
import type { LeaderContext } from '../../../indexer/context.ts';
import { countProducts } from '../../../indexer/engine/index-documents.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import type { FollowedIndex } from '../../../indexer/pipeline/follow.ts';
import type { ProductLoader } from '../../../indexer/products/product-loader.ts';
import { assertComplete, SwapRefused } from '../../../indexer/rebuild/swap-checks.ts';
import { deferred } from '../../support/deferred.ts';
import { loaderOf, startPipeline } from '../support/in-process.ts';
import { indexOf, logger, newIndex } from '../support/index-client.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

concurrentTest('D5: an index without a product that the loader misses is not swapped in', async (service) => {
  const { database, indexName } = service;
  const index = indexOf(service);
  const [missed, ...others] = await fill(service, 5);
  const loader: ProductLoader = {
    ...loaderOf(service),
    load: async (wanted, limitBytes) =>
      await loaderOf(service).load(
        [...wanted].filter((id) => id !== missed),
        limitBytes,
      ),
  };
  const { pipeline, caughtUp, end } = await startPipeline(service, await newIndex(service), { loader });
  await caughtUp();
  expect(await countProducts(index, indexName)).toBe(others.length);

  const { signal } = new AbortController();
  const context = { loader, index, database, logger, signal } as LeaderContext;
  const building = { indexName, pipeline } as FollowedIndex;
  const letters = createDeadLetters(database, indexName);
  await expect(assertComplete(context, building, letters, async () => undefined)).rejects.toThrow(SwapRefused);
  await end();
});

concurrentTest(
  "D5: a change from before the count doesn't hide that the new index lacks a product",
  async (service) => {
    const { database, indexName, catalogue } = service;
    const [missed, late = ''] = await fill(service, 5);
    const [loading, released] = [deferred(), deferred()];
    let holds = false;
    const loader: ProductLoader = {
      ...loaderOf(service),
      async load(wanted, limitBytes) {
        const ids = [...wanted].filter((id) => id !== missed);
        if (holds && ids.includes(late)) {
          loading.resolve();
          await released.promise;
        }
        return await loaderOf(service).load(ids, limitBytes);
      },
    };
    const { pipeline, caughtUp, end } = await startPipeline(service, await newIndex(service), { loader });
    await caughtUp();
    holds = true;
    await catalogue.products.updateOne({ _id: late }, { $set: { title: 'Changed' } });
    await loading.promise;

    let waits = 0;
    const onWait = async () => {
      waits += 1;
      if (waits === 3) released.resolve();
    };
    const context = { loader, database, logger, index: indexOf(service), signal: new AbortController().signal };
    const building = { indexName, pipeline } as FollowedIndex;
    const letters = createDeadLetters(database, indexName);
    await expect(assertComplete(context as LeaderContext, building, letters, onWait)).rejects.toThrow(SwapRefused);
    await end();
  },
);
