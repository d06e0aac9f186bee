/** Only 429 and 503 are retried, after the time in the response. A call ends when its signal aborts. */
import { createCatalogueClient, type RetryOptions } from '../../client/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { type PreparedResponse, type PreparedServer, startPreparedServer } from './support/prepared-server.ts';

const PAGE: PreparedResponse = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ meta: { nextPageUrl: null }, data: [] }),
};
const refusal = (status: number, retryAfter?: string): PreparedResponse => ({
  status,
  headers: {
    'content-type': 'application/problem+json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  },
  body: JSON.stringify({ code: status === 429 ? 'rate_limited' : 'overloaded', detail: 'Not now', requestId: 'r' }),
});

let server: PreparedServer;
afterEach(() => server.close());

async function prepare(responses: readonly PreparedResponse[], retry: RetryOptions = {}) {
  server = await startPreparedServer(responses);
  return createCatalogueClient({ baseUrl: server.url, token: 't', retry });
}
const waitsMs = () => server.requests.slice(1).map(({ atMs }, index) => atMs - (server.requests[index]?.atMs ?? 0));

test.each([429, 503])('%i: retried after the seconds in Retry-After', async (status) => {
  const catalogue = await prepare([refusal(status, '1'), PAGE]);
  await catalogue.listProducts();
  expect(waitsMs()).toHaveLength(1);
  // A timer may fire a part of a millisecond early.
  expect(waitsMs()[0]).toBeGreaterThanOrEqual(999);
});

test('a date in Retry-After', async () => {
  // Dates have whole seconds, so this one is 1.5 to 2.5 seconds ahead.
  const date = new Date(Date.now() + 2500).toUTCString();
  const catalogue = await prepare([refusal(503, date), PAGE]);
  await catalogue.listProducts();
  expect(waitsMs()).toHaveLength(1);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(date));
});

test.each([
  ['a number', '7', 7],
  ['zero', '0', 0],
  ['a list, to which a proxy has added its own', '10, 20', 10],
  ['a fraction', '1.5', undefined],
  ['a number with a sign', '-1', undefined],
  ['a date that has passed', 'Fri, 01 Jan 2021 00:00:00 GMT', undefined],
  ['a date of another format', '2121-01-01', undefined],
  ['text', 'soon', undefined],
])('Retry-After is %s', async (_name, header, retryAfter) => {
  const catalogue = await prepare([refusal(503, header)], { attempts: 1 });
  await expect(catalogue.listProducts()).rejects.toMatchObject({ retryAfter });
});

test.each(['0', '1.5', 'Fri, 01 Jan 2021 00:00:00 GMT'])(
  'no retry without a wait: Retry-After is %s',
  async (header) => {
    const catalogue = await prepare([refusal(503, header), PAGE]);
    await catalogue.listProducts();
    expect(waitsMs()[0]).toBeGreaterThanOrEqual(499);
  },
);

test('without Retry-After the wait doubles, up to three attempts', async () => {
  const catalogue = await prepare([refusal(503)]);
  await expect(catalogue.listProducts()).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  expect(waitsMs()).toHaveLength(2);
  expect(waitsMs()[0]).toBeGreaterThanOrEqual(499);
  expect(waitsMs()[1]).toBeGreaterThanOrEqual(999);
});

test('a search is retried with its body', async () => {
  const found: PreparedResponse = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' };
  const catalogue = await prepare([refusal(429, '0'), found]);
  expect(await catalogue.searchProducts({ query: 'tent' })).toEqual([]);
  const bodies = await Promise.all(server.requests.map(({ body }) => body));
  expect(bodies.map((body) => JSON.parse(body))).toEqual([{ query: 'tent' }, { query: 'tent' }]);
});

test('the wait is up to a quarter longer, at random', async () => {
  const random = import.meta.jest.spyOn(Math, 'random').mockReturnValue(0.8);
  const catalogue = await prepare([refusal(503, '1'), PAGE]);
  await catalogue.listProducts().finally(() => random.mockRestore());
  expect(waitsMs()[0]).toBeGreaterThanOrEqual(1199);
});

