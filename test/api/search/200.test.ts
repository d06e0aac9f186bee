/**
 * `POST /v1/products/search`, form A: matches, best first, each with its index among the hits and the current product
 * of MongoDB.
 */
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import type { Running } from '../../support/in-worker.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf, metricOf } from '../responses.ts';

let service: TestService;
let api: Api;
let indexer: Running;
let token: string;
let publishedToken: string;

const long = (before: number, after: number) =>
  `${'lorem ipsum '.repeat(before)}needlework is here, and needlework again ${'dolor sit '.repeat(after)}end`;

/** The word follows texts whose UTF-8, UTF-16 and visible lengths differ. */
const BEFORE_THE_WORD: Readonly<Record<string, string>> = {
  emoji: '😀 zeppelin',
  family: '👨‍👩‍👧‍👦 zeppelin',
  combining: 'e\u0301toile zeppelin',
  accents: 'äöü ÄÖÜß zeppelin',
  japanese: '東京の 品物 zeppelin',
  arabic: 'منتج جديد zeppelin',
  ligature: 'ﬁne ﬂow zeppelin',
  fullwidth: 'Ｆｕｌｌ zeppelin',
  turkish: 'İSTANBUL ışık zeppelin',
  spaces: '\u00a0\u2003zeppelin',
  first: 'Zeppelin 😀',
};

const POSITIONS = ['a', 'b', 'c', 'd', 'e'];

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      product('kinds', 'one', {
        title: 'Aurelia',
        subtitle: 'brillante light',
        barcode: '9781234567897',
        inventory: { sku: 'QX-7781' },
        variants: [
          { key: 'Colour', value: 'crimson' },
          { key: 'Size', value: 'gigantic' },
        ],
        specifications: { Voltage: 'tripolar', Casing: 'titanium' },
        description: 'It whispers nothing.',
      }),
      product('both', 'one', {
        title: 'Walnut board',
        subtitle: 'A board of walnut for bread',
        description: 'Bread on walnut',
      }),
      product('only-description', 'one', { title: 'Other', description: 'A word about walnut' }),
      product('long', 'one', { title: 'Long', description: long(40, 40) }),
      ...Object.entries(BEFORE_THE_WORD).map(([id, title]) =>
        product(`u-${id}`, 'one', { title, subtitle: '', description: '' }),
      ),
      ...Array.from({ length: 15 }, (_, index) => product(`many-${index}`, 'one', { title: `Teaspoon ${index}` })),
      ...POSITIONS.map((id) => product(`at-${id}`, 'one', { title: 'Pillowcase', price: 10, handle: `old-${id}` })),
      product('draft', 'one', { title: 'Umbrella in draft', status: 'draft' }),
      product('open', 'one', { title: 'Umbrella in the open' }),
    ],
    collections: [
      collection('c-open', 'one', { name: 'Moonlit evenings' }),
      collection('c-hidden', 'one', { name: 'Clandestine plans', status: 'draft' }),
    ],
    memberships: [membership('c-open', 'kinds', 'one'), membership('c-hidden', 'kinds', 'one')],
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  [api, indexer] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const search = (body: object, given = token) => api.request('/v1/products/search', { token: given, json: body });

