/** Collections that change together: their fan-outs load each of their products once. */
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import { collection, insert, membership } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import type { TestService } from '../../support/service.ts';
import { eventuallyIndexed, eventuallyLetters, indexedIds, setTitle } from '../support/dead-letters.ts';
import { REFUSED, refusingTest, startRefusing } from '../support/engines/refusing-engine.ts';
import { filledIndex, loaderOf, startPipeline } from '../support/in-process.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const PRODUCTS = 60;
const COLLECTIONS = ['a', 'b', 'c', 'd', 'e'];

/** Fills the index with products that are in all collections. Resolves to a checkpoint with a fan-out of each. */
async function checkpointWithFanOuts(service: TestService) {
  const ids = await fill(service, PRODUCTS);
  await insert(service.catalogue, {
    collections: COLLECTIONS.map((id) => collection(id, 'one')),
    memberships: COLLECTIONS.flatMap((id) => ids.map((productId) => membership(id, productId, 'one'))),
  });
  const checkpoint = await filledIndex(service);
  return { ...checkpoint, fanOuts: COLLECTIONS.map((id) => newFanOut('collection', id)) };
}

concurrentTest('D1: a product of several collections that changed is loaded once', async (service) => {
  const start = await checkpointWithFanOuts(service);
  const { pipeline, caughtUp, end } = await startPipeline(service, start, { profile: { chunkSize: 7 } });
  await caughtUp();
  expect(pipeline.progress().fanOutProducts).toBe(PRODUCTS);
  await end();
});

concurrentTest('D1: a collection that changes again meanwhile has all its products loaded again', async (service) => {
  const { catalogue } = service;
  const start = await checkpointWithFanOuts(service);
  const loader = loaderOf(service);
  let loads = 0;
  const renaming: typeof loader = {
    ...loader,
    async load(...given) {
      loads += 1;
      if (loads === 9) await catalogue.collections.updateOne({ _id: 'a' }, { $set: { name: 'Renamed' } });
      return await loader.load(...given);
    },
  };
  const { caughtUp, end } = await startPipeline(service, start, { loader: renaming, profile: { chunkSize: 7 } });
  await caughtUp();
  await eventuallyEqual(service);
  await end();
});

refusingTest('FM-9: the other products of a refused batch are loaded again', async (service) => {
  const { meilisearch, indexName } = service;
  const start = await checkpointWithFanOuts(service);
  const ids = await indexedIds(service);
  await meilisearch.index(indexName).deleteDocuments({ filter: 'merchant_id EXISTS' }).waitTask();
  const engine = await startRefusing(service);
  await engine.refuseSome(indexName);
  const [refused = '', ...others] = ids;
  await setTitle(service, refused, REFUSED);
  const { caughtUp, end } = await startPipeline(service, start, { profile: { chunkSize: 7 } });
  await caughtUp();
  await eventuallyLetters(service, refused);
  await eventuallyIndexed(service, others);
  await end();
});
