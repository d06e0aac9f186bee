/** Work for a disconnected client ends between commands; another client that waits for the same page still gets it. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { merchantScope } from '../../../src/catalogue/merchant-scope.ts';
import { createFindCollectionPage } from '../../../src/collections/repository.ts';
import type { GuardedRead } from '../../../src/engines/breaker/guarded-reads.ts';
import { createProductRepository } from '../../../src/products/repository.ts';
import { ClientDisconnected } from '../../../src/runtime/client-disconnected.ts';
import { deferred } from '../../support/deferred.ts';
import {
  type EngineProxy,
  type MongodbProxy,
  readsOfMerchant,
  startMongodbProxy,
  startProxy,
} from '../../support/engines/proxy.ts';
import { collection, insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type RunningApi, type TestService } from '../../support/service.ts';
import { BUDGET, NO_VERSIONS } from '../../support/versions.ts';
import { idsOf, loggedRequest, metricOf } from '../responses.ts';

let service: TestService;
let proxy: MongodbProxy;
let meilisearch: EngineProxy;
let api: RunningApi;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  proxy = await startMongodbProxy(service);
  meilisearch = await startProxy(service.variables.MEILISEARCH_URL ?? '');
  api = await service.startApi({
    MONGODB_URL: proxy.url,
    MEILISEARCH_URL: `http://127.0.0.1:${meilisearch.port}`,
  });
});
afterAll(async () => {
  proxy.releaseAll();
  await proxy.refuse();
  await service.stop();
  await meilisearch.refuse();
});

const READS_OF_ONE = readsOfMerchant('one');

const inProgress = () => metricOf(api, 'catalogue_reads{engine="mongodb",state="in progress"}');
const callsOf = (operation: string, outcome = 'success') =>
  metricOf(
    api,
    `catalogue_engine_duration_seconds_count{engine="mongodb",operation="${operation}",outcome="${outcome}"}`,
  );
const disconnectsOf = (route: string) =>
  metricOf(api, `catalogue_http_request_duration_seconds_count{route="${route}",method="GET",status="499"}`);

/** Starts a request whose reads MongoDB doesn't get until `release`. */
async function startHeld(path: string): Promise<{ disconnect(): Promise<void> }> {
  const { pathname } = new URL(path, api.url);
  const disconnecting = new AbortController();
  const before = await disconnectsOf(pathname);
  proxy.delayAll(READS_OF_ONE);
  const pending = fetch(api.url + path, {
    headers: { authorization: `Bearer ${token}` },
    signal: disconnecting.signal,
  });
  const settled = pending.then(
    () => 'response',
    () => 'disconnected',
  );
  await eventually(inProgress, (count) => count === 1);
  return {
    async disconnect() {
      disconnecting.abort();
      expect(await settled).toBe('disconnected');
      await eventually(
        () => disconnectsOf(pathname),
        (count) => count === before + 1,
      );
    },
  };
}

test('the following commands are not sent', async () => {
  const { disconnect } = await startHeld('/v1/products');
  await disconnect();
  proxy.releaseAll();
  await eventually(inProgress, (count) => count === 0);
  // The count was held; the page was not read after it.
  expect([await callsOf('products.page', 'aborted'), await callsOf('products.page')]).toEqual([1, 0]);
  expect(await callsOf('products.includes')).toBe(0);
  // A disconnect is no error. What the reads logged is in the log before a later request.
  await loggedRequest(api, await api.request('/v1/nothing'));
  expect(api.log.filter(({ level }) => level === 'error')).toEqual([]);
});

test("a collection's products are not read", async () => {
  await insert(service.catalogue, {
    collections: [{ _id: 'c1', merchantId: 'one', name: 'c1', status: 'published', createdAt: new Date() }],
  });
  const { disconnect } = await startHeld('/v1/collections');
  await disconnect();
  proxy.releaseAll();
  await eventually(inProgress, (count) => count === 0);
  expect([await callsOf('collections.page'), await callsOf('collections.products')]).toEqual([1, 0]);
});

