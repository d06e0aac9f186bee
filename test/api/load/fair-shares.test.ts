/**
 * A noisy neighbour does not take the permits of other merchants: while its reads hang in MongoDB, other merchants are
 * served. Its excess requests get a 503; requests that need no engine, bad ones and cached pages included, never do.
 */
import { type MongodbProxy, readsOfMerchant, startMongodbProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf, untilAvailable, untilPermits } from '../responses.ts';

let service: TestService;
let proxy: MongodbProxy;
let api: Api;
const READS_OF_FLOODING = readsOfMerchant('flooding');
const tokens = new Map<string, string>();

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  for (const id of ['flooding', 'other', 'third']) {
    await insert(service.catalogue, { ...shop(id), products: [product(`${id}-1`, id)] });
    tokens.set(id, await service.token(id));
  }
  proxy = await startMongodbProxy(service);
  api = await service.startApi({
    MONGODB_URL: proxy.url,
    CONCURRENT_READS: '4',
  });
  await untilPermits(api, 4);
});
afterAll(async () => {
  proxy.releaseAll();
  await proxy.refuse();
  await service.stop();
});

/** Each page size is a page of its own, so no read is shared. */
const list = (merchant: string, perPage = 500) =>
  api.request(`/v1/products?perPage=${perPage}`, { token: tokens.get(merchant) ?? '' });
const readsOf = (state: string) => metricOf(api, `catalogue_reads{engine="mongodb",state="${state}"}`);

/** Sends `count` requests of the flooding merchant; `settled` fills with the responses so far. */
function flood(count: number): { readonly all: Promise<ApiResponse>[]; readonly settled: ApiResponse[] } {
  const settled: ApiResponse[] = [];
  const all = Array.from({ length: count }, async (_request, index) => {
    const response = await list('flooding', index + 1);
    settled.push(response);
    return response;
  });
  return { all, settled };
}

test('the flood holds half of the permits, the rest of it is shed, and other merchants are served meanwhile', async () => {
  proxy.delayAll(READS_OF_FLOODING);
  const { all, settled } = flood(30);
  await eventually(
    async () => settled.length + (await readsOf('in progress')),
    (count) => count === all.length,
  );
  // Half of the four permits, or of the fewer that a busy process has.
  const held = all.length - settled.length;
  expect([1, 2]).toContain(held);
  for (const response of settled) {
    expectProblem(response, 503, 'overloaded');
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  }
  expect([await readsOf('in progress'), await readsOf('waiting')]).toEqual([held, 0]);
  expect(
    (await metricOf(api, 'catalogue_requests_shed_total{reason="queue full"}')) +
      (await metricOf(api, 'catalogue_requests_shed_total{reason="waited too long"}')),
  ).toBe(all.length - held);
  for (const merchant of ['other', 'third'])
    expect([merchant, (await untilAvailable(() => list(merchant))).status]).toEqual([merchant, 200]);
  for (const path of ['/livez', '/readyz', '/metrics']) expect((await api.request(path)).status).toBe(200);
  expect(settled.length).toBe(all.length - held);
  proxy.releaseAll();
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBe(held);
  expect((await list('flooding')).status).toBe(200);
  expect(await readsOf('in progress')).toBe(0);
});

test('bad requests and cached pages need no permit: they are served while their merchant has none left', async () => {
  const get = (path: string) => api.request(path, { token: tokens.get('other') ?? '' });
  const pagesRead = () =>
    metricOf(
      api,
      'catalogue_engine_duration_seconds_count{engine="mongodb",operation="products.page",outcome="success"}',
    );
  await eventually(
    async () => {
      const before = await pagesRead();
      await get('/v1/products');
      return (await pagesRead()) - before;
    },
    (reads) => reads === 0,
  );
  await untilPermits(api, 4);
  proxy.delayAll(readsOfMerchant('other'));
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
    api.request('/v1/products/search', { token: tokens.get('other') ?? '', json: { limit: 0 } }),
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
