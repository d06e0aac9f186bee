/**
 * `GET /v1/products` has all documented fields with their types, what each visibility may see, and the headers of a
 * list.
 */
import { Decimal128 } from 'mongodb';
import { collection, insert, location, membership, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

const at = (text: string) => new Date(text);

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    merchants: [merchant('one', { name: 'Shop One', handle: 'shop-one' })],
    locations: [location('quay', 'one', { name: 'Quay', handle: 'quay-shop' })],
    products: [
      product('complete', 'one', {
        locationId: 'quay',
        price: Decimal128.fromString('19.90'),
        currency: 'EUR',
        featured: true,
        specifications: { material: 'steel', 'Länge (cm)': '12' },
        images: [{ path: 'one/a b/ä#1?.jpg', mimeType: 'image/jpeg', role: 'image' }],
        createdAt: at('2026-01-31T09:30:00.123Z'),
        updatedAt: at('2026-02-01T23:59:59.999Z'),
      }),
      { _id: 'bare', merchantId: 'one', createdAt: at('2026-01-30T00:00:00Z'), status: 'draft' },
      product('archived', 'one', { status: 'archived', createdAt: at('2026-01-29T00:00:00Z') }),
    ],
    collections: [
      collection('c-open', 'one', { name: 'Open', images: [{ path: 'c.jpg' }] }),
      collection('c-draft', 'one', { name: 'Draft', status: 'draft' }),
    ],
    memberships: [membership('c-open', 'complete', 'one'), membership('c-draft', 'complete', 'one')],
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const dataOf = async (given = token) => (await api.request('/v1/products', { token: given })).body.data;

const summary = (id: string, name: string, status: string) => ({
  id,
  name,
  handle: id,
  description: `About ${id}`,
  status,
  createdAt: '2026-01-31T09:30:00.123+00:00',
  updatedAt: '2026-01-31T09:30:00.123+00:00',
});

describe('the shape of a product', () => {
  test('has exactly the documented fields, each of its documented type', async () => {
    const [complete] = await dataOf();
    expect(complete).toEqual({
      id: 'complete',
      handle: 'handle-complete',
      quantity: 7,
      price: 19.9,
      currency: 'EUR',
      status: 'published',
      featured: true,
      title: 'Product complete',
      subtitle: 'Subtitle of complete',
      description: 'Description of complete',
      barcode: '4006381333931',
      variants: [{ key: 'Colour', value: 'red' }],
      specifications: { material: 'steel', 'Länge (cm)': '12' },
      images: [
        {
          path: 'one/a b/ä#1?.jpg',
          mimeType: 'image/jpeg',
          role: 'image',
          url: {
            upload: 'https://uploads.example.com/one/a%20b/%C3%A4%231%3F.jpg',
            download: 'https://images.example.com/one/a%20b/%C3%A4%231%3F.jpg',
          },
        },
      ],
      collections: [summary('c-draft', 'Draft', 'draft'), summary('c-open', 'Open', 'published')],
      inventory: { sku: 'SKU-complete', tracked: true, reserved: 1, allowBackorder: false },
      merchant: { id: 'one', name: 'Shop One', handle: 'shop-one' },
      location: {
        id: 'quay',
        name: 'Quay',
        handle: 'quay-shop',
        address: { line1: '1 Quay Street', city: 'Porto', region: 'Norte', postalCode: '4000-001', countryCode: 'PT' },
        timezone: 'Europe/Lisbon',
      },
      createdAt: '2026-01-31T09:30:00.123+00:00',
      updatedAt: '2026-02-01T23:59:59.999+00:00',
    });
  });

  test('is complete even if the document is not: missing texts and lists are empty', async () => {
    const [, bare] = await dataOf();
    expect(bare).toEqual({
      id: 'bare',
      handle: '',
      quantity: 0,
      price: 0,
      currency: '',
      status: 'draft',
      featured: false,
      title: '',
      subtitle: '',
      description: '',
      barcode: '',
      variants: [],
      specifications: {},
      images: [],
      collections: [],
      inventory: { sku: '', tracked: true, reserved: 0, allowBackorder: false },
      merchant: { id: 'one', name: 'Shop One', handle: 'shop-one' },
      location: {
        id: '',
        name: '',
        handle: '',
        address: { line1: '', city: '', region: '', postalCode: '', countryCode: '' },
        timezone: '',
      },
      createdAt: '2026-01-30T00:00:00.000+00:00',
      updatedAt: '1970-01-01T00:00:00.000+00:00',
    });
  });

  test.each([
    ['https://cdn.example.net/a/', 'https://cdn.example.net/a/one/a%20b/%C3%A4%231%3F.jpg'],
    ['https://cdn.example.net/a', 'https://cdn.example.net/a/one/a%20b/%C3%A4%231%3F.jpg'],
  ])('joins image paths to the configured base %s with one slash', async (base, url) => {
    const other = await service.startApi({ IMAGE_DOWNLOAD_BASE_URL: base, IMAGE_UPLOAD_BASE_URL: base });
    const { body } = await other.request('/v1/products', { token });
    expect(body.data[0].images[0].url).toEqual({ upload: url, download: url });
  });
});

describe('what a token sees', () => {
  test('all: every status, newest first, 100 a page', async () => {
    const response = await api.request('/v1/products', { token });
    expect(idsOf(response)).toEqual(['complete', 'bare', 'archived']);
    expect(response.body.meta).toEqual({
      total: 3,
      perPage: 100,
      currentPage: 1,
      lastPage: 1,
      firstPage: 1,
      firstPageUrl: '/v1/products?page=1',
      lastPageUrl: '/v1/products?page=1',
      nextPageUrl: null,
      previousPageUrl: null,
    });
  });

  test('published: only published products, and only published ones of their collections', async () => {
    const response = await api.request('/v1/products', { token: publishedToken });
    expect(idsOf(response)).toEqual(['complete']);
    expect(response.body.meta.total).toBe(1);
    expect(response.body.data[0].collections).toEqual([summary('c-open', 'Open', 'published')]);
  });

  test.each([
    ['draft', ['bare'], []],
    ['published', ['complete'], ['complete']],
    ['archived', ['archived'], []],
  ])('status=%s narrows what the token may see, and never widens it', async (status, forAll, forPublished) => {
    const all = await api.request(`/v1/products?status=${status}`, { token });
    const published = await api.request(`/v1/products?status=${status}`, { token: publishedToken });
    expect([idsOf(all), idsOf(published)]).toEqual([forAll, forPublished]);
    expect([all.body.meta.total, published.body.meta.total]).toEqual([forAll.length, forPublished.length]);
  });
});

describe('headers', () => {
  test('are those of a private list with an ETag', async () => {
    const { headers } = await api.request('/v1/products', { token });
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding');
    expect(headers.get('etag')).toMatch(/^W\/"[^"]+"$/);
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await api.request('/v1/products', { token });
    const head = await api.request('/v1/products', { token, method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['etag', 'link', 'content-type', 'cache-control', 'vary'])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('Accept-Encoding: %s gets that encoding, with the same content', async (accepted, encoding) => {
    const plain = await api.request('/v1/products', { token, headers: { 'accept-encoding': 'identity' } });
    const response = await api.request('/v1/products', { token, headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.body).toEqual(plain.body);
  });

  test('a small page is not compressed', async () => {
    const { headers, body } = await api.request('/v1/products?handle=none', {
      token,
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect([headers.get('content-encoding'), body]).toMatchObject([null, { data: [] }]);
  });

  test('OPTIONS lists the methods', async () => {
    const { status, headers } = await api.request('/v1/products', { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});
