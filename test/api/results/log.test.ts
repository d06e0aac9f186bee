/** The first page of a query is logged like any search; further pages, and pages without a query, aren't. */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf } from '../responses.ts';
import { resultsOf } from './support.ts';

let service: TestService;
let api: Api;
const tokens = { all: '', published: '' };

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: Array.from({ length: 25 }, (_, index) => product(`p${index}`, 'one', { title: `Tent ${index}` })),
  });
  tokens.all = await service.token('one');
  tokens.published = await service.token('one', 'published');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const logged = () => service.catalogue.searches.find({}).sort({ at: 1 }).toArray();

test('has its merchant, visibility, hits and whether it is filtered', async () => {
  const found = 'catalogue_searches_total{outcome="found"}';
  const nothing = 'catalogue_searches_total{outcome="nothing"}';
  await resultsOf(api, tokens.all, {});
  await resultsOf(api, tokens.all, { query: '  ', sort: { by: 'price', order: 'asc' } });
  await resultsOf(api, tokens.all, { query: 'Tent', page: 2 });
  await resultsOf(api, tokens.all, { query: ' TENT ' });
  await resultsOf(api, tokens.published, {
    query: 'hammock',
    filter: { inStock: true },
    sort: { by: 'title', order: 'asc' },
  });
  const searches = await eventually(logged, (list) => list.length >= 2);
  expect(searches.map(({ _id, at, expiresAt, tookMs, ...search }) => search)).toEqual([
    { merchantId: 'one', visibility: 'all', query: 'tent', hits: 20, isFiltered: false },
    { merchantId: 'one', visibility: 'published', query: 'hammock', hits: 0, isFiltered: true },
  ]);
  expect([await metricOf(api, found), await metricOf(api, nothing)]).toEqual([1, 1]);
});

test('the access log names the route', async () => {
  const running = await service.startApi();
  await resultsOf(running, tokens.all, { query: 'tent' });
  const line = await running.line(({ route }) => route === '/v1/search');
  expect(line).toMatchObject({ merchant: 'one', status: 200, route: '/v1/search' });
});
