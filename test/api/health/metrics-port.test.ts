/** METRICS_PORT moves /metrics to a separate port, which serves nothing else; /livez and /readyz stay. */
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
