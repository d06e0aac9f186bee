/** Suggestions reject invalid parameters, and are a 503 while Meilisearch is out. */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, expectProblem, loggedRequest } from '../responses.ts';

const PATH = '/v1/search/suggestions';

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one', 'published');
  api = await service.startApi({ MEILISEARCH_URL: 'http://127.0.0.1:9' });
});
afterAll(() => service.stop());

test.each([
  ['', ['query']],
  ['?query=', ['query']],
  ['?query=%20%20', ['query']],
  [`?query=${'x'.repeat(101)}`, ['query']],
  ['?query=a&query=b', ['query']],
  ['?query=a&limit=0', ['limit']],
  ['?query=a&limit=21', ['limit']],
  ['?limit=1.5', ['limit', 'query']],
])('%s is a 400 that names %j', async (query, paths) => {
  expectErrors(await api.request(PATH + query, { token }), ...paths);
});

test('what people typed is not in the log, whatever the response is', async () => {
  const logging = await service.startApi({ MEILISEARCH_URL: 'http://127.0.0.1:9' });
  const responses = await Promise.all([
    logging.request(`${PATH}?query=hush`, { token }),
    logging.request(`${PATH}?query=hush`),
    logging.request(`${PATH}?query=hush&limit=x`, { token }),
    logging.request('/v1/collections?search=hush', { token }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([503, 401, 400, 200]);
  for (const response of responses) await loggedRequest(logging, response);
  expect(logging.output()).toContain('/v1/collections?search=[secret]');
  expect(logging.output()).not.toContain('hush');
});

test('without Meilisearch it is a 503 with Retry-After', async () => {
  const response = await api.request(`${PATH}?query=a`, { token });
  expectProblem(response, 503, 'search_unavailable');
  expect(response.headers.has('retry-after')).toBe(true);
});
