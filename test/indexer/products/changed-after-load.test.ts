/**
 * A change between the loading of a product and the write of its document isn't lost. The tests force this timing on
 * the real engines.
 */
import { EventEmitter, once } from 'node:events';
import { LIVE, type PipelineProfile, rebuildProfile } from '../../../indexer/pipeline/profiles.ts';
import { collection, insert, membership, product } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { filledIndex, loaderOf, type Overrides, startPipeline } from '../support/in-process.ts';
import { indexOf, newIndex } from '../support/index-client.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';

const CHUNK = 10;

/** Calls `onLoaded` when this product is first loaded, and holds all writes until it resolves. */
function pausedAfterLoading(service: TestService, id: string, onLoaded: () => Promise<unknown>): Overrides {
  const index = indexOf(service);
  const loader = loaderOf(service);
  let change: Promise<unknown> | null = null;
  return {
    loader: {
      ...loader,
      async load(...args) {
        const loaded = await loader.load(...args);
        if (loaded.documents.some(({ productId }) => productId === id)) change ??= onLoaded();
        change?.catch(() => undefined);
        return loaded;
      },
    },
    index: {
      ...index,
      async send(...args) {
        await change;
        return await index.send(...args);
      },
    },
  };
}

/** Resolves when a change is pending. */
const untilPending = ({ feed }: Awaited<ReturnType<typeof startPipeline>>) =>
  eventually(
    async () => feed.lagMs() ?? 0,
    (lagMs) => lagMs > 0,
  );

/**
 * Fills a new index with three chunks; `change` runs when the second chunk is loaded, and its events arrive before the
 * write.
 */
async function changeWhatIsLoaded(
  service: TestService,
  profile: PipelineProfile,
  change: () => Promise<unknown>,
): Promise<void> {
  const emitter = new EventEmitter();
  const started = once(emitter, 'started');
  const overrides = pausedAfterLoading(service, 'given-00010', async () => {
    const [pipeline] = await started;
    await change();
    await untilPending(pipeline);
  });
  const pipeline = await startPipeline(service, await newIndex(service), {
    ...overrides,
    profile: { ...profile, chunkSize: CHUNK },
  });
  emitter.emit('started', pipeline);
  await eventuallyEqual(service);
  // A chunk is in the index before the pipeline has read that its task succeeded.
  await eventually(
    async () => pipeline.pipeline.progress().fanOutProducts,
    (visited) => visited >= 3 * CHUNK - 2,
  );
  await pipeline.end();
}

describe.each([
  { index: 'the live index', profile: LIVE },
  { index: 'an index that is being built', profile: rebuildProfile(() => false) },
])('$index', ({ profile }) => {
  // FM-1, FM-2, FM-3
  concurrentTest(
    'a product that changed, was deleted or was inserted again after its fan-out loaded it is written in its current state',
    async (service) => {
      const { catalogue } = service;
      await fill(service, 3 * CHUNK);
      await catalogue.products.deleteOne({ _id: 'given-00012' });
      await changeWhatIsLoaded(service, profile, async () => {
        await catalogue.products.updateOne({ _id: 'given-00010' }, { $set: { title: 'Changed since' } });
        await catalogue.products.deleteOne({ _id: 'given-00011' });
        await insert(catalogue, { products: [product('given-00012', 'one', { title: 'Back again' })] });
      });
    },
  );

  // FM-40
  concurrentTest(
    'a collection that is renamed meanwhile gets its new name in written and in loaded products',
    async (service) => {
      const { catalogue } = service;
      await fill(service, 3 * CHUNK);
      const members = ['given-00001', 'given-00010'].map((id) => membership('given', id, 'one'));
      await insert(catalogue, { collections: [collection('given', 'one')], memberships: members });
      await changeWhatIsLoaded(service, profile, () =>
        catalogue.collections.updateOne({ _id: 'given' }, { $set: { name: 'Renamed since' } }),
      );
    },
  );
});

// FM-3
describe.each(['changed again', 'changed back', 'deleted'])('a changed product', (how) => {
  concurrentTest(`that was ${how} after it was loaded is written in its current state`, async (service) => {
    const [id = ''] = await fill(service, 2);
    const { products } = service.catalogue;
    const again = {
      'changed again': () => products.updateOne({ _id: id }, { $set: { title: 'Changed again' } }),
      'changed back': () => products.updateOne({ _id: id }, { $set: { title: `Product ${id}` } }),
      deleted: () => products.deleteOne({ _id: id }),
    }[how];
    const start = await filledIndex(service);
    let isChangedAgain = false;
    const pipeline = await startPipeline(
      service,
      start,
      pausedAfterLoading(service, id, async () => {
        await again?.();
        await untilPending(pipeline);
        isChangedAgain = true;
      }),
    );
    await products.updateOne({ _id: id }, { $set: { title: 'Changed' } });
    await eventually(
      async () => pipeline.pipeline.progress().events,
      (events) => events >= 2,
    );
    await eventuallyEqual(service);
    expect(isChangedAgain).toBe(true);
    await pipeline.end();
  });
});

// FM-8
concurrentTest('an indexer that ends between loading and writing loses no change', async (service) => {
  const [id = ''] = await fill(service, 2);
  const start = await filledIndex(service);
  const killed = new Error('killed');
  const dying = await startPipeline(
    service,
    start,
    pausedAfterLoading(service, id, () => Promise.reject(killed)),
  );
  await service.catalogue.products.updateOne({ _id: id }, { $set: { title: 'Changed' } });
  await expect(dying.running).rejects.toBe(killed);
  const next = await startPipeline(service, start);
  await eventuallyEqual(service);
  await next.end();
});