// A page gives its permit back when it ends: reads that went on would be beyond the limit.
test('a page of collections ends with its last read', async () => {
  const { catalogue } = service;
  await insert(catalogue, { ...shop('two'), collections: ['d1', 'd2', 'd3', 'd4'].map((id) => collection(id, 'two')) });
  const opened = deferred();
  const client = new AbortController();
  const disconnected = once(client.signal, 'abort');
  let [reads, ended] = [0, 0];
  const guardedRead: GuardedRead = async (operation, call) => {
    if (operation !== 'collections.products') return await call();
    reads += 1;
    if (reads === 2) client.abort(new ClientDisconnected());
    await opened.promise;
    return await call().finally(() => {
      ended += 1;
    });
  };
  const shared = { catalogue, versions: NO_VERSIONS, budget: BUDGET };
  const products = createProductRepository(shared);
  const findCollectionPage = createFindCollectionPage({ ...shared, products, guardedRead, productsLimit: 1 });
  const page = findCollectionPage(
    merchantScope('two', 'all'),
    { page: 1, perPage: 4, search: '' },
    ({ collection: { _id } }) => _id,
    client.signal,
  );
  const endedBefore = page.then(
    () => -1,
    (error: unknown) => (error instanceof ClientDisconnected ? ended : -1),
  );
  await disconnected;
  opened.resolve();
  expect([await endedBefore, reads]).toEqual([2, 2]);
});

test('a search that its client aborts is no failure of Meilisearch; one that gets no response is', async () => {
  const searchesThat = (outcome: string) =>
    metricOf(
      api,
      `catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="${outcome}"}`,
    );
  const search = async (client = new AbortController()) => {
    const { held, release } = meilisearch.delayAt('/multi-search');
    const response = fetch(`${api.url}/v1/products/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"query":"tent"}',
      signal: client.signal,
    }).then(
      ({ status }) => status,
      () => 'disconnected',
    );
    await held;
    return { response, release };
  };
  const client = new AbortController();
  const aborted = await search(client);
  client.abort();
  expect(await aborted.response).toBe('disconnected');
  await eventually(
    () => searchesThat('aborted'),
    (count) => count === 1,
  );
  aborted.release();
  expect(await searchesThat('failure')).toBe(0);
  const late = await search();
  expect([await late.response, await searchesThat('aborted'), await searchesThat('failure')]).toEqual([503, 1, 1]);
  late.release();
});

test('another client that waits for the same page gets it', async () => {
  const { disconnect } = await startHeld('/v1/products?perPage=7');
  const other = api.request('/v1/products?perPage=7', { token });
  // The other request has arrived when a later one gets its response.
  expect((await api.request('/livez')).status).toBe(200);
  await disconnect();
  proxy.releaseAll();
  const response = await other;
  expect([response.status, idsOf(response)]).toEqual([200, ['p1']]);
});

test('each request pipelined on a connection that closes is logged and counted', async () => {
  const before = await disconnectsOf('/v1/products');
  proxy.delayAll(READS_OF_ONE);
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const request = (perPage: number) =>
    `GET /v1/products?perPage=${perPage} HTTP/1.1\r\nHost: catalogue\r\nX-Request-Id: pipelined-${perPage}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sizes = Array.from({ length: 8 }, (_, index) => 11 + index);
  socket.write(sizes.map(request).join(''));
  await eventually(
    async () => (await inProgress()) + (await metricOf(api, 'catalogue_reads{engine="mongodb",state="waiting"}')),
    (count) => count === 8,
  );
  socket.destroy();
  await eventually(
    () => disconnectsOf('/v1/products'),
    (count) => count === before + 8,
  );
  proxy.releaseAll();
  for (const size of sizes) {
    expect((await loggedRequest(api, `pipelined-${size}`)).msg).toBe('closed by the client');
  }
  await eventually(inProgress, (count) => count === 0);
});
