/**
 * While MongoDB is unreachable every resource is a 503 with Retry-After; an internal error is a 500 without details.
 */
import type { Document } from 'mongodb';
import { type MongodbProxy, startMongodbProxy } from '../../support/engines/proxy.ts';
import { insert, product, shop } from '../../support/fixtures.ts';
import { createService, eventually, type RunningApi, type TestService } from '../../support/service.ts';
import { RESOURCES } from '../resources.ts';
import { expectProblem, untilAvailable } from '../responses.ts';

let service: TestService;
let withoutDatabase: RunningApi;
const token = `cat_sk_${'D'.repeat(43)}`;

beforeAll(async () => {
  service = await createService();
  withoutDatabase = await service.startApi({ MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:2/catalogue' });
});
afterAll(() => service.stop());

test.each(RESOURCES)('%s %s: 503 database_unavailable with Retry-After', async (method, path, json) => {
  const response = await withoutDatabase.request(path, { token, method, json });
  expectProblem(response, 503, 'database_unavailable');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response.text).not.toMatch(/mongo|127\.0\.0\.1|ECONN/i);
});

test('requests that need no database are served: health, unknown paths, methods, missing tokens', async () => {
  const statusOf = async (path: string, method = 'GET') => (await withoutDatabase.request(path, { method })).status;
  expect(await statusOf('/livez')).toBe(200);
  expect(await statusOf('/metrics')).toBe(200);
  expect(await statusOf('/v1/nothing')).toBe(404);
  expect(await statusOf('/v1/products', 'DELETE')).toBe(405);
  expect(await statusOf('/v1/products')).toBe(401);
});

test('the log has the cause, and not the password of the URL', async () => {
  await withoutDatabase.request('/v1/products', { token });
  await withoutDatabase.line(({ code }) => code === 'database_unavailable');
  const line = await withoutDatabase.line(({ msg }) => msg.startsWith('MongoDB cannot be reached'));
  expect(JSON.stringify(line.err)).toContain('ECONNREFUSED');
  expect(withoutDatabase.output()).not.toContain('pass-word');
});

/** Runs `work` with the URL of a proxy to MongoDB, which can cut connections. */
async function throughProxy(work: (url: string, proxy: MongodbProxy) => Promise<void>): Promise<void> {
  const proxy = await startMongodbProxy(service);
  try {
    await work(proxy.url, proxy);
  } finally {
    await proxy.refuse();
  }
}

test('a process that starts while the database is out serves requests as soon as it is back', async () => {
  await throughProxy(async (url, proxy) => {
    await proxy.refuse();
    const api = await service.startApi({ MONGODB_URL: url });
    const send = () => api.request('/v1/products', { token });
    expectProblem(await send(), 503, 'database_unavailable');
    expectProblem(await send(), 503, 'database_unavailable');
    await proxy.pass();
    const response = await eventually(send, ({ status }) => status !== 503);
    expectProblem(response, 401, 'unauthorized');
    await eventually(
      () => api.request('/readyz'),
      ({ body }) => body.checks.mongodb === 'ok',
    );
  });
});

test('a lost database is a 503, and the process recovers by itself', async () => {
  await throughProxy(async (url, proxy) => {
    const api = await service.startApi({ MONGODB_URL: url });
    expect((await untilAvailable(() => api.request('/v1/products', { token }))).status).toBe(401);
    await proxy.refuse();
    const send = () => api.request('/v1/products', { token: `cat_sk_${'E'.repeat(43)}` });
    expectProblem(await send(), 503, 'database_unavailable');
    await proxy.pass();
    const response = await eventually(send, ({ status }) => status !== 503);
    expectProblem(response, 401, 'unauthorized');
  });
});

/** Ends the cursors of reads, as a restart of MongoDB does. */
async function killCursors(): Promise<void> {
  const { database } = service;
  const ns = `${database.databaseName}.products`;
  const pipeline = [{ $currentOp: { idleCursors: true } }, { $match: { type: 'idleCursor', ns } }];
  const found = await database.admin().command({ aggregate: 1, pipeline, cursor: {} }, { promoteLongs: false });
  const cursors = found.cursor.firstBatch.map(({ cursor }: Document) => cursor.cursorId);
  const { cursorsKilled } = await database.command({ killCursors: 'products', cursors });
  expect(cursorsKilled.length).toBe(1);
}

test('a read whose cursor is lost, or whose collection is dropped, meanwhile is a 503', async () => {
  // Together they are more than MongoDB sends at once.
  const products = Array.from({ length: 20 }, (_, index) =>
    product(`p${index}`, 'large', { description: 'x'.repeat(1_000_000) }),
  );
  await insert(service.catalogue, { ...shop('large'), products });
  const large = await service.token('large');
  await throughProxy(async (url, proxy) => {
    const api = await service.startApi({ MONGODB_URL: url, PAGE_CACHE_BYTES: '0' });
    const list = (perPage: number) => api.request(`/v1/products?perPage=${perPage}`, { token: large });
    await untilAvailable(() => list(1));
    for (const interrupt of [killCursors, () => service.catalogue.products.drop()]) {
      const getMore = proxy.delayAt('collection\0\u0009\0\0\0products\0');
      const response = list(100);
      await getMore.held;
      await interrupt();
      getMore.release();
      expectProblem(await response, 503, 'database_unavailable');
      expect((await list(100)).status).toBe(200);
    }
  });
});

test('a refused password is in no response and in no log', async () => {
  const { host } = new URL(service.variables.MONGODB_URL ?? '');
  const name = service.database.databaseName;
  const api = await service.startApi({
    MONGODB_URL: `mongodb://nobody:pass-word@${host}/${name}?directConnection=true`,
  });
  // A 500, and a 503 once the circuit breaker is open.
  const { status, text } = await api.request('/v1/products', { token });
  expect(status).toBeGreaterThanOrEqual(500);
  expect(text).not.toMatch(/mongo|authentication|nobody/i);
  await api.line((line) => /authentication failed|refuses the user/i.test(JSON.stringify(line)));
  expect(api.output()).not.toContain('pass-word');
});

test('an internal error is a 500 without details, and the log has the cause', async () => {
  await insert(service.catalogue, shop('unreadable'));
  const unreadable = await service.token('unreadable');
  await service.catalogue.products.drop();
  const pipeline = [{ $project: { title: { $divide: [1, 0] } } }];
  await service.database.createCollection('products', { viewOn: 'merchants', pipeline });
  const api = await service.startApi({ PAGE_CACHE_BYTES: '0' });
  const response = await untilAvailable(() => api.request('/v1/products', { token: unreadable }));
  expectProblem(response, 500, 'internal');
  expect(response.body.detail).toBe('Something went wrong.');
  const line = await api.line(({ code }) => code === 'internal');
  expect(JSON.stringify(line.err)).toMatch(/divide by zero/i);
});
