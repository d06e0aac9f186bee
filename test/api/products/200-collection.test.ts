/**
 * `GET /v1/products?collection=` pages through a collection in its own order or sorted, by status, as far as the token
 * may see.
 */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf, linksOf, readPages } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

/** In the collection's order; no product has the id `gone`. */
const order = ['p4', 'gone', 'p1', 'p5', 'p2', 'p3', 'outside-draft'];

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('p1', 'one', { price: 3 }),
      product('p2', 'one', { price: 1, status: 'draft' }),
      product('p3', 'one', { price: 2, status: 'archived' }),
      product('p4', 'one', { price: 5 }),
      product('p5', 'one', { price: 4 }),
      product('outside-draft', 'one', { price: 0, status: 'draft' }),
      product('in-none', 'one'),
    ],
    collections: [
      collection('c', 'one'),
      collection('hidden', 'one', { status: 'draft' }),
      collection('empty', 'one'),
      collection('ties', 'one'),
      collection('C "/?&\u0000é😀', 'one'),
    ],
    memberships: [
      ...order.map((id, index) => membership('c', id, 'one', { position: index * 10 })),
      membership('hidden', 'p1', 'one'),
      ...['p5', 'p1', 'p4'].map((id) => membership('ties', id, 'one', { position: 1 })),
      membership('C "/?&\u0000é😀', 'p1', 'one'),
    ],
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = (query: string, given = token) => api.request(`/v1/products?${query}`, { token: given });

describe('the order', () => {
  test("is the collection's own without sortBy, over pages; only existing members count", async () => {
    expect(await readPages(api, token, '/v1/products?collection=c&perPage=2')).toEqual([
      ['p4', 'p1'],
      ['p5', 'p2'],
      ['p3', 'outside-draft'],
    ]);
    expect((await send('collection=c')).body.meta).toMatchObject({ total: 6, lastPage: 1 });
  });

  test('is by product id for equal positions', async () => {
    expect(idsOf(await send('collection=ties'))).toEqual(['p1', 'p4', 'p5']);
  });

  test('is reversed by sortOrder=desc', async () => {
    expect(await readPages(api, token, '/v1/products?collection=c&perPage=4&sortOrder=desc')).toEqual([
      ['outside-draft', 'p3', 'p2', 'p5'],
      ['p1', 'p4'],
    ]);
  });

  test('is that of sortBy if given', async () => {
    expect(await readPages(api, token, '/v1/products?collection=c&perPage=4&sortBy=price&sortOrder=asc')).toEqual([
      ['outside-draft', 'p2', 'p3', 'p1'],
      ['p5', 'p4'],
    ]);
  });
});

describe('visibility', () => {
  test.each([
    ['draft', ['p2', 'outside-draft']],
    ['published', ['p4', 'p1', 'p5']],
    ['archived', ['p3']],
  ])('status=%s narrows it', async (status, ids) => {
    const response = await send(`collection=c&status=${status}`);
    expect([idsOf(response), response.body.meta.total]).toEqual([ids, ids.length]);
  });

  test('a published token gets the published members, in any order and with any status', async () => {
    expect(idsOf(await send('collection=c', publishedToken))).toEqual(['p4', 'p1', 'p5']);
    expect(idsOf(await send('collection=c&sortBy=price&sortOrder=asc', publishedToken))).toEqual(['p1', 'p5', 'p4']);
    expect(idsOf(await send('collection=c&status=draft', publishedToken))).toEqual([]);
  });

  test('a published token does not see an unpublished collection', async () => {
    expect(idsOf(await send('collection=hidden'))).toEqual(['p1']);
    const response = await send('collection=hidden', publishedToken);
    expect([response.status, response.body.data, response.body.meta.total]).toEqual([200, [], 0]);
  });

  test.each(['empty', 'nothing-has-this-id', 'c:p1', '%00', '%F0%9F'])('collection=%s is an empty list', async (id) => {
    const { status, body } = await send(`collection=${id}`);
    expect([status, body.data, body.meta.total, body.meta.lastPage]).toEqual([200, [], 0, 1]);
  });

  test('an id of any characters is found, and Link keeps it', async () => {
    const id = encodeURIComponent('C "/?&\u0000é😀');
    const response = await send(`collection=${id}`);
    expect(idsOf(response)).toEqual(['p1']);
    const { first = '' } = linksOf(response);
    expect(idsOf(await api.request(first, { token }))).toEqual(['p1']);
  });

  test('pages beyond the last are empty, with the total of the collection', async () => {
    for (const page of ['4', '9007199254740991']) {
      const { status, body } = await send(`collection=c&perPage=2&page=${page}`);
      expect([status, body.data, body.meta.total]).toEqual([200, [], 6]);
      expect(body.meta).toMatchObject({ lastPage: 3, nextPageUrl: null, previousPageUrl: '/v1/products?page=3' });
    }
  });
});
