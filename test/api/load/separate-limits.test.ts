/**
 * Each engine has its own concurrency limit: a slow Meilisearch delays no list, and searches that wait for MongoDB hold
 * no Meilisearch permit. `catalogue_requests_shed_total` counts each 503 `overloaded` once, as the alerts expect: also
 * if several requests share a read that got no permit, and if several searches of one request got none.
 */
import {
  type EngineProxy,
  type MongodbProxy,
  readsOfMerchant,
  startMongodbProxy,
  startProxy,
} from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf, untilAvailable } from '../responses.ts';

let service: TestService;
let mongodb: MongodbProxy;
let meilisearch: EngineProxy;
let api: Api;
let token: string;
/** The read of the products that a search found. Its rules are read without a permit. */
const READS_OF_FOUND = 'dome-tent';
const SEARCHES = '/multi-search';

beforeAll(async () => {
  service = await createService({ withIndexes: false });
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
    SEARCH_CACHE_BYTES: '0',
  });
  await eventually(
    () => search(),
    ({ status, body }) => status === 200 && body.length === 1,
  );
});
afterAll(async () => {
  await service.stop();
  await mongodb.refuse();
  await meilisearch.refuse();
});

afterEach(() => mongodb.releaseAll());

const search = (query = 'tent') => api.request('/v1/products/search', { token, json: { query } });
const list = (perPage: number) => api.request(`/v1/products?perPage=${perPage}`, { token });
const results = (query: string) => api.request('/v1/search', { token, json: { query, facets: ['price'] } });
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
  await eventually(
    () => search(),
    ({ status }) => status === 200,
  );
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

/** The requests that were shed, for any reason. */
async function countShed(): Promise<number> {
  const { text } = await api.request('/metrics');
  const lines = text.split('\n').filter((line) => line.startsWith('catalogue_requests_shed_total{'));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

async function expectEachCounted(before: number, responses: readonly ApiResponse[]): Promise<void> {
  for (const response of responses) expectProblem(response, 503, 'overloaded');
  expect((await countShed()) - before).toBe(responses.length);
}

test('requests that share a read are counted once each', async () => {
  mongodb.delayAll(readsOfMerchant('one'));
  const holdsPermit = list(1);
  await eventually(
    () => api.request('/metrics'),
    ({ text }) => text.includes('catalogue_reads{engine="mongodb",state="in progress"} 1\n'),
  );
  const before = await countShed();
  await expectEachCounted(before, await Promise.all([2, 2, 2, 2, 2].map(list)));
  mongodb.releaseAll();
  await holdsPermit;
});

test('a results page, which sends several searches at once, is counted once', async () => {
  const { held, release } = meilisearch.delayAt('/multi-search');
  const holdsPermit = search('dome');
  await held;
  const before = await countShed();
  await expectEachCounted(before, [await results('tent')]);
  release();
  await holdsPermit;
});
