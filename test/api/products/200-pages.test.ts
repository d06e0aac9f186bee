/**
 * Pages of `GET /v1/products` neither skip nor repeat items in any sort and direction, and `meta` and Link are right.
 */
import fc from 'fast-check';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, type ApiResponse, createService, type TestService } from '../../support/service.ts';
import { idsOf, linksOf, readPages } from '../responses.ts';

const COUNT = 23;
const DAY_MS = 86_400_000;

/** Few distinct values per field, so that each sort has many equal keys; ids aren't in insertion order. */
const items = Array.from({ length: COUNT }, (_, index) =>
  product(`p${String((index * 7) % COUNT).padStart(2, '0')}`, 'one', {
    createdAt: new Date(DAY_MS * (index % 3)),
    updatedAt: new Date(DAY_MS * (index % 4)),
    price: (index % 5) - 1.5,
    quantity: index % 3,
    status: ['draft', 'published', 'archived'][index % 3],
    featured: index % 2 === 0,
    handle: `h${index % 4}`,
    currency: ['EUR', 'USD', 'CHF'][index % 3],
    title: ['apple', 'Banana', 'äpfel'][index % 3],
    subtitle: `s${index % 2}`,
    barcode: `b${index % 5}`,
  }),
);

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, { ...shop('one'), ...shop('empty'), merchants: [], products: items });
  await insert(service.catalogue, { merchants: [...shop('one').merchants, ...shop('empty').merchants] });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  api = await service.startApi();
});
afterAll(() => service.stop());

const SORTS = [
  'createdAt',
  'updatedAt',
  'price',
  'quantity',
  'status',
  'featured',
  'handle',
  'currency',
  'id',
  'title',
  'subtitle',
  'barcode',
];

/** The documented order, computed without MongoDB: by the field, equal keys by id in the same direction. */
function expectedIds(sortBy: string, sortOrder: string, of = items): string[] {
  const keyOf = (item: (typeof items)[number]) => {
    const value: unknown = item[sortBy === 'id' ? '_id' : sortBy];
    return typeof value === 'string' ? Buffer.from(value) : Number(value);
  };
  const compare = (one: unknown, other: unknown): number =>
    Buffer.isBuffer(one) && Buffer.isBuffer(other) ? Buffer.compare(one, other) : Number(one) - Number(other);
  const ascending = of.toSorted((one, other) => compare(keyOf(one), keyOf(other)) || (one._id < other._id ? -1 : 1));
  return (sortOrder === 'asc' ? ascending : ascending.toReversed()).map(({ _id }) => _id);
}

const cases = SORTS.flatMap((sortBy) => ['asc', 'desc'].map((sortOrder) => [sortBy, sortOrder] as const));

describe('sorting', () => {
  test.each(cases)(
    'by %s %s: the pages make the whole list, equal keys by id in the same direction',
    async (by, order) => {
      const pages = await readPages(api, token, `/v1/products?perPage=5&sortBy=${by}&sortOrder=${order}`);
      expect(pages.map((page) => page.length)).toEqual([5, 5, 5, 5, 3]);
      expect(pages.flat()).toEqual(expectedIds(by, order));
    },
  );

  test.each(cases)('by %s %s as a published token sees it', async (by, order) => {
    const published = items.filter(({ status }) => status === 'published');
    const pages = await readPages(api, publishedToken, `/v1/products?perPage=3&sortBy=${by}&sortOrder=${order}`);
    expect(pages.flat()).toEqual(expectedIds(by, order, published));
  });

  test('is by createdAt, newest first, by default', async () => {
    expect(idsOf(await api.request('/v1/products', { token }))).toEqual(expectedIds('createdAt', 'desc'));
    expect(idsOf(await api.request('/v1/products?sortOrder=asc', { token }))).toEqual(expectedIds('createdAt', 'asc'));
    expect(idsOf(await api.request('/v1/products?sortBy=price', { token }))).toEqual(expectedIds('price', 'desc'));
  });
});

