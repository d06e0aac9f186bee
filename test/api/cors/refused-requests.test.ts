/**
 * Pages of the configured origins may read the problems of requests that were not authenticated, unless the token has
 * the prefix of those that see all.
 */
import { revokeToken } from '../../../src/tenancy/access-tokens.ts';
import { insert, merchant, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, eventually, type TestService } from '../../support/service.ts';
import { corsHeadersOf, expectProblem } from '../responses.ts';

const SHOP = 'https://shop.example.com';
const OTHER = 'https://other.example';
const UNKNOWN = 'A'.repeat(43);
const PUBLISHED = `cat_pk_${UNKNOWN}`;
const ALL = `cat_sk_${UNKNOWN}`;

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: [merchant('one'), merchant('disabled', { status: 'disabled' })],
    products: [product('p1', 'one')],
  });
  api = await service.startApi({ CORS_ORIGINS: SHOP });
});
afterAll(() => service.stop());

const send = (to: Api, authorization: string, origin = SHOP, path = '/v1/products') =>
  to.request(path, { headers: { origin, ...(authorization === '' ? {} : { authorization }) } });

/** Expects a problem that a page of `SHOP` can read, with the headers that say when to come back. */
function expectReadable(response: ApiResponse, status: number, code: string): void {
  expectProblem(response, status, code);
  expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After']),
  );
  expect(response.headers.get('vary')?.split(', ')).toContain('Origin');
}

/** Expects a problem that no page can read. */
function expectUnreadable(response: ApiResponse, status: number, code: string): void {
  expectProblem(response, status, code);
  expect(corsHeadersOf(response)).toEqual([]);
  expect(response.headers.get('vary')?.split(', ')).toContain('Origin');
}

describe('401', () => {
  test.each(['', 'Basic abc', 'Bearer', 'Bearer cat_pk_short', `Bearer ${PUBLISHED}`, `bearer  ${PUBLISHED} `])(
    'for %j is readable, at every resource',
    async (authorization) => {
      for (const path of ['/v1/products', '/v1/products/p1', '/v1/collections', '/v1/search/suggestions?query=a'])
        expectReadable(await send(api, authorization, SHOP, path), 401, 'unauthorized');
      expectUnreadable(await send(api, authorization, OTHER), 401, 'unauthorized');
    },
  );

  test('for what begins like an `all` token is not, be it unknown, malformed or revoked', async () => {
    const revoked = await service.token('one', 'all');
    await revokeToken(service.catalogue, revoked);
    for (const authorization of [`Bearer ${ALL}`, `bearer  ${ALL} `, 'Bearer cat_sk_short', `Bearer ${revoked}`])
      expectUnreadable(await send(api, authorization), 401, 'unauthorized');
  });
});

test('403 of a disabled merchant is readable with its `published` token, and not with its `all` token', async () => {
  const [published, all] = [await service.token('disabled', 'published'), await service.token('disabled', 'all')];
  expectReadable(await send(api, `Bearer ${published}`), 403, 'merchant_disabled');
  expectUnreadable(await send(api, `Bearer ${published}`, OTHER), 403, 'merchant_disabled');
  expectUnreadable(await send(api, `Bearer ${all}`), 403, 'merchant_disabled');
});

test('429 of an address that sent invalid tokens is readable, and not for an `all` token', async () => {
  const limited = await service.startApi({ CORS_ORIGINS: SHOP, FAILED_AUTHENTICATIONS_PER_MINUTE: '1' });
  await eventually(
    () => send(limited, `Bearer ${PUBLISHED}`),
    ({ status }) => status === 429,
  );
  const response = await send(limited, `Bearer ${PUBLISHED}`);
  expectReadable(response, 429, 'rate_limited');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response.headers.get('ratelimit-policy')).toBe('"address";q=1;w=60');
  expectUnreadable(await send(limited, `Bearer ${ALL}`), 429, 'rate_limited');
  expectUnreadable(await send(limited, `Bearer ${PUBLISHED}`, OTHER), 429, 'rate_limited');
});

test('503 while MongoDB is out is readable, and not for an `all` token', async () => {
  const alone = await service.startApi({ CORS_ORIGINS: SHOP, MONGODB_URL: 'mongodb://127.0.0.1:2/catalogue' });
  const response = await send(alone, `Bearer ${PUBLISHED}`);
  expectReadable(response, 503, 'database_unavailable');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expectUnreadable(await send(alone, `Bearer ${ALL}`), 503, 'database_unavailable');
  expectUnreadable(await send(alone, `Bearer ${PUBLISHED}`, OTHER), 503, 'database_unavailable');
});

test.each([
  ['an unknown path', 'GET', '/v1/none', 404, 'not_found'],
  ['a method that is not offered', 'DELETE', '/v1/products', 405, 'method_not_allowed'],
  ['a long URL', 'GET', `/v1/products?search=${'x'.repeat(9000)}`, 414, 'uri_too_long'],
])('%s: the problem is readable, and not for an `all` token', async (_what, method, path, status, code) => {
  const headers = { origin: SHOP };
  expectReadable(await api.request(path, { method, headers }), status, code);
  expectUnreadable(await api.request(path, { method, headers, token: ALL }), status, code);
});

test('without CORS_ORIGINS no refusal has CORS headers', async () => {
  const closed = await service.startApi();
  const response = await send(closed, `Bearer ${PUBLISHED}`);
  expectProblem(response, 401, 'unauthorized');
  expect([corsHeadersOf(response), response.headers.get('vary')]).toEqual([[], 'Authorization, Accept-Encoding']);
});
