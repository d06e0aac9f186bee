/**
 * Each engine has its own concurrency limit: a slow Meilisearch delays no list, and searches that wait for MongoDB hold
 * no Meilisearch permit.
 */
import { type EngineProxy, type MongodbProxy, startMongodbProxy, startProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { metricOf, untilAvailable } from '../responses.ts';

let service: TestService;
let mongodb: MongodbProxy;
let meilisearch: EngineProxy;
let api: Api;
let token: string;
/** The read of the products that a search found. Its rules are read without a permit. */
const READS_OF_FOUND = 'dome-tent';
const SEARCHES = '/multi-search';

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('dome-tent', 'one', { title: 'Dome tent' })] });
  token = await service.token('one');
  await service.startIndexer();
  mongodb = await startMongodbProxy(service);
  meilisearch = await startProxy(service.variables.MEILISEARCH_URL ?? '');
  api = await service.startApi({
    MONGODB_URL: mongodb.url,
    MEILISEARCH_URL: `http://127.0.0.1:${meilisearch.port}`,
    // One permit of each engine for the merchant.
    CONCURRENT_READS: '2',
    PAGE_CACHE_BYTES: '0',
    SEARCH_CACHE_BYTES: '0',
  });
  await eventually(search, ({ status, body }) => status === 200 && body.length === 1);
});
afterAll(async () => {
  await service.stop();
  await mongodb.refuse();
  await meilisearch.refuse();
});

afterEach(() => mongodb.releaseAll());

const search = () => api.request('/v1/products/search', { token, json: { query: 'tent' } });
const readsOf = (engine: string, state: string) =>
  metricOf(api, `catalogue_reads{engine="${engine}",state="${state}"}`);

test('while searches wait for Meilisearch, lists are served', async () => {
  const { held, release } = meilisearch.delayAt(SEARCHES);
  const searches = [search(), search(), search()];
  await held;
  const lists = await Promise.all(
    ['/v1/products', '/v1/collections'].map((path) => untilAvailable(() => api.request(path, { token }))),
  );
  expect(lists.map(({ status }) => status)).toEqual([200, 200]);
  release();
  await Promise.all(searches);
});

test('while a search waits for MongoDB, it has no permit for Meilisearch', async () => {
  await eventually(search, ({ status }) => status === 200);
  mongodb.delayAll(READS_OF_FOUND);
  const pending = search();
  await eventually(
    () => readsOf('mongodb', 'in progress'),
    (count) => count === 1,
  );
  await eventually(
    () => readsOf('meilisearch', 'in progress'),
    (count) => count === 0,
  );
  mongodb.releaseAll();
  await pending;
});