describe('meta', () => {
  test('any page and perPage have the right items and numbers', async () => {
    const all = expectedIds('id', 'asc');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }), async (page, perPage) => {
        const url = `/v1/products?sortBy=id&sortOrder=asc&page=${page}&perPage=${perPage}`;
        const response = await api.request(url, { token });
        const lastPage = Math.ceil(COUNT / perPage);
        expect(idsOf(response)).toEqual(all.slice((page - 1) * perPage, page * perPage));
        expect(response.body.meta).toEqual({
          total: COUNT,
          perPage,
          currentPage: page,
          lastPage,
          firstPage: 1,
          firstPageUrl: '/v1/products?page=1',
          lastPageUrl: `/v1/products?page=${lastPage}`,
          nextPageUrl: page < lastPage ? `/v1/products?page=${page + 1}` : null,
          previousPageUrl: page === 1 ? null : `/v1/products?page=${Math.min(page - 1, lastPage)}`,
        });
      }),
      { numRuns: 40 },
    );
  });

  test.each(['25', '4503599627370497', '9007199254740991'])('page %s, beyond the last, is empty', async (page) => {
    const { status, body, headers } = await api.request(`/v1/products?page=${page}&perPage=5`, { token });
    expect([status, body.data]).toEqual([200, []]);
    expect(body.meta).toMatchObject({
      total: COUNT,
      currentPage: Number(page),
      lastPage: 5,
      nextPageUrl: null,
      previousPageUrl: '/v1/products?page=5',
    });
    expect(linksOf({ status, body, headers, text: '' })).toEqual({
      first: '/v1/products?page=1&perPage=5',
      last: '/v1/products?page=5&perPage=5',
      prev: '/v1/products?page=5&perPage=5',
    });
  });

  test('an empty list has total 0 and one page', async () => {
    const { body } = await api.request('/v1/products', { token: await service.token('empty') });
    expect(body.data).toEqual([]);
    expect(body.meta).toEqual({
      total: 0,
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
});

describe('Link', () => {
  test('links the neighbours with all parameters of the request, unknown ones too', async () => {
    const response = await api.request('/v1/products?sortBy=price&perPage=5&page=3&mine=a%26b%20%C3%A4', { token });
    const at = (page: number) => `/v1/products?sortBy=price&perPage=5&page=${page}&mine=a%26b+%C3%A4`;
    expect(linksOf(response)).toEqual({ first: at(1), last: at(5), next: at(4), prev: at(2) });
  });

  test('following `next` reads the whole list once, and `prev` the way back', async () => {
    const walk = async (from: string, relation: string): Promise<string[][]> => {
      const pages: string[][] = [];
      for (let url: string | undefined = from; url !== undefined; ) {
        const response: ApiResponse = await api.request(url, { token });
        pages.push(idsOf(response));
        url = linksOf(response)[relation];
      }
      return pages;
    };
    const forward = await walk('/v1/products?sortBy=title&perPage=4', 'next');
    expect(forward.flat()).toEqual(expectedIds('title', 'desc'));
    expect(await walk('/v1/products?sortBy=title&perPage=4&page=6', 'prev')).toEqual(forward.toReversed());
  });
});

describe('parameters', () => {
  test('unknown ones are ignored, even if given twice', async () => {
    const response = await api.request('/v1/products?cursor=1&cursor=2&Page=0&sortby=nothing&%00=%FF', { token });
    expect(idsOf(response)).toEqual(expectedIds('createdAt', 'desc'));
  });

  test('MAX_PER_PAGE bounds perPage, its default included', async () => {
    const small = await service.startApi({ MAX_PER_PAGE: '7' });
    const byDefault = await small.request('/v1/products', { token });
    expect([byDefault.body.meta.perPage, byDefault.body.data.length]).toEqual([7, 7]);
    expect((await small.request('/v1/products?perPage=7', { token })).status).toBe(200);
    expect((await small.request('/v1/products?perPage=8', { token })).status).toBe(400);
  });

  test('perPage may be 500', async () => {
    expect((await api.request('/v1/products?perPage=500', { token })).body.meta.perPage).toBe(500);
  });
});
