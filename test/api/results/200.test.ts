/** A page of results: its products, their order, and `meta`. */
import fc from 'fast-check';
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';
import { idsIn, requestResults, resultsOf } from './support.ts';

const COLOURS = ['red', 'blue', 'green', 'black'];
const THINGS = ['tent', 'lantern', 'kettle'];

const itemsOf = (merchantId: string, prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    product(`${prefix}${String(index).padStart(2, '0')}`, merchantId, {
      ...bare,
      title: `${COLOURS[index % 4]} ${THINGS[index % 3]} no ${String(index).padStart(2, '0')}`,
      price: index === 5 ? undefined : 10 + (index % 9),
      featured: index % 7 === 0,
      createdAt: new Date(Date.UTC(2026, 0, 1, index)),
    }),
  );
const items = itemsOf('one', 'p', 72);

/** They change in MongoDB when there is no indexer any more. */
const changing = itemsOf('two', 'changing-', 30);

let service: TestService;
let api: Api;
let indexer: Awaited<ReturnType<TestService['startIndexer']>>;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: items });
  await insert(service.catalogue, { ...shop('two'), products: changing });
  token = await service.token('one', 'published');
  [api, indexer] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const results = (json: object) => resultsOf(api, token, json);

test('without a query: all products, newest first, each with its title', async () => {
  const { meta, data, facets } = await results({});
  expect(meta).toEqual({
    total: 72,
    perPage: 20,
    currentPage: 1,
    lastPage: 4,
    firstPage: 1,
    query: '',
    correctedQuery: null,
    isRelaxed: false,
    tookMs: expect.any(Number),
    searchId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(idsIn({ data })).toEqual(
    items
      .map(({ _id }) => _id)
      .toReversed()
      .slice(0, 20),
  );
  expect(data[0]?.search).toEqual({
    index: 0,
    results: [{ product_id: 'p71', location_id: 'one-location', type: 'title', text: 'black kettle no 71' }],
  });
  expect(facets).toEqual({});
  expect(await results({ query: '   ' })).toMatchObject({
    meta: { total: 72 },
    data: data.slice(0, 1).concat(data.slice(1)),
  });
});

test('with a query: the products that have all words, in the total and in every sort', async () => {
  const expected = items.filter(({ title }) => title.startsWith('red kettle')).map(({ _id }) => _id);
  for (const sort of ['relevance', { by: 'title', order: 'asc' }, { by: 'price', order: 'desc' }]) {
    const { meta, data } = await results({ query: 'red kettle', sort });
    expect([sort, meta.total, meta.isRelaxed]).toEqual([sort, expected.length, false]);
    // By relevance, the first ten include further finds of `POST /v1/products/search`.
    if (sort === 'relevance') expect(idsIn({ data })).toEqual(expect.arrayContaining(expected));
    else expect(idsIn({ data }).toSorted()).toEqual(expected);
  }
});

test('the first ten by relevance are those of POST /v1/products/search, with the same matches', async () => {
  const cases = [
    { query: 'tent' },
    { query: 'black lantern', filter: { featured: false } },
    { query: 'kettle', filter: { price: { max: 12 } } },
    { query: 'blue tent lantern' },
    { query: 'lanterm red' },
    { query: 'no' },
  ];
  for (const json of cases) {
    const search = await api.request('/v1/products/search', { token, json: { ...json, limit: 10, highlight: true } });
    const { data } = await results({ ...json, highlight: true });
    const shared = data.slice(0, foundIdsOf(search).length);
    expect([json, shared]).toEqual([json, search.body]);
  }
});

test.each(['price', 'createdAt', 'title'] as const)('sorted by %s, either way', async (by) => {
  const keyOf = (index: number) =>
    by === 'price' ? items[index]?.price : by === 'title' ? items[index]?.title : index;
  for (const order of ['asc', 'desc']) {
    const { data } = await results({ sort: { by, order }, perPage: 100 });
    expect(data).toHaveLength(72);
    const values = idsIn({ data }).map((id) => keyOf(Number(id.slice(1))));
    if (by === 'price') expect(idsIn({ data }).at(-1)).toBe('p05');
    const known = values.filter((value) => value !== undefined);
    const sorted = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
    expect([order, known]).toEqual([order, order === 'asc' ? sorted : sorted.toReversed()]);
  }
});

test('pages of any size have each product once, with indexes from 0', async () => {
  const request = fc.record({
    query: fc.constantFrom('', 'tent', 'blue kettle', 'lanterm', 'red blue', 'no'),
    sort: fc.constantFrom('relevance', { by: 'price', order: 'asc' }, { by: 'title', order: 'desc' }),
    filter: fc.constantFrom({}, { price: { min: 12 } }, { featured: false }),
  });
  await fc.assert(
    fc.asyncProperty(request, fc.integer({ min: 1, max: 100 }), async (given, perPage) => {
      const whole = await results({ ...given, perPage: 100 });
      const ids: string[] = [];
      const indexes: number[] = [];
      let lastPage = 1;
      for (let page = 1; page <= lastPage; page += 1) {
        const { meta, data } = await results({ ...given, perPage, page });
        ids.push(...idsIn({ data }));
        indexes.push(...data.map(({ search }) => search.index));
        expect(meta).toMatchObject({ total: whole.meta.total, currentPage: page, perPage });
        lastPage = meta.lastPage;
      }
      expect([given, perPage, ids]).toEqual([given, perPage, idsIn(whole)]);
      expect(new Set(ids).size).toBe(ids.length);
      // By relevance, up to ten products are shown that aren't in the set.
      const additions = given.sort === 'relevance' && given.query !== '' ? 10 : 0;
      expect(ids.length - whole.meta.total).toBeGreaterThanOrEqual(0);
      expect(ids.length - whole.meta.total).toBeLessThanOrEqual(additions);
      expect(indexes).toEqual(ids.map((_id, index) => index));
    }),
    { numRuns: 40 },
  );
});

test('pages beyond the last are empty', async () => {
  const { meta, data } = await results({ query: 'tent', page: 9 });
  expect([meta.total, meta.lastPage, data]).toEqual([24, 2, []]);
  const none = await results({ query: 'xylophone' });
  expect([none.meta.total, none.meta.lastPage, none.data]).toEqual([0, 1, []]);
});

test('full products are those of GET /v1/products/{id}, and summaries those of the search', async () => {
  const full = await results({ query: 'red tent', products: 'full' });
  const summaries = await results({ query: 'red tent' });
  expect(idsIn(full)).toEqual(idsIn(summaries));
  const [{ product: first, search } = { product: { id: '' }, search: null }] = full.data;
  expect((await api.request(`/v1/products/${first.id}`, { token })).body).toEqual(first);
  expect(search).toEqual(summaries.data[0]?.search);
  expect(Object.keys(summaries.data[0]?.product)).toHaveLength(9);
});

test('a response has the id of its search, also in a header that CORS exposes, and is not stored', async () => {
  const shown = await service.startApi({ CORS_ORIGINS: 'https://shop.example.com' });
  const headers = { origin: 'https://shop.example.com' };
  const response = await shown.request('/v1/search', { token, json: { query: 'tent' }, headers });
  expect(response.headers.get('catalogue-search-id')).toBe(response.body.meta.searchId);
  expect(response.headers.get('access-control-expose-headers')).toContain('Catalogue-Search-Id');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const again = await requestResults(api, token, { query: 'tent' });
  expect(again.body.meta.searchId).not.toBe(response.body.meta.searchId);
});

test('a product deleted from MongoDB leaves a short page, and the others keep their index', async () => {
  const ownToken = await service.token('two');
  const send = () => resultsOf(api, ownToken, { sort: { by: 'title', order: 'asc' }, perPage: 30 });
  const before = await eventually(send, ({ data }) => data.length === 30);
  await indexer.stop();
  const [, , third, fourth, fifth] = idsIn(before);
  const products = service.catalogue.database.collection<{ _id: string }>('products');
  await products.updateOne({ _id: fourth ?? '' }, { $set: { locationId: 'elsewhere' } });
  await products.updateOne({ _id: fifth ?? '' }, { $set: { status: 'draft' } });
  await products.deleteOne({ _id: third ?? '' });
  // Hits of a filter are checked again against MongoDB.
  const lists = { filter: { status: ['published', 'archived'], location: ['two-location', 'none'] }, perPage: 30 };
  const filtered = await eventually(
    () => resultsOf(api, ownToken, lists),
    ({ data }) => data.length === 27,
  );
  expect(filtered.meta.total).toBe(30);
  for (const id of [third, fourth, fifth]) expect(idsIn(filtered)).not.toContain(id);
  const after = await eventually(send, ({ data }) => data.length === 29);
  const others = ({ data }: typeof before) =>
    data.filter(({ product: { id } }) => ![third, fourth, fifth].includes(id));
  expect(others(after)).toEqual(others(before));
  expect(idsIn(after)).not.toContain(third);
  expect(after.meta.total).toBe(30);
});
