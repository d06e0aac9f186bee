/**
 * Each token has its own bucket: if it's empty the response is a 429 with Retry-After, and other tokens are unaffected.
 */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { RESOURCES } from '../resources.ts';
import { expectProblem } from '../responses.ts';

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  api = await service.startApi({ RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '3' });
});
afterAll(() => service.stop());

const send = (token: string, path = '/v1/products') => api.request(path, { token });

/** `r` and `t` of a RateLimit header. */
function limitOf(response: ApiResponse): { left: number; seconds: number } {
  const [, left, seconds] = /^"token";r=(\d+);t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

test('RATE_LIMIT_BURST requests at once are served, and each response has the remaining count', async () => {
  const token = await service.token('one');
  const responses = [await send(token), await send(token), await send(token)];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  // On a slow machine the bucket may refill between two requests: at most the burst is left, at least the burst less
  // the requests.
  expect(limitOf(responses[0] as ApiResponse)).toEqual({ left: 2, seconds: 1 });
  for (const response of responses) expect(response.headers.get('ratelimit-policy')).toBe('"token";q=3;w=3');
});

test.each(RESOURCES)('%s %s takes from the bucket', async (method, path, json) => {
  const token = await service.token('one');
  // At once: a slow machine may send one request per second, which the bucket allows.
  const responses = await Promise.all(Array.from({ length: 12 }, () => api.request(path, { token, method, json })));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  for (const response of refused) expectProblem(response, 429, 'rate_limited');
});

test('beyond it a 429 with Retry-After, RateLimit and RateLimit-Policy, until the bucket has refilled', async () => {
  const token = await service.token('one');
  const responses = await Promise.all(Array.from({ length: 12 }, () => send(token)));
  const refused = responses.filter(({ status }) => status === 429);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
  // The bucket refills one request per second.
  expect(refused.length).toBeGreaterThan(0);
  for (const response of refused) {
    expectProblem(response, 429, 'rate_limited');
    expect(Number(response.headers.get('retry-after'))).toBe(1);
    expect(limitOf(response).left).toBe(0);
    expect(limitOf(response).seconds).toBeGreaterThanOrEqual(2);
    expect(response.headers.get('ratelimit-policy')).toBe('"token";q=3;w=3');
  }
  await eventually(
    () => send(token),
    ({ status }) => status === 200,
  );
});

test('each token has its own bucket, which all resources share', async () => {
  const [busy, calm] = [await service.token('one'), await service.token('one')];
  await Promise.all(Array.from({ length: 8 }, () => send(busy)));
  const [first, ...others] = await Promise.all([
    send(calm, '/v1/collections'),
    ...Array.from({ length: 12 }, () => send(busy, '/v1/collections')),
  ]);
  expect(first.status).toBe(200);
  expect(others.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});

test('a request without a valid token takes from no bucket', async () => {
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => api.request('/v1/products', { token: `cat_sk_${'C'.repeat(43)}` })),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
});

test('health needs no token and has no limit', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => api.request('/livez')));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
});

test('by default 200 requests at once, and 100 a second', async () => {
  const byDefault = await service.startApi({ RATE_LIMIT_PER_SECOND: '' });
  const { headers } = await byDefault.request('/v1/products', { token: await service.token('one') });
  expect(headers.get('ratelimit-policy')).toBe('"token";q=200;w=2');
  expect(headers.get('ratelimit')).toBe('"token";r=199;t=1');
});

test('RATE_LIMIT_PER_SECOND=0 turns it off, headers included', async () => {
  const unlimited = await service.startApi({ RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_BURST: '1' });
  const token = await service.token('one');
  const responses = await Promise.all(Array.from({ length: 20 }, () => unlimited.request('/v1/products', { token })));
  for (const { status, headers } of responses)
    expect([status, headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([200, null, null]);
});
