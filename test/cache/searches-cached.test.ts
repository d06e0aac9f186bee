/** Repeated searches are served from the cache, and never lack what the index has: changes are found. */
import { indexKey } from '../../src/search/index/keys.ts';
import { foundIdsOf, metricsOf } from '../api/responses.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../support/service.ts';

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;
let otherToken: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    merchants: [...shop('one').merchants, ...shop('two').merchants],
    locations: [...shop('one').locations, ...shop('two').locations],
    products: [
      product('k1', 'one', { title: 'Copper kettle' }),
      product('draft', 'one', { title: 'Copper kettle, planned', status: 'draft' }),
      product('pot', 'one', { title: 'Copper pot', quantity: 0 }),
      product('foreign', 'two', { title: 'Copper kettle of others' }),
    ],
    collections: [collection('c', 'one', { name: 'Kitchen' })],
    memberships: [membership('c', 'k1', 'one')],
  });
  [token, publishedToken, otherToken] = await Promise.all([
    service.token('one'),
    service.token('one', 'published'),
    service.token('two'),
  ]);
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const search = (body: object, given = token, at = api) =>
  at.request('/v1/products/search', { token: given, json: body });
/** The number of searches sent to Meilisearch, and of reads of found products from MongoDB. */
async function callsOf(at: Api) {
  const [searches = 0, reads = 0] = await metricsOf(at, [
    'catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="success"}',
    'catalogue_engine_duration_seconds_count{engine="mongodb",operation="search.products",outcome="success"}',
  ]);
  return { searches, reads };
}

/** Repeats a search until it needs no engine: everything it reads is cached. */
async function untilCached(body: object, given = token): Promise<void> {
  await eventually(
    async () => {
      const before = await callsOf(api);
      await search(body, given);
      return [before, await callsOf(api)] as const;
    },
    ([before, after]) => before.searches === after.searches && before.reads === after.reads,
  );
}

test('a repeated search needs no engine, and gets the same response', async () => {
  const first = await search({ query: 'copper kettle', highlight: true });
  await untilCached({ query: 'copper kettle' });
  const cached = await search({ query: 'copper kettle', highlight: true });
  expect(cached.text).toBe(first.text);
});

test('cached results of one token, limit or filter are not served to another', async () => {
  const query = 'copper';
  const staleHits = () => metricsOf(api, ['catalogue_search_stale_hits_total']);
  await untilCached({ query });
  const before = await staleHits();
  expect(foundIdsOf(await search({ query })).toSorted()).toEqual(['draft', 'k1', 'pot']);
  expect(foundIdsOf(await search({ query }, publishedToken)).toSorted()).toEqual(['k1', 'pot']);
  expect(foundIdsOf(await search({ query }, otherToken))).toEqual(['foreign']);
  expect(foundIdsOf(await search({ query, limit: 1 })).length).toBe(1);
  expect(foundIdsOf(await search({ query, filter: { inStock: false } }))).toEqual(['pot']);
  // The scope and the filter are checked again, so hits of another ranking would only be fewer.
  expect(await staleHits()).toEqual(before);
});

test('a change of a product is in the response at once, though the ranking is cached', async () => {
  await untilCached({ query: 'kettle' });
  await service.catalogue.products.updateOne({ _id: 'k1' }, { $set: { price: 77 } });
  const priceOf = (body: { product: { id: string; price: number } }[]) =>
    body.find(({ product: { id } }) => id === 'k1')?.product.price;
  await eventually(
    async () => priceOf((await search({ query: 'kettle' })).body),
    (price) => price === 77,
  );
});

test('a product whose texts change is found by and shown with the new ones, and no longer found by the old ones', async () => {
  await untilCached({ query: 'kettle' });
  await untilCached({ query: 'samovar' });
  await service.catalogue.products.updateOne({ _id: 'k1' }, { $set: { title: 'Copper samovar' } });
  const found = await eventually(
    async () => search({ query: 'samovar' }),
    (response) => foundIdsOf(response).length > 0,
  );
  expect(found.body[0].search.results[0]).toMatchObject({ type: 'title', text: 'Copper samovar' });
  // The index has the change now: no later search may miss it.
  for (let count = 0; count < 20; count += 1) {
    expect(foundIdsOf(await search({ query: 'samovar' }))).toEqual(['k1']);
  }
  await eventually(
    async () => foundIdsOf(await search({ query: 'kettle' })),
    (ids) => !ids.includes('k1'),
  );
});

