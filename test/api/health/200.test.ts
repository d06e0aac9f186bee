/**
 * `/livez`, `/readyz` and `/metrics` need no token, and report the state of the process and of each engine. All
 * responses have request ids. METRICS_PORT moves /metrics to a separate port, which serves nothing else.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, apiAt } from '../../support/requests.ts';
import { type ApiProcess, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, loggedRequest, metricOf } from '../responses.ts';

let service: TestService;
let api: ApiProcess;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
  api = await service.startApiProcess();
});
afterAll(() => service.stop());

describe('/livez', () => {
  test('is a 200 whatever the state of the engines', async () => {
    const alone = await service.startApi({
      MONGODB_URL: 'mongodb://127.0.0.1:2/none',
      MEILISEARCH_URL: 'http://127.0.0.1:2',
    });
    for (const each of [api, alone]) {
      const { status, body, headers } = await each.request('/livez');
      expect([status, body]).toEqual([200, { status: 'ok' }]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('/readyz', () => {
  test('names each engine; before the first build the index is missing, and the lists are ready', async () => {
    const { status, body, headers } = await api.request('/readyz');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'degraded',
      checks: { mongodb: 'ok', meilisearch: expect.stringContaining(`no index ${service.indexName}`) },
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('HEAD works', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const { status, text } = await api.request(path, { method: 'HEAD' });
      expect([path, status, text]).toEqual([path, 200, '']);
    }
  });
});

describe('/metrics', () => {
  test('is Prometheus text about requests by route, engines by outcome, and the process', async () => {
    await api.request('/v1/products', { token });
    const { status, headers, text } = await api.request('/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const name of [
      'catalogue_http_request_duration_seconds',
      'catalogue_engine_duration_seconds',
      'catalogue_malformed_values_total',
      'catalogue_search_stale_hits_total',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toMatch(new RegExp(`^# TYPE ${name} `, 'm'));
  });

  test('counts a request by route pattern, method and status, and its engine calls', async () => {
    const count = (route: string, method: string, status: number) =>
      metricOf(
        api,
        `catalogue_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
      );
    const engine = () =>
      metricOf(
        api,
        'catalogue_engine_duration_seconds_count{engine="mongodb",operation="products.page",outcome="success"}',
      );
    const before = [await count('/v1/products', 'GET', 200), await count('/v1/products', 'GET', 401), await engine()];
    await api.request('/v1/products?page=3', { token });
    await api.request('/v1/products?page=2', { token });
    await api.request('/v1/products');
    const after = [await count('/v1/products', 'GET', 200), await count('/v1/products', 'GET', 401), await engine()];
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1, 2]);
  });

  test('no requested path becomes a label, and no method that no route has', async () => {
    await api.request('/v1/some-path-of-a-caller', { token });
    for (const method of ['PROPFIND', 'DELETE']) await api.request('/v1/products', { token, method });
    const { text } = await api.request('/metrics');
    expect(text).not.toContain('some-path-of-a-caller');
    expect(text).toContain('route="unmatched"');
    expect(text).not.toMatch(/PROPFIND|DELETE/);
    expect(text).toMatch(/_count\{route="\/v1\/products",method="other",status="405"\} 2$/m);
  });
});

describe('X-Request-Id', () => {
  const PATHS = ['/v1/products', '/v1/nothing', '/livez'];

  test.each(['a', 'A-z_0.9', 'x'.repeat(128)])(
    'a safe one is used, echoed, and in problems and the log: %s',
    async (id) => {
      for (const path of PATHS) {
        const response = await api.request(path, { headers: { 'x-request-id': id } });
        expect(response.headers.get('x-request-id')).toBe(id);
        if (path !== '/livez') expect(response.body.requestId).toBe(id);
      }
      expect((await loggedRequest(api.process, id)).msg).toBe('answered');
    },
  );

  test.each(['x'.repeat(129), 'a b', 'a/b', '<b>', 'a"b', 'é', '$(x)', 'a, b'])(
    'another one is replaced, and never echoed or logged: %s',
    async (id) => {
      for (const path of PATHS) {
        const response = await api.request(path, { headers: { 'x-request-id': id } });
        expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        if (path !== '/livez') await loggedRequest(api.process, response);
      }
      if (id.length > 3) expect(api.process.output()).not.toContain(id);
    },
  );

  test('each request without one gets a unique one', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => api.request('/v1/products', { token })));
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
  });
});

test('each request is logged in one line: id, merchant, route, status, duration', async () => {
  await api.request('/v1/products?page=1', { token, headers: { 'x-request-id': 'logged-request' } });
  const line = await loggedRequest(api.process, 'logged-request');
  expect(line).toMatchObject({
    level: 'info',
    msg: 'answered',
    req: { id: 'logged-request', method: 'GET', url: '/v1/products?page=1' },
    route: '/v1/products',
    merchant: 'one',
    status: 200,
    durationMs: expect.any(Number),
  });
  expect(JSON.stringify(line)).not.toContain('authorization');
});

test('input that is no request has a log line with its id, the status and why', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.write('GET /\u0001 HTTP/1.1\r\nHost: h\r\n\r\n');
  const text = String(await once(socket, 'data'));
  const { req, ...line } = await api.process.line(({ msg }) => msg === 'unreadable');
  expect(line).toMatchObject({ status: 400, reason: 'HPE_INVALID_URL' });
  expect(text).toContain(`X-Request-Id: ${(req as { id: string }).id}\r\n`);
});

test('KEEP_ALIVE_TIMEOUT_MS is how long a connection may be idle, as responses say', async () => {
  const other = await service.startApi({ KEEP_ALIVE_TIMEOUT_MS: '7000' });
  const timeouts = [api, other].map(async (each) => (await each.request('/livez')).headers.get('keep-alive'));
  expect(await Promise.all(timeouts)).toEqual(['timeout=65', 'timeout=7']);
});

describe('METRICS_PORT', () => {
  let other: Api;
  let metrics: Api;

  beforeAll(async () => {
    const running = await service.startApi({ METRICS_PORT: '0' });
    other = running;
    const { metricsPort } = await running.line(({ msg }) => msg === 'listening');
    metrics = apiAt(Number(metricsPort));
  });

  test('it is served there, and counts requests at the other port', async () => {
    expect((await other.request('/readyz')).body).toHaveProperty('checks.mongodb', 'ok');
    const { status, text } = await metrics.request('/metrics');
    expect(status).toBe(200);
    expect(text).toContain(
      'catalogue_http_request_duration_seconds_count{route="/readyz",method="GET",status="200"} 1',
    );
  });

  test('the other port neither serves nor describes it', async () => {
    expectProblem(await other.request('/metrics'), 404, 'not_found');
    expect(Object.keys((await other.request('/openapi.json')).body.paths)).not.toContain('/metrics');
  });

  test.each(['/livez', '/readyz', '/v1/products', '/openapi.json'])('%s is not there', async (path) => {
    expectProblem(await metrics.request(path), 404, 'not_found');
  });

  test('it shows how many connections are open, and how many requests are in progress', async () => {
    const before = await metricOf(metrics, 'catalogue_http_connections');
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    await once(socket, 'connect');
    await eventually(
      () => metricOf(metrics, 'catalogue_http_connections'),
      (count) => count === before + 1,
    );
    const head = `POST /v1/search HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
    socket.write(`${head}\r\nContent-Length: 2\r\n\r\n{`);
    const inProgress = () => metricOf(metrics, 'catalogue_http_requests_in_progress');
    await eventually(inProgress, (count) => count === 1);
    socket.destroy();
    await eventually(inProgress, (count) => count === 0);
  });
});
