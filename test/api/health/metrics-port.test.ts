/** METRICS_PORT moves /metrics to a port of its own, where nothing else is; /livez and /readyz stay. */
import { type Api, apiAt } from '../../support/requests.ts';
import { createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let metrics: Api;

beforeAll(async () => {
  service = await createService();
  const running = await service.startApi({ METRICS_PORT: '0' });
  api = running;
  const { metricsPort } = await running.line(({ msg }) => msg === 'listening');
  metrics = apiAt(Number(metricsPort));
});
afterAll(() => service.stop());

test('it answers there, and tells of requests at the other port', async () => {
  expect((await api.request('/readyz')).body).toHaveProperty('checks.mongodb', 'ok');
  const { status, text } = await metrics.request('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('catalogue_http_request_duration_seconds_count{route="/readyz",method="GET",status="200"} 1');
});

test('it is gone from the other port, and from the description there', async () => {
  expectProblem(await api.request('/metrics'), 404, 'not_found');
  expect(Object.keys((await api.request('/openapi.json')).body.paths)).not.toContain('/metrics');
});

test.each(['/livez', '/readyz', '/v1/products', '/openapi.json'])('%s is not there', async (path) => {
  expectProblem(await metrics.request(path), 404, 'not_found');
});
