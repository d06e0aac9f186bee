/** When MongoDB cannot be reached every resource is a 503 with Retry-After; a fault inside is a 500 that shows nothing of it. */
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem } from '../answers.ts';
import { startForwarder } from '../forwarder.ts';

let service: TestService;
let withoutDatabase: Api;
const token = `cat_sk_${'D'.repeat(43)}`;

beforeAll(async () => {
  service = await createService();
  withoutDatabase = await service.startApi({ MONGODB_URL: 'mongodb://reader:pass-word@127.0.0.1:2/catalogue' });
});
afterAll(() => service.stop());

test.each([
  ['GET', '/v1/products', undefined],
  ['GET', '/v1/collections', undefined],
  ['POST', '/v1/products/search', { query: 'cup' }],
])('%s %s: 503 database_unavailable with Retry-After', async (method, path, json) => {
  const answer = await withoutDatabase.request(path, { token, method, json });
  expectProblem(answer, 503, 'database_unavailable');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(answer.text).not.toMatch(/mongo|127\.0\.0\.1|ECONN/i);
});

test('what needs no database is answered: health, unknown paths, methods, missing tokens', async () => {
  const statusOf = async (path: string, method = 'GET') => (await withoutDatabase.request(path, { method })).status;
  expect(await statusOf('/livez')).toBe(200);
  expect(await statusOf('/metrics')).toBe(200);
  expect(await statusOf('/v1/nothing')).toBe(404);
  expect(await statusOf('/v1/products', 'DELETE')).toBe(405);
  expect(await statusOf('/v1/products')).toBe(401);
});

test('the cause is in the log, the password of the address is not', async () => {
  await eventually(
    async () => {
      await withoutDatabase.request('/v1/products', { token });
      return withoutDatabase.process.log;
    },
    // Whoever asks first learns the cause; those that wait with it are only told that the attempt ended.
    (lines) => lines.some(({ err }) => err !== undefined && JSON.stringify(err).includes('ECONNREFUSED')),
  );
  expect(withoutDatabase.process.output()).not.toContain('pass-word');
});

test('a database that goes away is a 503, and comes back by itself', async () => {
  const { host } = new URL(service.variables.MONGODB_URL ?? '');
  const forwarder = await startForwarder(host);
  try {
    const url = `mongodb://127.0.0.1:${forwarder.port}/${service.database.databaseName}?directConnection=true`;
    const api = await service.startApi({ MONGODB_URL: url });
    const ask = () => api.request('/v1/products', { token });
    expect((await ask()).status).toBe(401);
    await forwarder.pause();
    const unknown = `cat_sk_${'E'.repeat(43)}`;
    expectProblem(await api.request('/v1/products', { token: unknown }), 503, 'database_unavailable');
    await forwarder.resume();
    expect((await api.request('/v1/products', { token: unknown })).status).toBe(401);
  } finally {
    await forwarder.close();
  }
});

test('a fault inside is a 500 without a word of it, and the log has the cause', async () => {
  const { host } = new URL(service.variables.MONGODB_URL ?? '');
  const name = service.database.databaseName;
  const api = await service.startApi({
    MONGODB_URL: `mongodb://nobody:pass-word@${host}/${name}?directConnection=true`,
  });
  const answer = await api.request('/v1/products', { token });
  expectProblem(answer, 500, 'internal');
  expect(answer.body.detail).toBe('Something went wrong.');
  const line = await api.process.line(({ msg }) => msg === 'internal');
  expect(JSON.stringify(line.err)).toMatch(/authentication failed/i);
  expect(api.process.output()).not.toContain('pass-word');
});
