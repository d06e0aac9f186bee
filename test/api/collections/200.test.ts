/**
 * `GET /v1/collections` has all documented fields, newest first, with the first products of each collection in its
 * order.
 */
import { type Document, ObjectId } from 'mongodb';
import { collection, insert, location, membership, merchant, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { idsOf, linksOf, readPages } from '../responses.ts';

const LIMIT = 3;

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

/** Members in the collection's order; no product has the id `gone`. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  short: ['p2', 'p1'],
  exact: ['p3', 'p1', 'p2'],
  long: ['p4', 'p3', 'p2', 'p1'],
  'long, & "ödd"': ['p1', 'p2', 'p3', 'p4'],
  'with gaps': ['gone-1', 'p1', 'gone-2', 'gone-3', 'gone-4', 'p2', 'gone-5', 'p3'],
  'drafts first': ['d1', 'd2', 'd3', 'd4', 'p1', 'p2', 'p3'],
  'drafts between': ['p1', 'd1', 'd2', 'd3', 'd4', 'p2', 'p3', 'p4'],
  hidden: ['p1'],
  archived: ['p1'],
};

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one'), merchant('many'), merchant('empty')],
    locations: [location('one-location', 'one')],
    products: [
      product('p1', 'one', { images: [{ path: 'p 1.jpg', mimeType: 'image/jpeg', role: 'image' }] }),
      ...['p2', 'p3', 'p4'].map((id) => product(id, 'one')),
      ...['d1', 'd2', 'd3', 'd4'].map((id) => product(id, 'one', { status: 'draft' })),
    ],
    collections: [
      collection('short', 'one', {
        name: 'Short',
        handle: 'short-handle',
        description: 'All of it',
        images: [{ path: 'ü/c.png', mimeType: 'image/png', role: 'image' }],
        createdAt: at(20),
        updatedAt: new Date('2026-02-02T12:00:00.007Z'),
      }),
      ...Object.keys(MEMBERS)
        .filter((id) => id !== 'short')
        .map((id, index) =>
          collection(id, 'one', {
            createdAt: at(10 - index),
            status: id === 'hidden' ? 'draft' : id === 'archived' ? 'archived' : 'published',
          }),
        ),
      { _id: 'bare', merchantId: 'one', createdAt: at(1) },
      ...Array.from({ length: 7 }, (_, index) =>
        collection(`m${index}`, 'many', { createdAt: at(1 + Math.floor(index / 3)) }),
      ),
    ],
    memberships: Object.entries(MEMBERS).flatMap(([collectionId, ids]) =>
      ids.map((id, position) => membership(collectionId, id, 'one', { position, hidePrice: id === 'p2' })),
    ),
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi({ COLLECTION_PRODUCTS_LIMIT: String(LIMIT) });
});
afterAll(() => service.stop());

/** The ids of the products of each collection. */
async function membersSeenWith(given: string): Promise<Record<string, string[]>> {
  const { body } = await api.request('/v1/collections', { token: given });
  return Object.fromEntries(
    body.data.map(({ id, products }: { id: string; products: { id: string }[] }) => [id, products.map((it) => it.id)]),
  );
}

describe('the shape of a collection', () => {
  test('has exactly the documented fields; its products are summaries with hidePrice', async () => {
    const { body } = await api.request('/v1/collections', { token });
    const summary = (id: string, hidePrice: boolean) => ({
      id,
      handle: `handle-${id}`,
      quantity: 7,
      price: 19.95,
      currency: 'EUR',
      status: 'published',
      featured: false,
      title: `Product ${id}`,
      images: [expect.objectContaining({ path: id === 'p1' ? 'p 1.jpg' : `img/${id}.jpg` })],
      hidePrice,
    });
    expect(body.data[0]).toEqual({
      id: 'short',
      name: 'Short',
      handle: 'short-handle',
      description: 'All of it',
      status: 'published',
      images: [
        {
          path: 'ü/c.png',
          mimeType: 'image/png',
          role: 'image',
          url: {
            upload: 'https://uploads.example.com/%C3%BC/c.png',
            download: 'https://images.example.com/%C3%BC/c.png',
          },
        },
      ],
      products: [summary('p2', true), summary('p1', false)],
      createdAt: '2026-01-20T00:00:00.000+00:00',
      updatedAt: '2026-02-02T12:00:00.007+00:00',
    });
  });

  test('is complete even if the document is not', async () => {
    const { body } = await api.request('/v1/collections', { token });
    expect(body.data.at(-1)).toEqual({
      id: 'bare',
      name: '',
      handle: '',
      description: '',
      status: 'draft',
      images: [],
      products: [],
      createdAt: '2026-01-01T00:00:00.000+00:00',
      updatedAt: '1970-01-01T00:00:00.000+00:00',
    });
  });
});

describe('the products of a collection', () => {
  test("are the first COLLECTION_PRODUCTS_LIMIT existing ones, in the collection's order", async () => {
    expect(await membersSeenWith(token)).toEqual({
      short: ['p2', 'p1'],
      exact: ['p3', 'p1', 'p2'],
      long: ['p4', 'p3', 'p2'],
      'long, & "ödd"': ['p1', 'p2', 'p3'],
      'with gaps': ['p1', 'p2', 'p3'],
      'drafts first': ['d1', 'd2', 'd3'],
      'drafts between': ['p1', 'd1', 'd2'],
      hidden: ['p1'],
      archived: ['p1'],
      bare: [],
    });
  });

  test('are published ones for a published token, which sees only published collections', async () => {
    expect(await membersSeenWith(publishedToken)).toEqual({
      short: ['p2', 'p1'],
      exact: ['p3', 'p1', 'p2'],
      long: ['p4', 'p3', 'p2'],
      'long, & "ödd"': ['p1', 'p2', 'p3'],
      'with gaps': ['p1', 'p2', 'p3'],
      'drafts first': ['p1', 'p2', 'p3'],
      'drafts between': ['p1', 'p2', 'p3'],
    });
  });

  test.each([
    ['all', () => token, ['long', 'long, & "ödd"', 'drafts first', 'drafts between']],
    ['published', () => publishedToken, ['long', 'long, & "ödd"', 'drafts between']],
  ])('Catalogue-Truncated lists the collections that have more for a token that sees %s', async (_name, given, ids) => {
    const { headers } = await api.request('/v1/collections', { token: given() });
    const listed = (headers.get('catalogue-truncated') ?? '').split(', ').map(decodeURIComponent);
    expect(listed).toEqual(ids);
    for (const id of listed) {
      const rest = await api.request(`/v1/products?collection=${encodeURIComponent(id)}`, { token: given() });
      expect(rest.body.meta.total).toBeGreaterThan(LIMIT);
    }
  });

  test('Catalogue-Truncated is absent if no collection is truncated', async () => {
    const { headers } = await api.request('/v1/collections?search=short-handle', { token });
    expect(headers.get('catalogue-truncated')).toBeNull();
  });

  test('are at most 250 by default, and with one less the ETag changes though the body does not', async () => {
    const byDefault = await service.startApi();
    await insert(service.catalogue, {
      ...shop('big'),
      products: Array.from({ length: 251 }, (_, index) => product(`big-${index}`, 'big')),
      collections: [collection('big-c', 'big')],
      memberships: Array.from({ length: 251 }, (_, index) =>
        membership('big-c', `big-${index}`, 'big', { position: index }),
      ),
    });
    const bigToken = await service.token('big');
    const cut = await byDefault.request('/v1/collections', { token: bigToken });
    expect([cut.body.data[0].products.length, cut.headers.get('catalogue-truncated')]).toEqual([250, 'big-c']);
    const whole = await byDefault.request('/v1/products?collection=big-c&perPage=500', { token: bigToken });
    expect(idsOf(whole)).toEqual(Array.from({ length: 251 }, (_, index) => `big-${index}`));

    // The body stays as it is, but a client that kept the header must learn that it is gone.
    await service.catalogue.products.deleteOne({ _id: 'big-250' });
    const headers = { 'if-none-match': cut.headers.get('etag') ?? '' };
    const again = await eventually(
      () => byDefault.request('/v1/collections', { token: bigToken, headers }),
      (response) => response.headers.get('catalogue-truncated') === null,
    );
    expect([again.status, again.text === cut.text]).toEqual([200, true]);
  });
});

describe('the list', () => {
  test('is newest first, equal times by id in the same direction, without gaps or repeats between pages', async () => {
    const many = await service.token('many');
    const pages = await readPages(api, many, '/v1/collections?perPage=3');
    expect(pages).toEqual([['m6', 'm5', 'm4'], ['m3', 'm2', 'm1'], ['m0']]);
  });

  test('has the meta and Link of its page', async () => {
    const response = await api.request('/v1/collections?perPage=3&page=2&search=collection', {
      token: await service.token('many'),
    });
    expect(response.body.meta).toEqual({
      total: 7,
      perPage: 3,
      currentPage: 2,
      lastPage: 3,
      firstPage: 1,
      firstPageUrl: '/v1/collections?page=1',
      lastPageUrl: '/v1/collections?page=3',
      nextPageUrl: '/v1/collections?page=3',
      previousPageUrl: '/v1/collections?page=1',
    });
    const link = (page: number) => `/v1/collections?perPage=3&page=${page}&search=collection`;
    expect(linksOf(response)).toEqual({ first: link(1), last: link(3), next: link(3), prev: link(1) });
  });

  test('has 100 items a page by default, and none beyond the last', async () => {
    expect((await api.request('/v1/collections', { token })).body.meta.perPage).toBe(100);
    const { status, body } = await api.request('/v1/collections?page=9007199254740991', { token });
    expect([status, body.data, body.meta.total]).toEqual([200, [], 10]);
    expect(body.meta).toMatchObject({ nextPageUrl: null, previousPageUrl: '/v1/collections?page=1' });
  });

  test('has total 0 and one page if it is empty', async () => {
    const { body } = await api.request('/v1/collections', { token: await service.token('empty') });
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ total: 0, lastPage: 1, nextPageUrl: null, previousPageUrl: null });
  });

  test('counts only what the token may see', async () => {
    const [all, published] = await Promise.all(
      [token, publishedToken].map((given) => api.request('/v1/collections', { token: given })),
    );
    expect([all?.body.meta.total, published?.body.meta.total]).toEqual([10, 7]);
  });

  test('ignores unknown parameters', async () => {
    const response = await api.request('/v1/collections?sortBy=colour&status=x&status=y', { token });
    expect([response.status, response.body.meta.total]).toEqual([200, 10]);
  });
});

