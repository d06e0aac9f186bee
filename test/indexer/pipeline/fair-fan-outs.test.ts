/** A fan-out that is requested again and again delays neither other fan-outs nor single changes nor a rebuild. */
import { newFanOut } from '../../../indexer/checkpoint/fan-outs.ts';
import type { LeaderContext } from '../../../indexer/context.ts';
import { nextChunk } from '../../../indexer/pipeline/fan-outs/queue.ts';
import { createVisited } from '../../../indexer/pipeline/fan-outs/visited.ts';
import { waitUntilCaughtUp } from '../../../indexer/rebuild/swap-checks.ts';
import { type ChangeFeed, openChangeFeed } from '../../../indexer/source/change-feed.ts';
import type { SearchDocument } from '../../../src/search/index/document.ts';
import { PRODUCTS } from '../../../src/search/index/filters.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { filledIndex, loaderOf, startPipeline } from '../support/in-process.ts';
import { indexOf, logger, newIndex } from '../support/index-client.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { startTogglingStatus } from '../support/writes/traffic.ts';

/** The products of a merchant that is large for a pipeline with small chunks: six of them. */
const LARGE = 300;
const SMALL_CHUNK = 50;

/** Inserts merchant `one` with many products, and merchant `two` with a few in a collection. */
async function twoMerchants(service: TestService): Promise<void> {
  await fill(service, LARGE);
  const ids = ['two-a', 'two-b'];
  await insert(service.catalogue, {
    ...shop('two'),
    products: ids.map((id) => product(id, 'two')),
    collections: [collection('c', 'two')],
    memberships: ids.map((id) => membership('c', id, 'two')),
  });
}

/** Starts a pipeline with small chunks. */
async function startOnTwoMerchants(service: TestService) {
  await twoMerchants(service);
  return await startPipeline(service, await filledIndex(service), { profile: { chunkSize: SMALL_CHUNK } });
}

const documentsOf = async ({ meilisearch, indexName }: TestService) =>
  (await meilisearch.index(indexName).getDocuments<SearchDocument>({ filter: 'merchant_id = "two"' })).results;

/** Resolves when the document of each product of merchant `two` matches. */
const untilAll = (service: TestService, matches: (document: SearchDocument) => boolean) =>
  eventually(
    () => documentsOf(service),
    (documents) => documents.length === 2 && documents.every(matches),
  );

describe.each([
  { what: 'is disabled and activated', statuses: ['disabled', 'active'] },
  { what: 'changes its status', statuses: ['active', 'trial'] },
])('beside a large merchant that $what many times a second', ({ statuses }) => {
  concurrentTest("D1: another merchant's renamed collection and changed products are indexed", async (service) => {
    const { catalogue } = service;
    const { pipeline, end } = await startOnTwoMerchants(service);
    const isWaiting = () => pipeline.confirmed().fanOuts.some(({ kind, id }) => kind === 'merchant' && id === 'one');
    const toggling = startTogglingStatus(service, 'one', statuses);
    await eventually(async () => isWaiting(), Boolean);
    await catalogue.collections.updateOne({ _id: 'c' }, { $set: { name: 'Renamed' } });
    await untilAll(service, ({ collections }) => JSON.stringify(collections) === '["Renamed"]');
    await catalogue.products.updateMany({ merchantId: 'two' }, { $set: { title: 'Anew' } });
    await untilAll(service, ({ title }) => title === 'Anew');
    await eventually(async () => isWaiting(), Boolean);
    await toggling.stop();
    await eventuallyEqual(service);
    await end();
  });
});

concurrentTest('D1: a fan-out that fills a chunk waits until the others had their turn', async (service) => {
  await twoMerchants(service);
  const { indexName } = service;
  const visited = createVisited();
  const options = { indexName, loader: loaderOf(service), index: indexOf(service), visited, chunkSize: SMALL_CHUNK };
  let queue = [newFanOut('merchant', 'one'), newFanOut('all', ''), newFanOut('merchant', 'two')];
  const turns: string[] = [];
  for (let chunks = 1; chunks <= 3; chunks += 1) {
    turns.push(queue[0]?.id ?? '');
    const chunk = await nextChunk(options, queue, Number.POSITIVE_INFINITY);
    expect(chunk.ids.length).toBe(SMALL_CHUNK);
    queue = [...chunk.rest];
  }
  expect(turns).toEqual(['one', '', 'two']);
});

concurrentTest('D1: a pass over a merchant that changes constantly ends', async (service) => {
  const { pipeline, end } = await startOnTwoMerchants(service);
  const toggling = startTogglingStatus(service, 'one', ['active', 'trial']);
  await eventually(async () => pipeline.confirmed().fanOuts.length > 0, Boolean);
  const isVisited = pipeline.watchFanOuts();
  await eventually(async () => isVisited(), Boolean);
  await eventually(
    async () => pipeline.confirmed().fanOuts.length,
    (count) => count === 1,
  );
  await toggling.stop();
  await end();
});

concurrentTest('D1: a rebuild is swapped in beside a merchant that changes constantly', async (service) => {
  await twoMerchants(service);
  await service.startIndexer();
  await eventuallyEqual(service);
  const toggling = startTogglingStatus(service, 'one', ['active', 'trial']);
  await toggling.reached(3);
  // The status changes until the reindex has ended.
  const { code } = await service.command('reindex');
  expect(code).toBe(0);
  await toggling.stop();
  await eventuallyEqual(service);
});

/** A feed that also reports more changed collections each time than a checkpoint can hold. */
function withManyCollections(feed: ChangeFeed): ChangeFeed {
  const collections = Array.from({ length: 1001 }, (_, index) => ({ kind: 'collection', id: `c-${index}` }) as const);
  return {
    ...feed,
    async take(wait, signal) {
      const changes = await feed.take(wait, signal);
      return { ...changes, relatedChanges: [...changes.relatedChanges, ...collections] };
    },
  };
}

concurrentTest('D1: a rebuild goes on although more than a thousand collections change constantly', async (service) => {
  const { database, indexName } = service;
  const ids = await fill(service, LARGE);
  const start = await newIndex(service);
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const profile = { chunkSize: SMALL_CHUNK };
  const { pipeline, end } = await startPipeline(service, start, { feed: withManyCollections(feed), profile });
  const toggling = startTogglingStatus(service, 'one', ['active', 'trial']);
  const context = { database, signal: new AbortController().signal } as LeaderContext;
  await waitUntilCaughtUp(context, pipeline, async () => undefined);
  expect(pipeline.confirmed().fanOuts).toMatchObject([{ kind: 'all' }]);
  expect(await indexOf(service).count(indexName, PRODUCTS)).toBe(ids.length);
  await toggling.stop();
  await end();
  feed.close();
});
