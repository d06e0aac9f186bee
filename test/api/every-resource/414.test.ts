/** A URL of more than 8 KiB is a 414 problem on any path. One of 8 KiB is served. */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one'), product('p2', 'one')] });
  token = await service.token('one');
  api = await service.startApi();
});
afterAll(() => service.stop());

/** The path, padded by an unknown parameter to a length in bytes. */
const filledTo = (bytes: number, path: string) => `${path}&x=`.padEnd(bytes, 'x');
const LIST = '/v1/products?perPage=1';

test('8 KiB are served', async () => {
  expect((await api.request(filledTo(8192, '/livez?'))).status).toBe(200);
});

test.each(['GET', 'HEAD', 'OPTIONS'])('one byte more is a 414, for %s too', async (method) => {
  const response = await api.request(filledTo(8193, LIST), { token, method });
  if (method === 'HEAD') expect(response.status).toBe(414);
  else expectProblem(response, 414, 'uri_too_long');
});

test.each(['/v1/collections?', '/livez?', '/docs?', '/v1/nothing?'])(
  'also at %s, and without a token',
  async (path) => {
    expectProblem(await api.request(filledTo(8193, path)), 414, 'uri_too_long');
  },
);

test('it is not served from a cached list', async () => {
  expect((await api.request(LIST, { token })).status).toBe(200);
  expectProblem(await api.request(filledTo(8193, LIST), { token }), 414, 'uri_too_long');
});
