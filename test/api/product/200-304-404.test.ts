/**
 * `GET /v1/products/{id}` is the product as in lists, a 304 while it's unchanged, and a 404 for any that the token may
 * not see.
 */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { expectProblem } from '../responses.ts';

/** An id that must be escaped in a path, and one that is also the path of another route. */
const ESCAPED_ID = 'tent/2 ÖÄ?#%41';
const SEARCH_ID = 'search';

let service: TestService;
let api: Api;
let token: string;
let published: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('p1', 'one', { handle: 'first' }),
      product('hidden', 'one', { status: 'draft' }),
      product('changing', 'one'),
      product('deleted', 'one'),
      product(ESCAPED_ID, 'one'),
      product(SEARCH_ID, 'one', { handle: 'the-search' }),
    ],
    collections: [collection('c1', 'one'), collection('c2', 'one', { status: 'draft' })],
    memberships: [membership('c1', 'p1', 'one'), membership('c2', 'p1', 'one')],
  });
  await insert(service.catalogue, { ...shop('two'), products: [product('foreign', 'two')] });
  token = await service.token('one');
  published = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (
  id: string,
  given = token,
  options: { method?: string; headers?: Readonly<Record<string, string>> } = {},
) => api.request(`/v1/products/${encodeURIComponent(id)}`, { token: given, ...options });

async function inList(id: string, given: string): Promise<unknown> {
  const { body } = await api.request('/v1/products', { token: given });
  return body.data.find((item: { id: string }) => item.id === id);
}

test.each(['p1', ESCAPED_ID])('%s equals its item in the list, for each visibility', async (id) => {
  for (const given of [token, published]) {
    const { status, body, headers } = await send(id, given);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
    expect(body).toEqual(await inList(id, given));
  }
  const collectionsOf = async (given: string) =>
    (await send('p1', given)).body.collections.map((each: { id: string }) => each.id);
  expect([await collectionsOf(token), await collectionsOf(published)]).toEqual([['c1', 'c2'], ['c1']]);
});

test('HEAD has the same headers and no body; the ETag leads to a 304 until the product changes', async () => {
  const whole = await send('changing');
  const head = await send('changing', token, { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  for (const name of ['etag', 'content-length']) expect(head.headers.get(name)).toBe(whole.headers.get(name));
  const headers = { 'if-none-match': String(whole.headers.get('etag')) };
  for (const method of ['GET', 'HEAD']) {
    const { status, text } = await send('changing', token, { method, headers });
    expect([method, status, text]).toEqual([method, 304, '']);
  }

  await service.catalogue.products.updateOne({ _id: 'changing' }, { $set: { title: 'Changed' } });
  const changed = await eventually(
    () => send('changing', token, { headers }),
    ({ status }) => status === 200,
  );
  expect(changed.body.title).toBe('Changed');
});

test("a deleted, unknown, hidden or another merchant's product: the same 404", async () => {
  expect((await send('deleted')).status).toBe(200);
  await service.catalogue.products.deleteOne({ _id: 'deleted' });
  await eventually(
    () => send('deleted'),
    ({ status }) => status === 404,
  );
  expect((await send('hidden')).status).toBe(200);
  const cases = [
    ['deleted', token],
    ['unknown', token],
    ['x'.repeat(2000), token],
    ['\u0000', token],
    ['foreign', token],
    ['hidden', published],
  ] as const;
  const first = await send('unknown');
  for (const [id, given] of cases) {
    const response = await send(id, given);
    expectProblem(response, 404, 'product_not_found');
    expect({ ...response.body, requestId: '' }).toEqual({ ...first.body, requestId: '' });
    expect(response.headers.has('etag')).toBe(false);
  }
});

test('a product with the id `search` has no page, and is found by its handle; as a draft it is hidden', async () => {
  expect((await send(SEARCH_ID, published)).status).toBe(405);
  const found = () => api.request('/v1/products?handle=the-search', { token: published });
  expect((await found()).body.data.map(({ id }: { id: string }) => id)).toEqual([SEARCH_ID]);
  await service.catalogue.products.updateOne({ _id: SEARCH_ID }, { $set: { status: 'draft' } });
  await eventually(found, ({ body }) => body.data.length === 0);
});

test('a path that cannot be decoded is a 400, and a path below a product is a 404', async () => {
  expectProblem(await api.request('/v1/products/%ZZ', { token }), 400, 'invalid_request');
  expectProblem(await api.request('/v1/products/p1/more', { token }), 404, 'not_found');
  expectProblem(await api.request('/v1/products/p1'), 401, 'unauthorized');
});
