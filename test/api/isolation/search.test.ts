/**
 * Searches show a token no data of another merchant. The engine enforces this by the tenant token, not only the filter.
 */
import fc from 'fast-check';
import { Meilisearch } from 'meilisearch';
import { productsFilter } from '../../../src/search/index/filters.ts';
import { readRankingPayload } from '../../../src/search/index/ranking-payload.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { startProxy } from '../../support/engines/proxy.ts';
import { insert } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf, untilAvailable } from '../responses.ts';
import { documents, marksIn, nextOf, type Shop, shops } from './shops.ts';

let service: TestService;
let api: Api;
const tokens = new Map<Shop, { all: string; published: string }>();

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, documents);
  for (const shop of shops) {
    const [all, published] = await Promise.all([
      service.token(shop.merchantId),
      service.token(shop.merchantId, 'published'),
    ]);
    tokens.set(shop, { all, published });
  }
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const search = (shop: Shop, json: object, visibility: 'all' | 'published' = 'all') =>
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
  untilAvailable<any>(() => api.request('/v1/products/search', { token: tokens.get(shop)?.[visibility] ?? '', json }));
const each = shops.map((shop) => [JSON.stringify(shop.merchantId), shop] as const);
const [firstShop = shops[0] as Shop] = shops;

test.each(each)('merchant %s finds its own products, by a word that every merchant has', async (_id, shop) => {
  const all = await search(shop, { query: 'treasure', limit: 250 });
  expect(foundIdsOf(all).toSorted()).toEqual(shop.productIds.toSorted());
  expect(marksIn(all.text)).toEqual([shop.mark]);
  const published = await search(shop, { query: 'treasure', limit: 250 }, 'published');
  expect(foundIdsOf(published)).toEqual(shop.publishedProductIds);
});

test("another merchant's ids in filters find nothing, or one's own products", async () => {
  for (const shop of shops.slice(0, 12)) {
    const next = nextOf(shop);
    const found = async (filter: object) => foundIdsOf(await search(shop, { query: 'treasure', limit: 250, filter }));
    expect(await found({ collection: next.collectionId })).toEqual([]);
    expect(await found({ collection: `${next.collectionId}-of-others` })).toEqual([]);
    expect(await found({ collection: next.merchantId })).toEqual([]);
    // The shop's own draft names the next shop's location.
    expect(await found({ location: next.locationId })).toEqual([shop.productIds[1]]);
  }
});

test("another merchant's membership does not put a product into a collection", async () => {
  for (const shop of shops.slice(0, 12)) {
    const filter = { collection: `${shop.collectionId}-of-others` };
    expect(foundIdsOf(await search(shop, { query: 'treasure', filter }))).toEqual([]);
    expect(foundIdsOf(await search(shop, { query: 'others' }))).toEqual([]);
  }
});

const KNOWN = shops.flatMap((shop) => [
  shop.merchantId,
  shop.mark,
  shop.collectionId,
  shop.locationId,
  ...shop.productIds,
]);
const INJECTIONS = [
  '" OR merchant_id EXISTS',
  '" OR "" = "',
  '\\" OR merchant_id != "',
  '"] OR [',
  "' OR status = 'draft",
  '\n',
];
const text = fc
  .oneof(
    fc.constantFrom(...KNOWN, ...INJECTIONS),
    fc.tuple(fc.constantFrom(...KNOWN), fc.constantFrom(...INJECTIONS)).map(([id, more]) => id + more),
    anyText({ maxLength: 60 }),
  )
  .map((given) => given.slice(0, 200));
const filter = fc.record(
  {
    collection: text,
    location: text,
    status: fc.constantFrom('draft', 'published', 'archived'),
    featured: fc.boolean(),
  },
  { requiredKeys: [] },
);

