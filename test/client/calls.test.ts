/** The client's calls of a running API: each operation, and lists page by page. */
import { type CatalogueClient, createCatalogueClient } from '../../client/src/index.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { createService, eventually, type RunningApi, type TestService } from '../support/service.ts';
import { startPreparedServer } from './support/prepared-server.ts';

const DAY_MS = 86_400_000;
const DRAFTS = ['d1', 'd2'];
const PUBLISHED = Array.from({ length: 7 }, (_each, index) => `p${index + 1}`);

let service: TestService;
let api: RunningApi;
let catalogue: CatalogueClient;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      ...PUBLISHED.map((id) => product(id, 'one', { title: `Tent ${id}`, handle: `tent-${id}` })),
      ...DRAFTS.map((id) => product(id, 'one', { title: `Tent ${id}`, status: 'draft' })),
      product('a/b c', 'one', { title: 'A lamp', handle: 'é & ?' }),
    ],
    collections: [
      collection('tents', 'one', { name: 'Tents' }),
      collection('a, b', 'one', { name: 'Lamps' }),
      collection('few', 'one', { name: 'Few' }),
    ],
    memberships: [
      ...PUBLISHED.map((id, position) => membership('tents', id, 'one', { position })),
      ...PUBLISHED.map((id, position) => membership('a, b', id, 'one', { position })),
      membership('few', 'p1', 'one'),
    ],
  });
  await service.catalogue.searches.insertMany(
    [0, 0, 0, 1, 1].map((days) => ({
      merchantId: 'one',
      visibility: 'published' as const,
      query: 'tent steel',
      hits: 3,
      tookMs: 1,
      isFiltered: false,
      at: new Date(Date.now() - days * DAY_MS),
      expiresAt: new Date(Date.now() + DAY_MS),
    })),
  );
  [api] = await Promise.all([service.startApi({ COLLECTION_PRODUCTS_LIMIT: '3' }), service.startIndexer()]);
  catalogue = createCatalogueClient({ baseUrl: api.url, token: await service.token('one', 'published') });
});
afterAll(() => service.stop());

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const page of pages) all.push(page);
  return all;
}

test('all pages of products have the parameters of the first request', async () => {
  const pages = await collect(
    catalogue.productPages({ collection: 'tents', perPage: 3, sortBy: 'title', sortOrder: 'desc' }),
  );
  const ids = pages.map(({ data }) => data.map(({ id }) => id));
  expect(ids).toEqual([['p7', 'p6', 'p5'], ['p4', 'p3', 'p2'], ['p1']]);
  expect(pages.map(({ meta }) => [meta.currentPage, meta.total])).toEqual([1, 2, 3].map((page) => [page, 7]));
});

test('pages start at the requested one, and stop when the iteration stops', async () => {
  const from2 = await collect(catalogue.productPages({ page: 2, perPage: 4 }));
  expect(from2.map(({ meta }) => meta.currentPage)).toEqual([2]);
  let seen = 0;
  for await (const { data } of catalogue.productPages({ perPage: 1 })) {
    seen += data.length;
    if (seen === 2) break;
  }
  expect(seen).toBe(2);
});

test('an empty list is one empty page', async () => {
  expect((await collect(catalogue.productPages({ collection: 'none' }))).map(({ data }) => data)).toEqual([[]]);
});

test('one product, by its id and by its handle', async () => {
  expect(await catalogue.getProduct('a/b c')).toMatchObject({ id: 'a/b c', title: 'A lamp' });
  const { data, meta } = await catalogue.listProducts({ handle: 'é & ?' });
  expect(data.map(({ id }) => id)).toEqual(['a/b c']);
  expect(meta.total).toBe(1);
});

test.each(['', '.', '..'])('the id %j, which no URL can name', async (id) => {
  await expect(catalogue.getProduct(id)).rejects.toThrow(TypeError);
});