test('the wait is at most a quarter longer', async () => {
  const random = import.meta.jest.spyOn(Math, 'random').mockReturnValue(1);
  // No time passes, so the wait may be as long as the time limit.
  const clock = import.meta.jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  const catalogue = await prepare([refusal(503, '1'), PAGE], { withinMs: 1250 });
  const restore = () => [random, clock].forEach((mock) => void mock.mockRestore());
  await catalogue.listProducts().finally(restore);
  expect(server.requests).toHaveLength(2);
});

test('the time limit includes the attempts before', async () => {
  const begunMs = performance.now();
  const catalogue = await prepare([refusal(503, '1')], { attempts: 5 });
  // Each attempt takes 5 of the 10 seconds.
  const clock = import.meta.jest
    .spyOn(performance, 'now')
    .mockImplementation(() => begunMs + server.requests.length * 5000);
  await expect(catalogue.listProducts().finally(() => clock.mockRestore())).rejects.toMatchObject({ status: 503 });
  expect(server.requests).toHaveLength(2);
});

test('a wait beyond the time limit of all attempts does not start', async () => {
  const catalogue = await prepare([refusal(429, '60'), PAGE]);
  await expect(catalogue.listProducts()).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 });
  expect(server.requests).toHaveLength(1);
});

test('one attempt: no retries', async () => {
  const catalogue = await prepare([refusal(503, '0'), PAGE], { attempts: 1 });
  await expect(catalogue.listProducts()).rejects.toMatchObject({ status: 503 });
});

test.each([400, 401, 403, 404, 500, 502, 504])('%i is not retried', async (status) => {
  const catalogue = await prepare([refusal(status, '0'), PAGE]);
  await expect(catalogue.listProducts()).rejects.toMatchObject({ status });
  expect(server.requests).toHaveLength(1);
});

const reason = new Error('The shopper went on');

test('an aborted signal: nothing is sent', async () => {
  const catalogue = await prepare([PAGE]);
  await expect(catalogue.listProducts({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(server.requests).toHaveLength(0);
});

test('an abort during a request closes the connection', async () => {
  const catalogue = await prepare([{ status: 200, isSilent: true }]);
  const controller = new AbortController();
  const call = catalogue.searchProducts({ query: 'tent' }, { signal: controller.signal });
  const settled = call.catch((error: unknown) => error);
  await eventually(
    async () => server.requests.length,
    (count) => count === 1,
  );
  controller.abort(reason);
  expect(await settled).toBe(reason);
  await server.requests[0]?.closed;
});

test('an abort during the wait for a retry ends it', async () => {
  server = await startPreparedServer([refusal(503, '20'), PAGE]);
  const refusals: Response[] = [];
  const catalogue = createCatalogueClient({
    baseUrl: server.url,
    token: 't',
    retry: { withinMs: 30_000 },
    async fetch(request) {
      const response = await fetch(request);
      refusals.push(response);
      return response;
    },
  });
  const controller = new AbortController();
  const settled = catalogue.listProducts({}, { signal: controller.signal }).catch((error: unknown) => error);
  await eventually(
    async () => refusals.length === 1 && refusals[0]?.bodyUsed,
    (isRead) => isRead === true,
  );
  const abortedMs = performance.now();
  controller.abort(reason);
  expect(await settled).toBe(reason);
  expect(performance.now() - abortedMs).toBeLessThan(10_000);
  expect(server.requests).toHaveLength(1);
});

test('an abort just before the wait for a retry ends it', async () => {
  server = await startPreparedServer([]);
  const controller = new AbortController();
  let sent = 0;
  const catalogue = createCatalogueClient({
    baseUrl: server.url,
    token: 't',
    retry: { withinMs: 1_000_000 },
    async fetch() {
      sent += 1;
      controller.abort(reason);
      const { body = null, ...init } = refusal(503, '600');
      return new Response(body, init);
    },
  });
  await expect(catalogue.listProducts({}, { signal: controller.signal })).rejects.toBe(reason);
  expect(sent).toBe(1);
});

test('an abort between pages ends them', async () => {
  const more: PreparedResponse = {
    ...PAGE,
    headers: { ...PAGE.headers, link: '</v1/products?page=2>; rel="next"' },
    body: JSON.stringify({ meta: { nextPageUrl: '/v1/products?page=2' }, data: [] }),
  };
  const catalogue = await prepare([more]);
  const controller = new AbortController();
  const pages = catalogue.productPages({}, { signal: controller.signal });
  await pages.next();
  controller.abort(reason);
  await expect(pages.next()).rejects.toBe(reason);
});
