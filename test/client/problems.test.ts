/** Every unsuccessful response is a CatalogueError; a failed connection is the error that `fetch` throws. */
import { CatalogueError, createCatalogueClient } from '../../client/src/index.ts';
import { insert, product, shop } from '../support/fixtures.ts';
import { createService, type RunningApi, type TestService } from '../support/service.ts';
import { startPreparedServer } from './support/prepared-server.ts';

let service: TestService;
let api: RunningApi;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('draft', 'one', { status: 'draft' })] });
  token = await service.token('one', 'published');
  api = await service.startApi({ RATE_LIMIT_PER_SECOND: '0' });
});
afterAll(() => service.stop());

const errorOf = async (call: Promise<unknown>): Promise<CatalogueError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CatalogueError)) throw new Error('no CatalogueError', { cause: error });
  return error;
};
const client = (baseUrl = api.url, given = token) =>
  createCatalogueClient({ baseUrl, token: given, retry: { attempts: 1 } });

test('all errors of a request at once', async () => {
  const error = await errorOf(client().listProducts({ page: 0, perPage: 9999 }, { requestId: 'faulty-1' }));
  expect(error).toMatchObject({ code: 'invalid_request', status: 400, requestId: 'faulty-1', name: 'CatalogueError' });
  expect(error.errors.map(({ path }) => path)).toEqual(['page', 'perPage']);
  expect(error.message).not.toBe('');
  expect(error.retryAfter).toBeUndefined();
});

test('an unknown token, and a product that the token may not see', async () => {
  expect(await errorOf(client(api.url, 'cat_pk_unknown').suggest({ query: 'a' }))).toMatchObject({
    code: 'unauthorized',
    status: 401,
    errors: [],
  });
  expect(await errorOf(client().getProduct('draft'))).toMatchObject({ code: 'product_not_found', status: 404 });
});

test('an engine that is out, with the seconds to wait', async () => {
  // There is no index here.
  const error = await errorOf(client().searchProducts({ query: 'anything' }));
  expect(error).toMatchObject({ code: 'search_unavailable', status: 503 });
  expect(error.retryAfter).toBeGreaterThan(0);
  expect(error.requestId).toMatch(/./);
});

test('the error page of a proxy, whatever its status', async () => {
  for (const status of [200, 404, 502]) {
    const server = await startPreparedServer([
      { status, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' },
    ]);
    const error = await errorOf(client(server.url).listProducts());
    expect(error).toMatchObject({ code: 'unexpected_response', status, errors: [], requestId: undefined });
    await server.close();
  }
});

test('JSON of a gateway, whose `code` is not one of the API, with the id of the request', async () => {
  const body = JSON.stringify({ statusCode: 502, code: 'FST_REPLY_FROM_BAD_GATEWAY', message: 'Bad gateway' });
  const headers = { 'content-type': 'application/json', 'x-request-id': 'storefront-7' };
  const server = await startPreparedServer([{ status: 502, headers, body }]);
  const error = await errorOf(client(server.url).listProducts());
  expect(error).toMatchObject({ code: 'unexpected_response', status: 502, requestId: 'storefront-7' });
  await server.close();
});

test('a page without the link to the next one is an error, not the last page', async () => {
  const body = JSON.stringify({ meta: { nextPageUrl: '/v1/products?page=2' }, data: [] });
  const server = await startPreparedServer([{ status: 200, headers: { 'content-type': 'application/json' }, body }]);
  const pages = client(server.url).productPages();
  expect((await pages.next()).done).toBe(false);
  expect(await errorOf(pages.next())).toMatchObject({ code: 'unexpected_response', status: 200 });
  await server.close();
});

test('a link to another host is followed on the same one', async () => {
  const meta = (next: string | null) => JSON.stringify({ meta: { nextPageUrl: next }, data: [] });
  const json = { 'content-type': 'application/json' };
  const server = await startPreparedServer([
    {
      status: 200,
      headers: {
        ...json,
        link: '<http://evil.example/v1/products?page=1>; rel="first", <http://evil.example/?page=2&x=a%26b>; rel="next"',
      },
      body: meta('/v1/products?page=2'),
    },
    { status: 200, headers: json, body: meta(null) },
  ]);
  let pages = 0;
  for await (const _page of client(server.url).productPages()) pages += 1;
  expect(pages).toBe(2);
  expect(server.requests.map(({ url }) => url)).toEqual(['/v1/products', '/v1/products?page=2&x=a%26b']);
  await server.close();
});

test.each([
  ['</?page=2>; rel=next', true],
  ['</?page=2>;rel="NEXT"', true],
  ['</?page=2>; rel="last next"; title="a, b"', true],
  ['</?page=2>; rel=next, </?page=9>; rel=last', true],
  ['</?page=2>; rel="next-archive"', false],
  ['</?page=2>; rel=nextarchive', false],
  ['</?page=2>; title="rel=next"', false],
])('the forms of a link to the next page: %s', async (link, isNext) => {
  const json = { 'content-type': 'application/json', link };
  const body = (next: string | null) => JSON.stringify({ meta: { nextPageUrl: next }, data: [] });
  const server = await startPreparedServer([
    { status: 200, headers: json, body: body(isNext ? '/?page=2' : null) },
    { status: 200, headers: { ...json, link: '' }, body: body(null) },
  ]);
  for await (const _page of client(server.url).productPages());
  expect(server.requests.map(({ url }) => url)).toEqual(['/v1/products', ...(isNext ? ['/v1/products?page=2'] : [])]);
  await server.close();
});

test('no connection: the error of fetch, at once', async () => {
  const server = await startPreparedServer([]);
  await server.close();
  const call = createCatalogueClient({ baseUrl: server.url, token }).listProducts();
  await expect(call).rejects.toMatchObject({ name: 'TypeError' });
});

test('no random number before the response, because Next.js refuses to prerender a page that uses one', async () => {
  const random = import.meta.jest.spyOn(Math, 'random');
  try {
    await client().listProducts();
    await errorOf(client().getProduct('draft'));
    expect(random).not.toHaveBeenCalled();
  } finally {
    random.mockRestore();
  }
});
