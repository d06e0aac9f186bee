/** METRICS_PORT moves /metrics to a separate port, which serves nothing else; /livez and /readyz stay. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, apiAt } from '../../support/requests.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem, metricOf } from '../responses.ts';

let service: TestService;
let api: Api;
let metrics: Api;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, shop('one'));
  const running = await service.startApi({ METRICS_PORT: '0' });
  api = running;
  const { metricsPort } = await running.line(({ msg }) => msg === 'listening');
  metrics = apiAt(Number(metricsPort));
});
afterAll(() => service.stop());

test('it is served there, and counts requests at the other port', async () => {
  expect((await api.request('/readyz')).body).toHaveProperty('checks.mongodb', 'ok');
  const { status, text } = await metrics.request('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('catalogue_http_request_duration_seconds_count{route="/readyz",method="GET",status="200"} 1');
});

test('the other port neither serves nor describes it', async () => {
  expectProblem(await api.request('/metrics'), 404, 'not_found');
  expect(Object.keys((await api.request('/openapi.json')).body.paths)).not.toContain('/metrics');
});

test.each(['/livez', '/readyz', '/v1/products', '/openapi.json'])('%s is not there', async (path) => {
  expectProblem(await metrics.request(path), 404, 'not_found');
});

test('it shows how many connections are open, and how many requests are in progress', async () => {
  const before = await metricOf(metrics, 'catalogue_http_connections');
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  await once(socket, 'connect');
  await eventually(
    () => metricOf(metrics, 'catalogue_http_connections'),
    (count) => count === before + 1,
  );
  const token = await service.token('one');
  const head = `POST /v1/search HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nContent-Length: 2\r\n\r\n{`);
  const inProgress = () => metricOf(metrics, 'catalogue_http_requests_in_progress');
  await eventually(inProgress, (count) => count === 1);
  socket.destroy();
  await eventually(inProgress, (count) => count === 0);
});
