/**
 * A response from a cache is what a service without caches sends: status, headers and body, for each method, encoding, ETag, origin and
 * token; and the limits hold for it, too.
 */
import { expectProblem, metricOf } from '../api/answers.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { type Answer, type Api, createService, type RequestOptions, type TestService } from '../support/service.ts';

const SHOP = 'https://shop.example.com';
const PATHS = ['/v1/products', '/v1/products?perPage=1&page=2', '/v1/collections', '/v1/collections?query=%'];

let service: TestService;
let keeping: Api;
let reading: Api;
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
  keeping = await service.startApi(settings);
  reading = await service.startApi({ ...settings, PAGE_CACHE_BYTES: '0', SEARCH_CACHE_BYTES: '0' });
});
afterAll(() => service.stop());

/** Of each request by itself, and of the moment. */
const OWN_HEADERS = new Set(['x-request-id', 'date', 'ratelimit']);
const told = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => !OWN_HEADERS.has(name)),
});

/** How many pages were read from MongoDB. */
const reads = async (): Promise<number> => {
  const counts = ['products.page', 'collections.page'].map((operation) =>
    metricOf(
      keeping,
      `catalogue_engine_duration_seconds_count{engine="mongodb",operation="${operation}",outcome="success"}`,
    ),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

/** Asks until the answer came from memory alone: the change stream may not have begun yet. */
async function fromMemory(path: string, options: RequestOptions): Promise<Answer> {
  for (;;) {
    const before = await reads();
    const answer = await keeping.request(path, options);
    if ((await reads()) === before) return answer;
  }
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
      const kept = await fromMemory(path, options);
      expect([options, told(kept)]).toEqual([options, told(await reading.request(path, options))]);
      expect(kept.headers.get('ratelimit')).toMatch(/^"token";r=\d+;t=\d+$/);
    }
  }
});

test('a path that only begins as one whose pages are kept is another', async () => {
  const token = tokens[0] as string;
  await fromMemory('/v1/products', { token });
  for (const path of ['/v1/productsx', '/v1/products/', '/v1/PRODUCTS', '//v1/products', '/v1/products#x'])
    expect(told(await keeping.request(path, { token })).status).toBe((await reading.request(path, { token })).status);
  for (const method of ['POST', 'DELETE'])
    expectProblem(await keeping.request('/v1/products', { token, method }), 405, 'method_not_allowed');
});

test('a request for a kept page takes from its token’s bucket, and an empty one is refused', async () => {
  const limited = await service.startApi({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '4' });
  const token = await service.token('one');
  const answers: Answer[] = [];
  while (answers.length < 40 && answers.at(-1)?.status !== 429)
    answers.push(await limited.request('/v1/products', { token }));
  const refused = answers.at(-1);
  expect(answers.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expectProblem(refused as Answer, 429, 'rate_limited');
});

test('a revoked token and a disabled merchant are refused, whatever is kept', async () => {
  const token = await service.token('one');
  await fromMemory('/v1/products', { token });
  await service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'disabled' } });
  let answer = await keeping.request('/v1/products', { token });
  while (answer.status === 200) answer = await keeping.request('/v1/products', { token });
  expectProblem(answer, 403, 'merchant_disabled');
  await service.catalogue.merchants.updateOne({ _id: 'one' }, { $set: { status: 'active' } });
  await service.catalogue.accessTokens.updateMany({ merchantId: 'one' }, { $set: { revokedAt: new Date() } });
  while (answer.status !== 401) answer = await keeping.request('/v1/products', { token });
  expectProblem(answer, 401, 'unauthorized');
});
