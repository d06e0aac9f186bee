/** A method that a path doesn't support is a 405 with the supported ones, on every path. */
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService();
  api = await service.startApi();
});
afterAll(() => service.stop());

const READ = 'GET, HEAD, OPTIONS';
const WRITE = 'POST, OPTIONS';

const cases = [
  ['/v1/products', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/products/p1', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/collections', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/search/suggestions', READ, ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/products/search', WRITE, ['GET', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/search', WRITE, ['GET', 'PUT', 'PATCH', 'DELETE']],
  ['/livez', READ, ['POST', 'DELETE']],
  ['/readyz', READ, ['POST', 'DELETE']],
  ['/metrics', READ, ['POST', 'DELETE']],
  ['/openapi.json', READ, ['POST', 'DELETE']],
  ['/docs', READ, ['POST', 'DELETE']],
  ['/docs/start.js', READ, ['POST', 'DELETE']],
  ['/docs/problems', READ, ['POST', 'DELETE']],
  ['/docs/problems/internal', READ, ['POST', 'DELETE']],
] as const;

test('these are all paths of the OpenAPI description', async () => {
  const { paths } = (await api.request<{ paths: object }>('/openapi.json')).body;
  const patterns = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '[^/]+'));
  expect(patterns.filter((pattern) => !cases.some(([path]) => new RegExp(`^${pattern}$`).test(path)))).toEqual([]);
});

const each = cases.flatMap(([path, allowed, methods]) => methods.map((method) => [method, path, allowed] as const));

test.each(each)('%s %s: 405 with Allow: %s', async (method, path, allowed) => {
  const response = await api.request(path, { method });
  expectProblem(response, 405, 'method_not_allowed');
  expect(response.headers.get('allow')).toBe(allowed);
  expect(response.body.detail).toContain(allowed);
});

test('HEAD of a POST-only path: 405 without a body', async () => {
  const { status, headers, text } = await api.request('/v1/products/search', { method: 'HEAD' });
  expect([status, headers.get('allow'), text]).toEqual([405, WRITE, '']);
});

test.each(cases)('OPTIONS %s: 204 with Allow: %s', async (path, allowed) => {
  const { status, headers, text } = await api.request(path, { method: 'OPTIONS' });
  expect([status, headers.get('allow'), text]).toEqual([204, allowed, '']);
});
