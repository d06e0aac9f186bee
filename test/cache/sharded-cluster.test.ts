/**
 * Behind a router of a sharded cluster, the API serves nothing from its caches, because it doesn't see a shard's elections.
 * The indexer works.
 */
import { foundIdsOf, metricsOf } from '../api/responses.ts';
import { type Router, startRouter } from '../support/engines/router.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { runCatalogue } from '../support/in-worker.ts';
import { createService, eventually, type TestService } from '../support/service.ts';

const PAGES = 'catalogue_engine_duration_seconds_count{engine="mongodb",operation="products.page",outcome="success"}';
const READS = 5;

let service: TestService;
let router: Router;

beforeAll(async () => {
  service = await createService();
  router = await startRouter(service);
});
afterAll(async () => {
  router.stop();
  await service.stop();
});

test('setup and the indexer run, and each list is read from MongoDB', async () => {
  const settings = { MONGODB_URL: router.url };
  expect((await runCatalogue(['setup'], { ...service.variables, ...settings })).code).toBe(0);
  await service.startIndexer(settings);
  await insert(service.catalogue, { ...shop('one'), products: [product('tent', 'one', { title: 'Tent' })] });
  const api = await service.startApi(settings);
  await api.line(
    ({ msg }) => msg === 'MongoDB is a sharded cluster, whose elections are not seen: the caches are not used',
  );

  const token = await service.token('one');
  await eventually(
    async () => foundIdsOf(await api.request('/v1/products/search', { token, json: { query: 'tent' } })),
    (ids) => ids.includes('tent'),
  );
  for (let read = 0; read < READS; read += 1) expect((await api.request('/v1/products', { token })).status).toBe(200);
  expect(await metricsOf(api, [PAGES])).toEqual([READS]);
});
