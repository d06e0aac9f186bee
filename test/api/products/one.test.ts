/** `GET /v1/products/{id}`: the product as lists show it, now; and one answer to all that may not be seen. */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectProblem } from '../answers.ts';

/** Ids with characters that an address must encode. */
const ODD_IDS = ['a/b', 'a b', 'ä?#%', '..', 'search', '$where', '\u{1f600}'];

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: [...shop('one').merchants, ...shop('two').merchants],
    products: [
      product('p1', 'one'),
      product('draft', 'one', { status: 'draft' }),
      product('other', 'two'),
      ...ODD_IDS.map((id) => product(id, 'one', { createdAt: new Date(0) })),
    ],
    collections: [collection('c1', 'one'), collection('hidden', 'one', { status: 'draft' })],
    memberships: [membership('c1', 'p1', 'one'), membership('hidden', 'p1', 'one')],
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const read = (id: string, given = token, options = {}) =>
  api.request(`/v1/products/${encodeURIComponent(id)}`, { token: given, ...options });

test.each(['all', 'published'] as const)(
  'with a token that sees %s, it is the product of the list',
  async (visibility) => {
    const given = visibility === 'all' ? token : publishedToken;
    const { status, body, headers } = await read('p1', given);
    const list = await api.request('/v1/products', { token: given });
    expect([status, body]).toEqual([200, list.body.data.find(({ id }: { id: string }) => id === 'p1')]);
    expect(body.collections).toHaveLength(visibility === 'all' ? 2 : 1);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
  },
);

test('one that does not exist, is another merchant’s, or may not be seen gets the same response', async () => {
  for (const [id, given] of [
    ['none', token],
    ['other', token],
    ['draft', publishedToken],
    ['x'.repeat(1000), token],
    ['\0', token],
  ] as const) {
    const answer = await read(id, given);
    expectProblem(answer, 404, 'product_not_found');
    expect(answer.body.detail).toBe('There is no such product.');
  }
  expect((await read('draft')).status).toBe(200);
  expect((await api.request('/v1/products/p1')).status).toBe(401);
});

test.each(ODD_IDS.filter((id) => id !== 'search' && id !== '..'))(
  'an id that an address must encode: %j',
  async (id) => {
    const { status, body } = await read(id);
    expect([status, body.id]).toEqual([200, id]);
  },
);

test('the path of the search stays the search’s alone', async () => {
  expectProblem(await read('search'), 405, 'method_not_allowed');
});

test('a path that cannot be decoded is a 400', async () => {
  expectProblem(await api.request('/v1/products/%ff', { token }), 400, 'invalid_request');
});

test('its ETag gets a 304 until it is written, and a write is seen at once', async () => {
  const etag = (await read('p1')).headers.get('etag') ?? '';
  for (const method of ['GET', 'HEAD']) {
    const { status, text } = await read('p1', token, { method, headers: { 'if-none-match': etag } });
    expect([method, status, text]).toEqual([method, 304, '']);
  }
  const head = await read('p1', token, { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
  await service.catalogue.products.updateOne({ _id: 'p1' }, { $set: { price: 1 } });
  const { status, body } = await read('p1', token, { headers: { 'if-none-match': etag } });
  expect([status, body.price]).toEqual([200, 1]);
});