test('a search', async () => {
  const found = await catalogue.searchProducts({ query: 'tent p3', limit: 1, highlight: true });
  expect(found).toMatchObject([{ product: { id: 'p3' }, search: { index: 0 } }]);
  expect(found[0]?.search.results[0]).toMatchObject({
    type: 'title',
    highlights: [{ start: 0, length: 4 }, { start: 5 }],
  });
});

test('suggestions', async () => {
  const { data } = await eventually(
    () => catalogue.suggest({ query: 'ten', limit: 2 }),
    ({ data }) => data.queries.length > 0,
  );
  expect(data.queries).toEqual([{ text: 'tent steel' }]);
  expect(data.products).toHaveLength(2);
  expect(data.collections).toEqual([{ id: 'tents', name: 'Tents', handle: 'tents' }]);
});

test('collections report which of them were truncated', async () => {
  const first = await catalogue.listCollections({ search: 'ten' });
  expect(first.data).toMatchObject([{ id: 'tents', products: [{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }] }]);
  expect(first.truncated).toEqual({ count: 1, ids: ['tents'] });
  const pages = await collect(catalogue.collectionPages({ perPage: 1 }));
  expect(new Map(pages.map(({ data, truncated }) => [data[0]?.id, truncated.ids]))).toEqual(
    new Map([
      ['tents', ['tents']],
      ['a, b', ['a, b']],
      ['few', []],
    ]),
  );
});

test('of very many truncated collections, the number of all', async () => {
  const server = await startPreparedServer([
    {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'catalogue-truncated': 'a%2C b, c',
        'catalogue-truncated-count': '900',
      },
      body: JSON.stringify({ meta: { nextPageUrl: null }, data: [] }),
    },
  ]);
  const { truncated } = await createCatalogueClient({ baseUrl: server.url, token: 't' }).listCollections();
  expect(truncated).toEqual({ count: 900, ids: ['a, b', 'c'] });
  await server.close();
});

test('the base URL may end with a slash', async () => {
  const token = await service.token('one');
  const { meta } = await createCatalogueClient({ baseUrl: `${api.url}//`, token }).listProducts();
  expect(meta.total).toBe(PUBLISHED.length + DRAFTS.length + 1);
});

test('a request has the id that the call passes', async () => {
  const ids: (string | null)[] = [];
  const token = await service.token('one');
  const send = async (request: Request) => {
    const response = await fetch(request);
    ids.push(response.headers.get('x-request-id'));
    return response;
  };
  const watched = createCatalogueClient({ baseUrl: api.url, token, fetch: send });
  await collect(watched.productPages({ perPage: 5 }, { requestId: 'storefront-7' }));
  expect(ids).toEqual(['storefront-7', 'storefront-7']);
});

/** Tools such as msw and tracers replace it when the modules of a page have run already. */
test('the global fetch that is replaced after the client was made sends the requests', async () => {
  const { fetch } = globalThis;
  const json = { meta: { nextPageUrl: null }, data: [] };
  globalThis.fetch = async () => Response.json(json);
  try {
    expect(await catalogue.listProducts()).toEqual(json);
  } finally {
    globalThis.fetch = fetch;
  }
});

test('a page of results: product summaries or full products, with facets', async () => {
  // Lists that nobody can change are lists, too.
  const names = ['collection', 'price', 'specifications.material'] as const;
  const { meta, data, facets } = await catalogue.search({ query: 'tent', facets: names, perPage: 2, page: 2 });
  expect(meta).toMatchObject({ total: PUBLISHED.length, currentPage: 2, lastPage: 4 });
  expect(data.map(({ search }) => search.index)).toEqual([2, 3]);
  expect(facets.collection).toMatchObject({
    values: expect.arrayContaining([{ value: 'tents', label: 'Tents', count: 7 }]),
  });
  // Each facet has the type of its name.
  expect(facets['specifications.material']?.values).toEqual([{ value: 'steel', label: 'steel', count: 7 }]);
  expect(facets.price?.min).toBe(19.95);
  const full = await catalogue.search({ filter: { collection: ['few'] }, products: 'full' });
  // The type is a full product, too.
  expect(full.data.map(({ product: { description } }) => description)).toEqual(['Description of p1']);
});