describe('the response', () => {
  test('is an array of product summaries with their matches, and no pagination', async () => {
    const { status, body, headers } = await search({ query: 'aurelia' });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        product: {
          id: 'kinds',
          handle: 'handle-kinds',
          quantity: 7,
          price: 19.95,
          currency: 'EUR',
          status: 'published',
          featured: false,
          title: 'Aurelia',
          images: [
            {
              path: 'img/kinds.jpg',
              mimeType: 'image/jpeg',
              role: 'image',
              url: {
                upload: 'https://uploads.example.com/img/kinds.jpg',
                download: 'https://images.example.com/img/kinds.jpg',
              },
            },
          ],
        },
        search: {
          index: 0,
          results: [{ product_id: 'kinds', location_id: 'one-location', type: 'title', text: 'Aurelia' }],
        },
      },
    ]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('link')).toBeNull();
  });

  test('is an empty array if nothing matches', async () => {
    const { status, body } = await search({ query: 'qqqqqqqqqq' });
    expect([status, body]).toEqual([200, []]);
  });

  test.each([
    ['aurelia', 'title', 'Aurelia'],
    ['brillante', 'subtitle', 'brillante light'],
    ['9781234567897', 'barcode', '9781234567897'],
    ['QX-7781', 'sku', 'QX-7781'],
    ['crimson', 'variant', 'Colour: crimson'],
    ['gigantic', 'variant', 'Size: gigantic'],
    ['titanium', 'specification', 'Casing: titanium'],
    ['voltage', 'specification', 'Voltage: tripolar'],
    ['moonlit', 'collection', 'Moonlit evenings'],
    ['clandestine', 'collection', 'Clandestine plans'],
    ['whispers', 'description', 'It whispers nothing.'],
  ])('%s is a match of type %s with the text %s', async (query, type, text) => {
    const { body } = await search({ query });
    expect(body.map(({ search }: { search: object }) => search)).toEqual([
      { index: 0, results: [{ product_id: 'kinds', location_id: 'one-location', type, text }] },
    ]);
  });

  test('has one result per matched text, the one with most words of the query first', async () => {
    const { body } = await search({ query: 'walnut bread' });
    expect(foundIdsOf({ status: 200, headers: new Headers(), text: '', body })[0]).toBe('both');
    const results = body[0].search.results.map(({ type, text }: Record<string, string>) => [type, text]);
    expect(results).toEqual([
      ['subtitle', 'A board of walnut for bread'],
      ['description', 'Bread on walnut'],
      ['title', 'Walnut board'],
    ]);
  });

  test('is sorted by relevance: a match in the title precedes one in the description', async () => {
    expect(foundIdsOf(await search({ query: 'walnut' }))).toEqual(['both', 'only-description']);
  });

  test('tolerates a typo, an unfinished word and another case', async () => {
    for (const query of ['aureila', 'aurel', 'AURELIA', '  aurelia\n'])
      expect([query, foundIdsOf(await search({ query }))]).toEqual([query, ['kinds']]);
  });

  test('has at least one match for every product, for any query', async () => {
    let found = 0;
    for (const query of ['-', '"', '""', '-aurelia', '!', 'of', '的', '\u0000', '😀', 'a b c d e f g h i j k l m']) {
      const { status, body } = await search({ query, limit: 250 });
      expect([query, status]).toEqual([query, 200]);
      for (const { search: matches } of body) expect(matches.results.length).toBeGreaterThanOrEqual(1);
      found += body.length;
    }
    expect(found).toBeGreaterThan(0);
  });
});

describe('limit', () => {
  const countOf = async (body: object) => foundIdsOf(await search({ query: 'teaspoon', ...body })).length;

  test('is 10 by default, and counts hits', async () => {
    expect(await countOf({})).toBe(10);
    expect(await countOf({ limit: 1 })).toBe(1);
    expect(await countOf({ limit: 250 })).toBe(15);
  });

  test('indexes start at 0 in the order of relevance', async () => {
    const { body } = await search({ query: 'teaspoon', limit: 15 });
    expect(body.map(({ search }: { search: { index: number } }) => search.index)).toEqual([...Array(15).keys()]);
  });
});

describe('highlights', () => {
  interface Match {
    text: string;
    highlights: { start: number; length: number }[];
  }
  const slices = ({ text, highlights }: Match) =>
    highlights.map(({ start, length }) => text.slice(start, start + length));

  test('are absent unless requested', async () => {
    for (const body of [{}, { highlight: false }]) {
      const response = await search({ query: 'aurelia', ...body });
      expect(Object.keys(response.body[0].search.results[0])).toEqual(['product_id', 'location_id', 'type', 'text']);
    }
  });

  test.each(Object.entries(BEFORE_THE_WORD))('count in UTF-16 units of the text: %s', async (id, title) => {
    const { body } = await search({ query: 'zeppelin', limit: 50, highlight: true });
    const item = body.find(({ product: { id: found } }: { product: { id: string } }) => found === `u-${id}`);
    const [match] = item.search.results;
    expect(match.text).toBe(title);
    expect(match.highlights).toEqual([{ start: title.search(/zeppelin/i), length: 8 }]);
  });

  test('mark every word of the query, in order, as written in the text', async () => {
    const { body } = await search({ query: 'bread walnut', highlight: true });
    const [subtitle] = body[0].search.results;
    expect(slices(subtitle)).toEqual(['walnut', 'bread']);
  });

  test('a long text is cut to a readable passage around its matches, which are marked', async () => {
    const { body } = await search({ query: 'needlework', highlight: true });
    const [match] = body[0].search.results;
    expect(match.type).toBe('description');
    expect(match.text.length).toBeLessThan(300);
    expect(match.text).toMatch(/^…(ipsum|lorem) .*needlework is here, and needlework again .*(dolor|sit)…$/);
    expect(slices(match)).toEqual(['needlework', 'needlework']);
  });
});

test.each(['!!!', '-', '""', '🎁', '- "!"', '-"!"'])('%s has no words, and finds nothing', async (query) => {
  const { status, body } = await search({ query, highlight: true });
  expect([status, body]).toEqual([200, []]);
});

