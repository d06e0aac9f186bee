/** Bad requests and cached pages need no permit: they are served while their merchant's reads hold all its permits. */
import { type MongodbProxy, readsOfMerchant, startMongodbProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf, untilAvailable, untilPermits } from '../responses.ts';

let service: TestService;
let proxy: MongodbProxy;
let api: Api;
let token: string;
const READS_OF_ONE = readsOfMerchant('one');

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('p', 'one')] });
  token = await service.token('one');
  proxy = await startMongodbProxy(service);
  api = await service.startApiProcess({
    MONGODB_URL: proxy.url,
    CONCURRENT_READS: '4',
  });
});
afterAll(async () => {
  proxy.releaseAll();
  await proxy.refuse();
  await service.stop();
});

const get = (path: string) => api.request(path, { token });
const readsOf = (state: string) => metricOf(api, `catalogue_reads{engine="mongodb",state="${state}"}`);
const pagesRead = () =>
  metricOf(
    api,
    'catalogue_engine_duration_seconds_count{engine="mongodb",operation="products.page",outcome="success"}',
  );

test('they are served at once', async () => {
  await eventually(
    async () => {
      const before = await pagesRead();
      await get('/v1/products');
      return (await pagesRead()) - before;
    },
    (reads) => reads === 0,
  );
  await untilPermits(api, 4);
  proxy.delayAll(READS_OF_ONE);
  const flood = Array.from({ length: 10 }, (_request, index) => get(`/v1/products?perPage=${index + 1}`));
  let settled = 0;
  for (const request of flood) void request.then(() => (settled += 1));
  // The merchant's permits are held once a request waits for one: two, or one while the process is busy.
  const [held] = await eventually(
    () => Promise.all([readsOf('in progress'), readsOf('waiting')]),
    ([reading, waiting]) => reading > 0 && waiting + settled > 0,
  );
  const bad = await Promise.all([
    get('/v1/products?page=0'),
    get('/v1/collections?perPage=x'),
    api.request('/v1/products/search', { token, json: { limit: 0 } }),
  ]);
  // A busy process may count the change stream as disconnected for a moment.
  const cached = await untilAvailable(() => get('/v1/products'));
  const inProgress = await readsOf('in progress');
  proxy.releaseAll();
  await Promise.all(flood);
  for (const response of bad) expectProblem(response, 400, 'invalid_request');
  expect(cached.status).toBe(200);
  // The earlier requests still held the permits of the merchant.
  expect(inProgress).toBeGreaterThanOrEqual(held);
});
