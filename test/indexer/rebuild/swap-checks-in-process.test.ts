/**
 * The check before a swap that counts products, in the test's process. It counts those in MongoDB by itself: an index lacks
 * every product that the loader misses.
 */
import type { LeaderContext } from '../../../indexer/context.ts';
import { countProducts } from '../../../indexer/engine/index-documents.ts';
import { createDeadLetters } from '../../../indexer/pipeline/dead-letters.ts';
import type { FollowedIndex } from '../../../indexer/pipeline/follow.ts';
import type { Pipeline } from '../../../indexer/pipeline/pipeline.ts';
import { rebuildProfile } from '../../../indexer/pipeline/profiles.ts';
import type { ProductLoader } from '../../../indexer/products/product-loader.ts';
import { assertComplete, SwapRefused } from '../../../indexer/rebuild/swap-checks.ts';
import { deferred } from '../../support/deferred.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { loaderOf, startPipeline } from '../support/in-process.ts';
import { indexOf, logger, newIndex } from '../support/index-client.ts';
import { done } from '../support/indexes.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startTogglingStatus } from '../support/writes/traffic.ts';

const CHUNK_SIZE = 10;

/** Runs the check that counts the products of each merchant, as this loader counts them. */
function checkCounts(
  service: TestService,
  loader: ProductLoader,
  pipeline: Pipeline,
  onWait: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { database, indexName } = service;
  const { signal } = new AbortController();
  const context = { loader, index: indexOf(service), database, logger, signal } as LeaderContext;
  return assertComplete(
    context,
    { indexName, pipeline } as FollowedIndex,
    createDeadLetters(database, indexName),
    onWait,
  );
}

concurrentTest('D5: an index without a product that the loader misses is not swapped in', async (service) => {
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
  expect(await countProducts(indexOf(service), service.indexName)).toBe(others.length);

  await expect(checkCounts(service, loader, pipeline)).rejects.toThrow(SwapRefused);
  await end();
});

concurrentTest(
  "D5: a change from before the count doesn't hide that the new index lacks a product",
  async (service) => {
    const { catalogue } = service;
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
    await expect(checkCounts(service, loader, pipeline, onWait)).rejects.toThrow(SwapRefused);
    await end();
  },
);

concurrentTest(
  "D5: what changes while other merchants are counted doesn't hide that the new index lacks a product",
  async (service) => {
    const { indexName, catalogue, meilisearch } = service;
    await fill(service, 3);
    const products = [1, 2, 3].map((number) => product(`z-${number}`, 'z'));
    await insert(catalogue, { ...shop('z'), products });
    const retitle = (_id: string) => catalogue.products.updateOne({ _id }, { $set: { title: 'Changed' } });
    const { pipeline, caughtUp, end } = await startPipeline(service, await newIndex(service));
    await caughtUp();

    const countedAgain: string[] = [];
    const { countByMerchant, ...others } = loaderOf(service);
    const loader: ProductLoader = {
      ...others,
      // Pages of one merchant, not of a thousand.
      async *countByMerchant(merchantIds) {
        if (merchantIds === undefined) {
          await retitle('z-1');
          await eventually(
            () => meilisearch.index(indexName).getDocument('z-1'),
            ({ title }) => title === 'Changed',
          );
          await done(meilisearch.index(indexName).deleteDocument('z-2'));
          yield* countByMerchant(['one']);
          yield* countByMerchant(['z']);
        } else {
          countedAgain.push(...merchantIds);
          // The product gets into the new index, which is complete then.
          await retitle('z-2');
          yield* countByMerchant(merchantIds);
        }
      },
    };
    await checkCounts(service, loader, pipeline);
    expect(countedAgain[0]).toBe('z');
    await end();
  },
);

concurrentTest(
  "D5: products that change while they are counted don't hide that the new index lacks one",
  async (service) => {
    const { indexName, catalogue, meilisearch } = service;
    const [missed = '', ...others] = await fill(service, 5);
    const { pipeline, caughtUp, end } = await startPipeline(service, await newIndex(service));
    await caughtUp();
    await done(meilisearch.index(indexName).deleteDocument(missed));
    const retitle = async () => {
      await catalogue.products.updateMany({ _id: { $in: others } }, { $set: { title: String(performance.now()) } });
    };
    await expect(checkCounts(service, loaderOf(service), pipeline, retitle)).rejects.toThrow(SwapRefused);
    await end();
  },
);

concurrentTest('D5: products that are inserted beside an endless fan-out cause no refusal', async (service) => {
  const { catalogue } = service;
  await fill(service, 3 * CHUNK_SIZE);
  await insert(catalogue, shop('two'));
  const profile = { ...rebuildProfile(() => false), chunkSize: CHUNK_SIZE };
  const { pipeline, end } = await startPipeline(service, await newIndex(service), { profile });
  const toggling = startTogglingStatus(service, 'one', ['active', 'trial']);
  let inserted = 0;
  // Before and after the products are counted in the index.
  const insertOne = async () => {
    inserted += 1;
    await insert(catalogue, { products: [product(`new-${inserted}`, 'two')] });
  };
  const counting: ProductLoader = {
    ...loaderOf(service),
    async *countByMerchant(merchantIds) {
      await insertOne();
      yield* loaderOf(service).countByMerchant(merchantIds);
    },
  };
  await checkCounts(service, counting, pipeline, insertOne);
  expect(inserted).toBeGreaterThan(2);
  await toggling.stop();
  await end();
});