describe('a published token', () => {
  test('finds only published products', async () => {
    expect(foundIdsOf(await search({ query: 'umbrella' })).toSorted()).toEqual(['draft', 'open']);
    expect(foundIdsOf(await search({ query: 'umbrella' }, publishedToken))).toEqual(['open']);
  });

  test('finds nothing by the name of an unpublished collection', async () => {
    expect(foundIdsOf(await search({ query: 'moonlit' }, publishedToken))).toEqual(['kinds']);
    expect(foundIdsOf(await search({ query: 'clandestine' }, publishedToken))).toEqual([]);
  });

  test('never gets such a name, even if other words of the query match', async () => {
    for (const query of ['aurelia clandestine plans', 'moonlit clandestine']) {
      const { body, text } = await search({ query, highlight: true }, publishedToken);
      expect(foundIdsOf({ status: 200, headers: new Headers(), text, body })).toEqual(['kinds']);
      expect(text).not.toMatch(/clandestine/i);
    }
  });
});

describe('form B', () => {
  let formB: Api;
  beforeAll(async () => {
    formB = await service.startApi({ SEARCH_RESPONSE_FORM: 'B' });
  });

  test('is an object of full products, as in the list, by relevance', async () => {
    const { status, body } = await formB.request('/v1/products/search', { token, json: { query: 'walnut' } });
    const list = await formB.request('/v1/products?perPage=500', { token });
    const byId = new Map(list.body.data.map((item: { id: string }) => [item.id, item]));
    expect(status).toBe(200);
    expect(body).toEqual({ data: [byId.get('both'), byId.get('only-description')] });
  });

  test('shows a published token only published collections', async () => {
    const { body } = await formB.request('/v1/products/search', { token: publishedToken, json: { query: 'aurelia' } });
    expect(body.data[0].collections.map(({ id }: { id: string }) => id)).toEqual(['c-open']);
  });
});

describe('MAX_SEARCH_LIMIT', () => {
  test('bounds limit, its default included', async () => {
    const small = await service.startApi({ MAX_SEARCH_LIMIT: '4' });
    const send = (body: object) =>
      small.request('/v1/products/search', { token, json: { query: 'teaspoon', ...body } });
    expect(foundIdsOf(await send({})).length).toBe(4);
    expect((await send({ limit: 5 })).status).toBe(400);
  });
});

describe('when the index lags behind MongoDB', () => {
  interface Found {
    product: { id: string; price: number; handle: string };
    search: { index: number; results: { text: string }[] };
  }
  const pillowcases = async (given = token): Promise<Found[]> => (await search({ query: 'pillowcase' }, given)).body;
  const stale = () => metricOf(api, 'catalogue_search_stale_hits_total');

  beforeAll(async () => {
    await indexer.stop();
  });

  test('a hit whose product was deleted is dropped, and the others keep their index', async () => {
    const before = await pillowcases();
    expect(before.map(({ search }) => search.index)).toEqual([0, 1, 2, 3, 4]);
    const ids = before.map(({ product: { id } }) => id);
    await service.catalogue.products.deleteMany({ _id: { $in: [ids[0] ?? '', ids[2] ?? ''] } });
    await eventually(pillowcases, (found) => found.length === 3);
    const staleBefore = await stale();
    const after = await pillowcases();
    expect(after.map((item) => [item.search.index, item.product.id])).toEqual([
      [1, ids[1]],
      [3, ids[3]],
      [4, ids[4]],
    ]);
    expect((await stale()) - staleBefore).toBe(2);
    // The limit counts hits, not existing products.
    const two: Found[] = (await search({ query: 'pillowcase', limit: 2 })).body;
    expect(two.map((item) => [item.search.index, item.product.id])).toEqual([[1, ids[1]]]);
  });

  test('the product is current, the text is the one that matched in the index', async () => {
    const [first] = await pillowcases();
    const id = first?.product.id ?? '';
    await service.catalogue.products.updateOne({ _id: id }, { $set: { title: 'Cushion', price: 11, handle: 'new' } });
    const [changed] = await eventually(pillowcases, ([found]) => found?.product.price === 11);
    expect(changed?.product).toMatchObject({ id, title: 'Cushion', price: 11, handle: 'new' });
    expect(changed?.search.results).toMatchObject([{ text: 'Pillowcase' }]);
  });

  test('a product that is no longer published is dropped for a published token before the index changes', async () => {
    const before = await pillowcases(publishedToken);
    const last = before.at(-1)?.product.id ?? '';
    await service.catalogue.products.updateOne({ _id: last }, { $set: { status: 'archived' } });
    const idsFor = async (given: string) => (await pillowcases(given)).map(({ product: { id } }) => id);
    await eventually(
      () => idsFor(publishedToken),
      (ids) => !ids.includes(last),
    );
    expect(await idsFor(token)).toContain(last);
  });

  test('a product that moved to another merchant is not shown to its former one', async () => {
    const [first] = await pillowcases();
    const id = first?.product.id ?? '';
    await service.catalogue.products.updateOne({ _id: id }, { $set: { merchantId: 'two' } });
    await eventually(pillowcases, (found) => found.every((item) => item.product.id !== id));
  });
});
