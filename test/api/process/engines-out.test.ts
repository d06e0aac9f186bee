/**
 * MongoDB or Meilisearch frozen, killed or without a primary: requests that need the engine get a 503, `/readyz` names
 * the engine and the cause, and the service recovers by itself. An API that is stopped meanwhile exits within the limit.
 * Skipped unless the engines are local programs.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { canOwnEngines, type OwnEngines, ownTest, startOwnEngines } from '../../support/engines/own-engines.ts';
import { collection, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../responses.ts';

let engines: OwnEngines;
let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  if (!canOwnEngines) return;
  engines = await startOwnEngines();
  service = await createService({ engines: engines.addresses });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('p1', 'one', { title: 'Teapot' })],
    // Without a collection the response is only the total, which may be a second old.
    collections: [collection('c1', 'one')],
  });
  token = await service.token('one');
  await service.startIndexer();
  // Without caches every list reads MongoDB, and every search reaches Meilisearch.
  api = await service.startApi({ PAGE_CACHE_BYTES: '0', SEARCH_CACHE_BYTES: '0' });
});
afterAll(async () => {
  if (!canOwnEngines) return;
  await service.stop();
  await engines.stop();
});

afterEach(async () => {
  if (!canOwnEngines) return;
  for (const engine of [engines.mongodb, engines.meilisearch]) {
    engine.resume();
    await engine.start();
  }
});

const list = (path = '/v1/products') => api.request(path, { token });
const search = () => api.request('/v1/products/search', { token, json: { query: 'teapot' } });
const readiness = () => api.request('/readyz');
const isOpen = (engine: string) => metricOf(api, `catalogue_breaker_open{engine="${engine}"}`);

/** Expects the 503 of an engine that is out. */
async function expectOut(send: () => Promise<ApiResponse>, code: string): Promise<void> {
  const response = await send();
  expectProblem(response, 503, code);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** Sends requests until the breaker is open: it may take several failures. */
async function untilOpen(engine: string, send: () => Promise<void>): Promise<void> {
  await eventually(
    async () => {
      await send();
      return isOpen(engine);
    },
    (open) => open === 1,
  );
}

async function expectRecovered(): Promise<void> {
  const requests: readonly (() => Promise<ApiResponse>)[] = [list, () => list('/v1/collections'), search];
  for (const send of requests) await eventually(send, ({ status }) => status === 200);
  const ready = await eventually(readiness, ({ body }) => body.status === 'ok');
  expect(ready.body.checks).toEqual({ mongodb: 'ok', meilisearch: 'ok' });
  expect([await isOpen('mongodb'), await isOpen('meilisearch')]).toEqual([0, 0]);
}

/** An outage, its cause in `/readyz`, and the functions that start and end it. */
type Outage = readonly [what: string, cause: string, disturb: () => unknown, mend: () => unknown];

const outages: readonly Outage[] = [
  ['frozen', 'does not answer', () => engines.mongodb.freeze(), () => engines.mongodb.resume()],
  ['killed', 'cannot be reached', () => engines.mongodb.end('SIGKILL'), () => engines.mongodb.start()],
  ['without a primary', 'has no primary', stepDown, stepUp],
];

ownTest.each(outages)(
  'MongoDB %s: lists and search are out, /readyz has the cause "%s", and then all recover',
  async (_state, why, disturb, mend) => {
    await expectRecovered();
    const openings = await metricOf(api, 'catalogue_breaker_openings_total{engine="mongodb"}');
    await disturb();
    await expectOut(list, 'database_unavailable');
    await expectOut(() => list('/v1/collections'), 'database_unavailable');
    await untilOpen('mongodb', () => expectOut(list, 'database_unavailable'));
    await expectOut(search, 'database_unavailable');
    const refused = await eventually(readiness, ({ body }) => body.checks.mongodb === why);
    expect([refused.status, refused.body.status, refused.body.checks.meilisearch]).toEqual([503, 'not ready', 'ok']);
    expect((await api.request('/livez')).status).toBe(200);
    await mend();
    await expectRecovered();
    expect(await metricOf(api, 'catalogue_breaker_openings_total{engine="mongodb"}')).toBeGreaterThan(openings);
  },
);

/** With `force`: a lone member has no secondary to hand over to. */
async function stepDown(): Promise<void> {
  await service.database.client.db('admin').command({ replSetStepDown: 600, force: true });
}

/** A lone member elects itself once `replSetFreeze` ends. */
async function stepUp(): Promise<void> {
  await service.database.client.db('admin').command({ replSetFreeze: 0 }, { readPreference: 'nearest' });
}

const searchOutages: readonly Outage[] = [
  ['frozen', 'does not answer', () => engines.meilisearch.freeze(), () => engines.meilisearch.resume()],
  ['killed', 'cannot be reached', () => engines.meilisearch.end('SIGKILL'), () => engines.meilisearch.start()],
];

ownTest.each(searchOutages)(
  'Meilisearch %s: search is out, /readyz has the cause "%s", lists work, and then search recovers',
  async (_state, why, disturb, mend) => {
    await expectRecovered();
    await disturb();
    await expectOut(search, 'search_unavailable');
    await untilOpen('meilisearch', () => expectOut(search, 'search_unavailable'));
    expect((await list()).status).toBe(200);
    const degraded = await eventually(readiness, ({ body }) => body.checks.meilisearch === why);
    expect([degraded.status, degraded.body.status, degraded.body.checks.mongodb]).toEqual([200, 'degraded', 'ok']);
    await mend();
    await expectRecovered();
  },
);

ownTest('while the breaker is open, no call reaches the engine', async () => {
  await expectRecovered();
  engines.meilisearch.freeze();
  await untilOpen('meilisearch', () => expectOut(search, 'search_unavailable'));
  const calls = () =>
    metricOf(api, 'catalogue_engine_duration_seconds_count{engine="meilisearch",operation="search",outcome="failure"}');
  const made = await calls();
  for (let count = 0; count < 20; count += 1) await expectOut(search, 'search_unavailable');
  // A call that failed as the breaker opened may have been counted since; the twenty weren't.
  expect((await calls()) - made).toBeLessThanOrEqual(1);
  engines.meilisearch.resume();
  await expectRecovered();
});

/** Starts a request, and resolves when the API has received it: it sends 100 Continue. */
async function startRequest(stopped: Api, perPage: number): Promise<{ readonly status: Promise<unknown> }> {
  const headers = { authorization: `Bearer ${token}`, expect: '100-continue' };
  const outgoing = request(`${stopped.url}/v1/products?perPage=${perPage}`, { agent: false, headers });
  const status = once(outgoing, 'response').then(([response]: IncomingMessage[]) => response?.resume().statusCode);
  await once(outgoing, 'continue');
  outgoing.end();
  return { status };
}

ownTest(
  'MongoDB frozen at the stop of the API: requests in progress get 503, and the process exits within the limit with 0',
  async () => {
    const stopped = await service.startApiProcess();
    await eventually(
      () => stopped.request('/v1/products', { token }),
      ({ status }) => status === 200,
    );
    engines.mongodb.freeze();
    const requests = await Promise.all([1, 2, 3].map((perPage) => startRequest(stopped, perPage)));
    const ended = stopped.process.end('SIGTERM');
    for (const { status } of requests) expect(await status).toBe(503);
    expect(await ended).toBe(0);
    expect(stopped.process.log.map(({ msg }) => msg)).not.toContain('did not stop within the limit: ending now');
  },
);
