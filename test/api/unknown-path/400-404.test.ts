/**
 * An unknown path is a 404 problem, with and without a token, for every method and any characters. One that can't be
 * decoded is a 400 problem that names the path.
 */
import fc from 'fast-check';
import { insert, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, shop('one'));
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

test.each([
  '/',
  '/v1',
  '/v2/products',
  '/products',
  '/v1/Products',
  '/V1/products',
  '/v1/products/p1/more',
  '/v1/products%2Fsearch',
  '/v1//products',
  '/v1/collections/c1',
  '/v1/merchants',
  '/v1/livez',
  '/v1/metrics',
  '/v1/%ZZ',
  '/v1/%00',
  '/favicon.ico',
])('%s', async (path) => {
  for (const given of [{}, { token }]) {
    const response = await api.request(path, given);
    expectProblem(response, 404, 'not_found');
    expect(response.headers.get('link')).toBe('</docs>; rel="service-doc", </openapi.json>; rel="service-desc"');
  }
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s of an unknown path', async (method) => {
  expectProblem(await api.request('/v1/nothing', { method, token }), 404, 'not_found');
});

test('HEAD of an unknown path has no body', async () => {
  const { status, text } = await api.request('/v1/nothing', { method: 'HEAD' });
  expect([status, text]).toEqual([404, '']);
});

test('any path below a resource is a 404, never a 5xx', async () => {
  const segment = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('%', '%c0%af', '%ff', ':id', '*', '(.*)', '$where'),
  );
  await fc.assert(
    fc.asyncProperty(segment, async (given) => {
      // Dot segments change the path, and `search` exists.
      fc.pre(!/^(\.|%2e)+$/i.test(given) && given !== 'search');
      expectProblem(await api.request(`/v1/collections/${given}`, { token }), 404, 'not_found');
    }),
    { numRuns: 100 },
  );
});

test.each(['/docs/%ZZ', '/docs/%', '/docs/%E0%A4', '/docs/%ff'])('%s cannot be decoded', async (path) => {
  const response = await api.request(path);
  expectErrors(response, '');
  expect(response.body.errors[0].message).toBe('The path has a percent-encoding that is not valid');
});