test('no text in a query or filter finds or reveals data of another merchant, or makes a search fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shops),
      fc.constantFrom('all' as const, 'published' as const),
      fc.oneof(fc.constant('treasure'), text),
      filter,
      async (shop, visibility, query, given) => {
        const json = { query, limit: 250, filter: given, highlight: true };
        const response = await search(shop, json, visibility);
        expect([json, [200, 400]]).toEqual([json, expect.arrayContaining([response.status])]);
        if (response.status !== 200) return;
        expect(marksIn(response.text).filter((mark) => mark !== shop.mark)).toEqual([]);
        const own = visibility === 'all' ? shop.productIds : shop.publishedProductIds;
        expect(foundIdsOf(response).filter((id) => !own.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

const results = (shop: Shop, json: object, visibility: 'all' | 'published' = 'all') =>
  // biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
  untilAvailable<any>(() => api.request('/v1/search', { token: tokens.get(shop)?.[visibility] ?? '', json }));
const FACETS = ['status', 'collection', 'location', 'inStock', 'price', 'variants.Colour', 'specifications.material'];

test.each(each)('the results, totals and facets of merchant %s are of its own products', async (_id, shop) => {
  for (const query of ['', 'treasure', 'treasurre']) {
    const { body, text } = await results(shop, { query, facets: FACETS });
    expect([query, body.meta.total, marksIn(text)]).toEqual([query, 2, [shop.mark]]);
    const { collection, location } = body.facets;
    const own = [shop.collectionId, `${shop.collectionId}-hidden`];
    expect(collection.values.map(({ value }: { value: string }) => value).toSorted()).toEqual(own);
    expect(location.values.map(({ value }: { value: string }) => value)).toEqual([shop.locationId]);
    const published = await results(shop, { query, facets: FACETS }, 'published');
    expect([query, published.body.meta.total]).toEqual([query, 1]);
    expect(published.body.facets.status.values).toEqual([{ value: 'published', label: 'published', count: 1 }]);
    expect(published.body.facets.collection.values).toEqual([
      { value: shop.collectionId, label: `Collection ${shop.mark}`, count: 1 },
    ]);
  }
});

test('full products of a results page have the collections that the token may see', async () => {
  const [open = '', draft = ''] = firstShop.productIds;
  const { collectionId } = firstShop;
  const collectionsFor = async (visibility: 'all' | 'published') => {
    const { body } = await results(firstShop, { query: 'treasure', products: 'full' }, visibility);
    return Object.fromEntries(
      body.data.map(({ product }: { product: { id: string; collections: { id: string }[] } }) => [
        product.id,
        product.collections.map(({ id }) => id).toSorted(),
      ]),
    );
  };
  expect(await collectionsFor('published')).toEqual({ [open]: [collectionId] });
  expect(await collectionsFor('all')).toEqual({
    [open]: [collectionId, `${collectionId}-hidden`],
    [draft]: [collectionId],
  });
});

test('no text in a query, filter or facet shows data of another merchant on a results page', async () => {
  const pairs = fc.dictionary(text, text, { maxKeys: 2 });
  const wider = fc.record(
    {
      collection: fc.array(text, { minLength: 1, maxLength: 3 }),
      location: text,
      specifications: pairs,
      variants: pairs,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shops),
      fc.constantFrom('all' as const, 'published' as const),
      fc.oneof(fc.constant('treasure'), fc.constant(''), text),
      wider,
      fc.array(text, { maxLength: 2 }),
      async (shop, visibility, query, given, keys) => {
        const facets = [...FACETS, ...keys.map((key) => `specifications.${key}`)];
        const response = await results(shop, { query, filter: given, facets, highlight: true }, visibility);
        expect([given, [200, 400]]).toEqual([given, expect.arrayContaining([response.status])]);
        if (response.status !== 200) return;
        // The response repeats texts of the request: the query, and the names of the facets.
        const { data, facets: counted, meta } = response.body;
        const serialised = JSON.stringify([data, Object.values(counted)]);
        expect(marksIn(serialised).filter((mark) => mark !== shop.mark)).toEqual([]);
        const own = visibility === 'all' ? shop.productIds : shop.publishedProductIds;
        expect(meta.total).toBeLessThanOrEqual(own.length);
        expect(data.filter(({ product }: { product: { id: string } }) => !own.includes(product.id))).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});

interface RecordedApi {
  /** The key that the API sends to the engine with a search of this shop. */
  keyFor(shop: Shop): Promise<string>;
  close(): Promise<void>;
}

/** An API whose requests to the engine are recorded. Without a cache it sends only searches. */
async function startRecorded(settings: Record<string, string> = {}): Promise<RecordedApi> {
  let sent = '';
  const proxy = await startProxy(host(), (chunk) => {
    sent += chunk;
  });
  const through = await service.startApi({
    SEARCH_CACHE_BYTES: '0',
    ...settings,
    MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}`,
  });
  return {
    async keyFor(shop) {
      sent = '';
      const token = tokens.get(shop)?.all ?? '';
      const response = await through.request('/v1/products/search', { token, json: { query: 'treasure', limit: 250 } });
      expect(foundIdsOf(response).toSorted()).toEqual(shop.productIds.toSorted());
      const request = sent.slice(sent.indexOf(`POST /multi-search`));
      return /^authorization: Bearer (\S+)\r$/im.exec(request)?.[1] ?? '';
    },
    close: proxy.refuse,
  };
}

const host = () => service.variables.MEILISEARCH_URL ?? '';
const documentsSeenWith = async (apiKey: string, given?: string) => {
  const { hits } = await new Meilisearch({ host: host(), apiKey })
    .index(service.indexName)
    .search('', { limit: 1000, ...(given === undefined ? {} : { filter: given }) });
  return hits.map(({ ranking_payload }) => readRankingPayload(ranking_payload as string).productId).toSorted();
};

describe('the engine', () => {
  let recorded: RecordedApi;
  beforeAll(async () => {
    recorded = await startRecorded();
  });
  afterAll(() => recorded.close());

  test.each(each)('limits the key of a search to merchant %s', async (_id, shop) => {
    const key = await recorded.keyFor(shop);
    expect(key).not.toBe(service.variables.MEILISEARCH_API_KEY);
    const own = shop.productIds.toSorted();
    expect(await documentsSeenWith(key)).toEqual(own);
    expect(await documentsSeenWith(key, 'merchant_id EXISTS OR merchant_id NOT EXISTS')).toEqual(own);
    expect(await documentsSeenWith(key, productsFilter(nextOf(shop).productIds))).toEqual([]);
  });

  test('refuses that key for other indexes, documents by id, and administration', async () => {
    const client = new Meilisearch({ host: host(), apiKey: await recorded.keyFor(firstShop) });
    await expect(client.index('another').search('')).rejects.toThrow(/allowed indexes are/);
    const refused = [
      () => client.index(service.indexName).getDocuments(),
      () => client.getKeys(),
      () => client.tasks.getTasks(),
    ];
    for (const send of refused) await expect(send()).rejects.toThrow(/API key is invalid/);
  });

  test('gets a tenant token also if the process has a search key that may list keys', async () => {
    const made = await service.meilisearch.createKey({
      actions: ['search', 'keys.get'],
      indexes: [service.indexName],
      expiresAt: null,
    });
    try {
      const signing = await startRecorded({ MEILISEARCH_API_KEY: made.key });
      const key = await signing.keyFor(firstShop);
      await signing.close();
      expect(key).not.toBe(made.key);
      expect(await documentsSeenWith(key)).toEqual(firstShop.productIds.toSorted());
    } finally {
      await service.meilisearch.deleteKey(made.uid);
    }
  });

  test('gets only the filter if the key cannot sign and that is allowed, which is logged', async () => {
    const made = await service.meilisearch.createKey({
      actions: ['search'],
      indexes: [service.indexName],
      expiresAt: null,
    });
    try {
      const alone = await service.startApi({ MEILISEARCH_API_KEY: made.key, ALLOW_UNSIGNED_SEARCH: 'true' });
      const token = tokens.get(firstShop)?.all ?? '';
      const response = await alone.request('/v1/products/search', { token, json: { query: 'treasure', limit: 250 } });
      expect(foundIdsOf(response).toSorted()).toEqual(firstShop.productIds.toSorted());
      await alone.line(({ msg }) => msg.includes('cannot sign tenant tokens'));
      expect(alone.output()).not.toContain(made.key);
    } finally {
      await service.meilisearch.deleteKey(made.uid);
    }
  });
});
