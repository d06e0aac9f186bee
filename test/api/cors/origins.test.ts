/**
 * Pages of the configured origins may read responses to `published` tokens; no page may read responses to `all` tokens.
 */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { corsHeadersOf } from '../responses.ts';

const SHOP = 'https://shop.example.com';
const EXPOSED = [
  'link',
  'etag',
  'x-request-id',
  'catalogue-truncated',
  'catalogue-truncated-count',
  'catalogue-search-id',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
];

let service: TestService;
let listed: Api;
let open: Api;
let closed: Api;
let published: string;
let all: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  published = await service.token('one', 'published');
  all = await service.token('one', 'all');
  listed = await service.startApi({ CORS_ORIGINS: `${SHOP}, http://127.0.0.1:5173` });
  open = await service.startApi({ CORS_ORIGINS: '*' });
  closed = await service.startApi();
});
afterAll(() => service.stop());

const send = (api: Api, token: string, origin: string, path = '/v1/products', options = {}) =>
  api.request(path, { token, headers: { origin }, ...options });
const preflight = (api: Api, origin: string, path = '/v1/products') =>
  api.request(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  });

test.each(['/v1/products', '/v1/collections', '/v1/products?page=0'])(
  'a published token, %s: shared, with its headers',
  async (path) => {
    for (const origin of [SHOP, 'http://127.0.0.1:5173']) {
      const { headers } = await send(listed, published, origin, path);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect((headers.get('access-control-expose-headers') ?? '').toLowerCase().split(', ').toSorted()).toEqual(
        EXPOSED.toSorted(),
      );
      expect(headers.get('vary')).toBe('Authorization, Accept-Encoding, Origin');
    }
    expect(
      (await send(open, published, 'https://anyone.example', path)).headers.get('access-control-allow-origin'),
    ).toBe('*');
  },
);

test('a page that was cached for one origin has the CORS headers of the next one, and none for an unlisted one', async () => {
  const origins = [SHOP, 'http://127.0.0.1:5173', 'https://other.example', SHOP];
  const seen = [];
  for (const origin of origins)
    seen.push((await send(listed, published, origin)).headers.get('access-control-allow-origin'));
  expect(seen).toEqual([SHOP, 'http://127.0.0.1:5173', null, SHOP]);
});

test('a 304 and a search have CORS headers, too', async () => {
  const etag = (await send(listed, published, SHOP)).headers.get('etag') ?? '';
  const again = await listed.request('/v1/products', {
    token: published,
    headers: { origin: SHOP, 'if-none-match': etag },
  });
  expect([again.status, again.headers.get('access-control-allow-origin')]).toEqual([304, SHOP]);
  const search = await listed.request('/v1/products/search', {
    token: published,
    headers: { origin: SHOP },
    json: { query: '' },
  });
  expect([search.status, search.headers.get('access-control-allow-origin')]).toEqual([400, SHOP]);
});

test('an `all` token gets a response without CORS headers', async () => {
  for (const api of [listed, open]) {
    const response = await send(api, all, SHOP);
    expect([response.status, corsHeadersOf(response)]).toEqual([200, []]);
    const search = await api.request('/v1/products/search', { token: all, headers: { origin: SHOP }, json: {} });
    expect([search.status, corsHeadersOf(search)]).toEqual([400, []]);
  }
});

test.each([
  'https://shop.example.com.evil.example',
  'https://evil-shop.example.com',
  'http://shop.example.com',
  'https://shop.example.com:444',
  'https://SHOP.example.com',
  'null',
  '*',
])('the origin %s is not listed: no CORS headers', async (origin) => {
  expect(corsHeadersOf(await send(listed, published, origin))).toEqual([]);
  expect(corsHeadersOf(await preflight(listed, origin))).toEqual([]);
});

test("the service's own paths have no CORS headers", async () => {
  for (const path of ['/none', '/livez', '/readyz', '/metrics', '/openapi.json', '/docs'])
    expect([path, corsHeadersOf(await send(listed, published, SHOP, path))]).toEqual([path, []]);
});

test('a preflight, which has no token, lists what may be sent', async () => {
  for (const path of ['/v1/products', '/v1/products/search', '/v1/collections']) {
    const { status, headers, text } = await preflight(listed, SHOP, path);
    expect([status, text, headers.get('access-control-allow-origin')]).toEqual([204, '', SHOP]);
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, If-None-Match, X-Request-Id',
    );
    expect(headers.get('access-control-max-age')).toBe('600');
    expect(headers.get('vary')).toBe('Origin');
  }
  expect((await preflight(open, 'https://anyone.example')).headers.get('access-control-allow-origin')).toBe('*');
});

test('without CORS_ORIGINS no response has CORS headers', async () => {
  for (const response of [await send(closed, published, SHOP), await preflight(closed, SHOP)])
    expect(corsHeadersOf(response)).toEqual([]);
  expect((await send(closed, published, SHOP)).headers.get('vary')).toBe('Authorization, Accept-Encoding');
});