describe('headers', () => {
  test('are those of a private list, for HEAD too', async () => {
    const get = await api.request('/v1/collections', { token });
    expect(get.headers.get('cache-control')).toBe('private, no-cache');
    expect(get.headers.get('vary')).toBe('Authorization, Accept-Encoding');
    const head = await api.request('/v1/collections', { token, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'link', 'catalogue-truncated'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    expect(head.headers.get('etag')).toMatch(/^W\/"/);
  });

  test('If-None-Match is a 304 until a product of a collection changes', async () => {
    const etag = (await api.request('/v1/collections', { token })).headers.get('etag') ?? '';
    const send = () => api.request('/v1/collections', { token, headers: { 'if-none-match': etag } });
    const unchanged = await send();
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    await service.catalogue.products.updateOne({ _id: 'p4' }, { $set: { quantity: 6 } });
    expect((await eventually(send, ({ status }) => status !== 304)).status).toBe(200);
  });
});

test('a truncated collection whose id is no text is shown, with its id as a text', async () => {
  const _id = new ObjectId();
  const ids = ['o1', 'o2', 'o3', 'o4'];
  await insert(service.catalogue, { ...shop('other-ids'), products: ids.map((id) => product(id, 'other-ids')) });
  const store = (name: string, documents: Document[]) =>
    service.database.collection(name).insertMany(documents, { bypassDocumentValidation: true });
  await store('collections', [{ ...collection('c', 'other-ids'), _id }]);
  await store(
    'memberships',
    ids.map((id) => ({ ...membership('c', id, 'other-ids'), _id: `${_id}:${id}`, collectionId: _id })),
  );
  const response = await api.request('/v1/collections', { token: await service.token('other-ids') });
  expect([response.status, response.headers.get('catalogue-truncated')]).toEqual([200, String(_id)]);
  expect(idsOf(response)).toEqual([String(_id)]);
});