test('a search that found nothing finds a product as soon as the index has it', async () => {
  const index = service.meilisearch.index(service.indexName);
  const document = await index.getDocument(indexKey('k1'));
  for (const word of ['zeppelin', 'ukulele', 'trombone', 'harmonica', 'xylophone']) {
    await untilCached({ query: word });
    await index.addDocuments([{ ...document, title: word }]).waitTask({ interval: 1, timeout: 90_000 });
    expect(foundIdsOf(await search({ query: word }))).toEqual(['k1']);
  }
  await index.addDocuments([document]).waitTask({ timeout: 90_000 });
});

test('a renamed collection is found by its new name', async () => {
  await untilCached({ query: 'scullery' });
  await service.catalogue.collections.updateOne({ _id: 'c' }, { $set: { name: 'Scullery' } });
  const found = await eventually(
    async () => search({ query: 'scullery' }),
    (response) => foundIdsOf(response).length > 0,
  );
  expect(found.body[0].search.results).toMatchObject([{ type: 'collection', text: 'Scullery' }]);
});

test('a deleted product is in no response, nor is one that the token may no longer see', async () => {
  await untilCached({ query: 'copper pot' }, publishedToken);
  await service.catalogue.products.updateOne({ _id: 'pot' }, { $set: { status: 'archived' } });
  await eventually(
    async () => foundIdsOf(await search({ query: 'copper pot' }, publishedToken)),
    (ids) => !ids.includes('pot'),
  );
  await service.catalogue.products.deleteOne({ _id: 'pot' });
  await eventually(
    async () => foundIdsOf(await search({ query: 'copper pot' })),
    (ids) => !ids.includes('pot'),
  );
});

test('an index that is rebuilt and swapped in is searched at once', async () => {
  await untilCached({ query: 'planned' });
  const index = service.meilisearch.index(service.indexName);
  const other = `${service.indexName}_rebuild`;
  const { results: documents } = await index.getDocuments({ limit: 1000 });
  const changed = documents.map((document) => ({ ...document, title: `${document.title} planned` }));
  const tasks = [
    await service.meilisearch.createIndex(other, { primaryKey: 'id' }),
    await service.meilisearch.index(other).updateSettings(await index.getSettings()),
    await service.meilisearch.index(other).addDocuments(changed),
    await service.meilisearch.swapIndexes([{ indexes: [service.indexName, other], rename: false }]),
  ];
  for (const done of await service.meilisearch.tasks.waitForTasks(tasks, { timeout: 90_000 }))
    expect(done.status).toBe('succeeded');
  await eventually(
    async () => foundIdsOf(await search({ query: 'planned' })),
    (ids) => ids.includes('k1'),
  );
});

test('with a key that may not read the version of the index, each search reaches the engine', async () => {
  // A key of this index that expires: the API processes of other tests sign with keys that don't.
  const expiresAt = new Date(Date.now() + 3_600_000);
  const indexes = [service.indexName];
  const key = await service.meilisearch.createKey({ actions: ['search'], indexes, expiresAt });
  try {
    const plain = await service.startApi({
      MEILISEARCH_API_KEY: key.key,
      ALLOW_UNSIGNED_SEARCH: 'true',
      LOG_LEVEL: 'debug',
    });
    const searchPlain = () => search({ query: 'copper' }, token, plain);
    await searchPlain();
    await plain.line(({ msg }) => msg.includes('indexes.get'));
    await eventually(
      async () => {
        const before = await callsOf(plain);
        await searchPlain();
        return (await callsOf(plain)).reads - before.reads;
      },
      (reads) => reads === 0,
    );
    const before = await callsOf(plain);
    for (let count = 0; count < 5; count += 1) expect((await searchPlain()).status).toBe(200);
    expect((await callsOf(plain)).searches - before.searches).toBe(5);
  } finally {
    await service.meilisearch.deleteKey(key.key);
  }
});

test('with SEARCH_CACHE_BYTES=0 nothing is cached', async () => {
  const plain = await service.startApi({ SEARCH_CACHE_BYTES: '0' });
  await search({ query: 'copper' }, token, plain);
  const { searches, reads } = await callsOf(plain);
  await search({ query: 'copper' }, token, plain);
  // One search for the ranking, one for the texts.
  expect(await callsOf(plain)).toEqual({ searches: searches + 2, reads: reads + 1 });
});
