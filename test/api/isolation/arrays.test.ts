/**
 * MongoDB's equality with a text also selects an array that contains it. Validators reject such a status or merchantId;
 * documents from before them are shown to nobody whom a single text would not admit.
 */
import type { Document } from 'mongodb';
import { collection, insert, location, membership, merchant, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf, idsOf } from '../responses.ts';

const ODD = 'Quagga';
const BOTH = ['draft', 'published'];
const SHARED = ['one', 'two'];

let service: TestService;
let api: Api;
let all: string;
let published: string;

/** What is stored before `setup` adds the validators. */
const store = (name: string, documents: readonly Document[]) =>
  service.database.collection(name).insertMany([...documents], { bypassDocumentValidation: true });

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: ['p1', 'p2', 'p3'].map((id) => product(id, 'one', { variants: [] })),
    collections: [collection('open', 'one')],
    memberships: ['p1', 'odd', 'shared'].map((id, position) => membership('open', id, 'one', { position })),
  });
  await store('products', [
    product('odd', 'one', { status: BOTH, title: ODD, handle: 'odd' }),
    product('shared', 'one', { merchantId: SHARED, title: ODD, handle: 'shared' }),
  ]);
  await store('collections', [
    collection('odd', 'one', { status: BOTH, name: ODD }),
    collection('shared', 'one', { merchantId: SHARED, name: ODD }),
  ]);
  await store('locations', [location('shared', 'one', { merchantId: SHARED, name: ODD })]);
  await store('memberships', [
    membership('odd', 'p1', 'one'),
    membership('shared', 'p1', 'one'),
    membership('open', 'p2', 'one', { merchantId: SHARED }),
  ]);
  await service.catalogue.products.updateOne({ _id: 'p3' }, { $set: { locationId: 'shared' } });
  [all, published] = await Promise.all([service.token('one'), service.token('one', 'published')]);
  await service.startIndexer();
  api = await service.startApi();
  await eventually(
    () => api.request('/v1/products/search', { token: all, json: { query: ODD } }),
    (response) => response.status === 200 && ['odd', 'p1'].every((id) => foundIdsOf(response).includes(id)),
  );
});
afterAll(() => service.stop());

const SORTS = ['createdAt', 'price', 'title', 'status', 'id'].flatMap((sort) => [
  `sortBy=${sort}&sortOrder=asc`,
  `sortBy=${sort}&sortOrder=desc`,
]);

test.each(['', '&status=published'])('a published token sees no product with an array in a list%s', async (more) => {
  for (const sort of SORTS) {
    const response = await api.request(`/v1/products?${sort}${more}`, { token: published });
    expect([sort, idsOf(response).toSorted()]).toEqual([sort, ['p1', 'p2', 'p3']]);
    expect(response.text).not.toContain(ODD);
  }
});

test('pages of one product neither repeat nor skip another; the page of a hidden one is empty', async () => {
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) =>
      api.request(`/v1/products?sortBy=title&sortOrder=asc&perPage=1&page=${page}`, { token: published }),
    ),
  );
  expect(pages.flatMap(idsOf)).toEqual(['p1', 'p2', 'p3']);
});

test.each(['odd', 'shared'])('a published token finds no product %s by id, handle or collection', async (id) => {
  expect((await api.request(`/v1/products/${id}`, { token: published })).status).toBe(404);
  expect(idsOf(await api.request(`/v1/products?handle=${id}`, { token: published }))).toEqual([]);
  for (const sort of ['', '&sortBy=price']) {
    const response = await api.request(`/v1/products?collection=open${sort}`, { token: published });
    expect([idsOf(response).toSorted(), response.body.meta.total]).toEqual([['p1', 'p2'], 2]);
    expect(idsOf(await api.request(`/v1/products?collection=${id}${sort}`, { token: published }))).toEqual([]);
  }
});

test('a published token sees no collection with an array, in lists and in products', async () => {
  const { body, text } = await api.request('/v1/collections', { token: published });
  expect(body.data.map(({ id, products }: Document) => [id, products.map((it: Document) => it.id)])).toEqual([
    ['open', ['p1', 'p2']],
  ]);
  expect(text).not.toContain(ODD);
  expect(idsOf(await api.request(`/v1/collections?search=${ODD}`, { token: published }))).toEqual([]);
  const one = await api.request('/v1/products/p1', { token: published });
  expect(one.body.collections.map(({ id }: Document) => id)).toEqual(['open']);
  expect((await api.request('/v1/products/p3', { token: published })).body.location.name).toBe('');
});

test('a published token finds neither by search, results page, facets and suggestions', async () => {
  const search = await api.request('/v1/products/search', { token: published, json: { query: ODD } });
  expect([search.status, search.body]).toEqual([200, []]);
  for (const query of ['', ODD, 'Product']) {
    const facets = ['status', 'collection', 'location'];
    const page = await api.request('/v1/search', { token: published, json: { query, facets } });
    expect(page.status).toBe(200);
    expect(page.text.replace(/"query":"[^"]*"/, '')).not.toContain(ODD);
  }
  const suggestions = await api.request(`/v1/search/suggestions?query=${ODD.slice(0, 4)}`, { token: published });
  expect([suggestions.status, suggestions.body.data]).toEqual([200, { queries: [], products: [], collections: [] }]);
});

test('a token that sees all sees an array of statuses as a draft, and a document of two merchants not at all', async () => {
  const { body } = await api.request('/v1/products', { token: all });
  const statuses = Object.fromEntries(body.data.map(({ id, status }: Document) => [id, status]));
  expect(statuses).toEqual({ p1: 'published', p2: 'published', p3: 'published', odd: 'draft' });
  expect(idsOf(await api.request('/v1/products?status=published', { token: all })).toSorted()).toEqual([
    'p1',
    'p2',
    'p3',
  ]);
  expect(idsOf(await api.request('/v1/collections', { token: all })).toSorted()).toEqual(['odd', 'open']);
});

test('a merchant whose status is an array with `disabled` is disabled', async () => {
  await insert(service.catalogue, { merchants: [merchant('closed', { status: ['active', 'disabled'] })] });
  const { status, body } = await api.request('/v1/products', { token: await service.token('closed') });
  expect([status, body.code]).toEqual([403, 'merchant_disabled']);
});
