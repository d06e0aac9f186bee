/**
 * A cached response has the status, headers and body that a service without caches sends, for each method, encoding,
 * ETag, origin and token. Rate limits apply to it, too.
 */
import { expectProblem, metricsOf } from '../api/responses.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import {
  type Api,
  type ApiResponse,
  createService,
  eventually,
  type RequestOptions,
  type TestService,
} from '../support/service.ts';

const SHOP = 'https://shop.example.com';
const PATHS = ['/v1/products', '/v1/products?perPage=1&page=2', '/v1/collections', '/v1/collections?query=%'];

let service: TestService;
let caching: Api;
let uncached: Api;
let tokens: readonly string[];

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    // Large enough to be compressed.
    products: [product('p1', 'one', { description: 'text '.repeat(400) }), product('p2', 'one', { status: 'draft' })],
    collections: [collection('c1', 'one')],
    memberships: [membership('c1', 'p1', 'one')],
  });
  tokens = [await service.token('one'), await service.token('one', 'published')];
  const settings = { CORS_ORIGINS: SHOP, RATE_LIMIT_PER_SECOND: '1000', RATE_LIMIT_BURST: '100000' };
  caching = await service.startApi(settings);
  uncached = await service.startApi({ ...settings, PAGE_CACHE_BYTES: '0', SEARCH_CACHE_BYTES: '0' });
});
afterAll(() => service.stop());

/** Headers that differ from one response to the next. */
const VARYING_HEADERS = new Set(['x-request-id', 'date', 'ratelimit']);
const comparable = ({ status, headers, text }: ApiResponse) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !VARYING_HEADERS.has(name)),
});

/** The number of pages read from MongoDB. */
const reads = async (): Promise<number> => {
  const lines = ['products.page', 'collections.page'].map(
    (operation) =>
      `catalogue_engine_duration_seconds_count{engine="mongodb",operation="${operation}",outcome="success"}`,
  );
  return (await metricsOf(caching, lines)).reduce((sum, count) => sum + count, 0);
};

/** Repeats the request until the response comes from the cache: the change stream may not be open yet. */
async function fromCache(path: string, options: RequestOptions): Promise<ApiResponse> {
  const read = async () => {
    const before = await reads();
    const response = await caching.request(path, options);
    return { response, pagesRead: (await reads()) - before };
  };
  return (await eventually(read, ({ pagesRead }) => pagesRead === 0)).response;
}

const VARIANTS: readonly RequestOptions[] = [
  {},
  { method: 'HEAD' },
  ...['br', 'gzip', 'br;q=0, gzip;q=0.5, *;q=0', 'identity', 'zstd'].map((encoding) => ({
    headers: { 'accept-encoding': encoding },
  })),
  ...[SHOP, 'https://other.example.com'].map((origin) => ({ headers: { origin } })),
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-none-match': 'W/"other"', 'cache-control': 'no-cache' } },
  { headers: { 'if-none-match': '*', 'accept-encoding': 'br' }, method: 'HEAD' },
];

test.each(PATHS)('%s', async (path) => {
  for (const token of tokens) {
    for (const variant of VARIANTS) {
      const options = { ...variant, token };
      const cached = await fromCache(path, options);
      expect([options, comparable(cached)]).toEqual([options, comparable(await uncached.request(path, options))]);
      expect(cached.headers.get('ratelimit')).toMatch(/^"token";r=\d+;t=\d+$/);
    }
  }
});

test('a path that only starts like a cached one is another path', async () => {
  const token = tokens[0] as string;
  await fromCache('/v1/products', { token });
  for (const path of ['/v1/productsx', '/v1/products/', '/v1/PRODUCTS', '//v1/products', '/v1/products#x'])
    expect(comparable(await caching.request(path, { token })).status).toBe(
      (await uncached.request(path, { token })).status,
    );
  for (const method of ['POST', 'DELETE'])
    expectProblem(await caching.request('/v1/products', { token, method }), 405, 'method_not_allowed');
});

test("a request for a cached page takes from its token's bucket, and is refused if that is empty", async () => {
  const limited = await service.startApi({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '4' });
  const token = await service.token('one');
  const responses: ApiResponse[] = [];
  while (responses.length < 40 && responses.at(-1)?.status !== 429)
    responses.push(await limited.request('/v1/products', { token }));
  const refused = responses.at(-1);
  expect(responses.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expectProblem(refused as ApiResponse, 429, 'rate_limited');
});

test('a revoked token and a disabled merchant are refused, whatever is cached', async () => {
  const token = await service.token('one');
  await fromCache('/v1/products', { token });
  await service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'disabled' } });
  const send = () => caching.request('/v1/products', { token });
  expectProblem(await eventually(send, ({ status }) => status !== 200), 403, 'merchant_disabled');
  await service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'active' } });
  await service.catalogue.accessTokens.updateMany({ merchantId: 'one' }, { $set: { revokedAt: new Date() } });
  expectProblem(await eventually(send, ({ status }) => status === 401), 401, 'unauthorized');
});
