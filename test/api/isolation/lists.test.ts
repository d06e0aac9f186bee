/** Lists show a token no data of another merchant, for any ids, cross-merchant references and requests. */
import fc from 'fast-check';
import { hashToken } from '../../../src/tenancy/access-tokens.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { insert, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';
import { documents, marksIn, nextOf, type Shop, shops } from './shops.ts';

let service: TestService;
let api: Api;
const tokens = new Map<Shop, { all: string; published: string }>();

beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, documents);
  for (const shop of shops) {
    const [all, published] = await Promise.all([
      service.token(shop.merchantId),
      service.token(shop.merchantId, 'published'),
    ]);
    tokens.set(shop, { all, published });
  }
  api = await service.startApi();
});
afterAll(() => service.stop());

const send = async (shop: Shop, path: string, visibility: 'all' | 'published' = 'all') => {
  const response = await api.request(path, { token: tokens.get(shop)?.[visibility] ?? '' });
  expect(response.status).toBe(200);
  return response;
};
const each = shops.map((shop) => [JSON.stringify(shop.merchantId), shop] as const);

test.each(each)(
  'merchant %s: its own products, with its own merchant, locations and collections',
  async (_id, shop) => {
    const all = await send(shop, '/v1/products');
    expect(idsOf(all).toSorted()).toEqual(shop.productIds.toSorted());
    expect(marksIn(all.text)).toEqual([shop.mark]);
    for (const { merchant: owner } of all.body.data) expect(owner.id).toBe(shop.merchantId);
    const [open = '', draft = ''] = shop.productIds;
    const collectionIds = (found: { id: string; collections: { id: string }[] }) => [
      found.id,
      found.collections.map(({ id }) => id),
    ];
    expect(Object.fromEntries(all.body.data.map(collectionIds))).toEqual({
      [open]: [shop.collectionId, `${shop.collectionId}-hidden`],
      [draft]: [shop.collectionId],
    });
    const published = await send(shop, '/v1/products', 'published');
    expect(idsOf(published)).toEqual(shop.publishedProductIds);
    expect(published.text).not.toMatch(/Hidden/);
  },
);

test.each(each)('merchant %s: its own collections, with its own products', async (_id, shop) => {
  const all = await send(shop, '/v1/collections');
  expect(marksIn(all.text)).toEqual([shop.mark]);
  const members = (response: typeof all) =>
    Object.fromEntries(
      response.body.data.map(({ id, products }: { id: string; products: { id: string }[] }) => [
        id,
        products.map((it) => it.id),
      ]),
    );
  const [open] = shop.publishedProductIds;
  expect(members(all)).toEqual({
    [shop.collectionId]: shop.productIds.toSorted(),
    [`${shop.collectionId}-of-others`]: [],
    [`${shop.collectionId}-hidden`]: [open],
  });
  const published = await send(shop, '/v1/collections', 'published');
  expect(members(published)).toEqual({ [shop.collectionId]: [open], [`${shop.collectionId}-of-others`]: [] });
});

test("of another merchant's location only the id is shown", async () => {
  const [shop] = shops;
  if (shop === undefined) throw new Error('there are no shops');
  const { body } = await send(shop, '/v1/products?status=draft');
  expect(body.data[0].location).toEqual({
    id: nextOf(shop).locationId,
    name: '',
    handle: '',
    address: { line1: '', city: '', region: '', postalCode: '', countryCode: '' },
    timezone: '',
  });
});

test("another merchant's collection is empty, in any order and with any status", async () => {
  for (const shop of shops.slice(0, 10)) {
    for (const id of [nextOf(shop).collectionId, `${nextOf(shop).collectionId}-of-others`]) {
      for (const more of ['', '&sortBy=price', '&status=published', '&sortOrder=desc']) {
        const { body } = await send(shop, `/v1/products?collection=${encodeURIComponent(id)}${more}`);
        expect([id, body.data, body.meta.total]).toEqual([id, [], 0]);
      }
    }
  }
});

test("a membership of another merchant adds no product to one's own collection, in any order and by handle", async () => {
  for (const shop of shops.slice(0, 10)) {
    for (const more of ['', '&sortBy=price', `&handle=handle-${shop.mark}`]) {
      const { body } = await send(shop, `/v1/products?collection=${shop.collectionId}-of-others${more}`);
      expect([more, body.data, body.meta.total]).toEqual([more, [], 0]);
    }
  }
});

test("a search in collections finds none of another merchant's by its mark, and all of one's own", async () => {
  for (const shop of shops.slice(0, 10)) {
    expect(idsOf(await send(shop, `/v1/collections?search=${nextOf(shop).mark}`))).toEqual([]);
    expect(idsOf(await send(shop, `/v1/collections?search=${shop.mark}`)).length).toBe(3);
  }
});

const KNOWN = shops.flatMap((shop) => [
  shop.merchantId,
  shop.mark,
  shop.collectionId,
  shop.locationId,
  ...shop.productIds,
]);
const value = fc.oneof(fc.constantFrom(...KNOWN), anyText({ maxLength: 60 }));
const NAMES = [
  'collection',
  'search',
  'merchantId',
  'merchant',
  'locationId',
  'status',
  'sortBy',
  'filter',
  'filter[merchantId]',
];

test('no parameters and values show data of another merchant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...shops),
      fc.constantFrom('/v1/products', '/v1/collections'),
      fc.constantFrom('all' as const, 'published' as const),
      fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 3 }),
      async (shop, path, visibility, parameters) => {
        const given = Object.entries(parameters).map(([name, text]): [string, string] => [name, text.toWellFormed()]);
        const response = await api.request(`${path}?${new URLSearchParams(given)}`, {
          token: tokens.get(shop)?.[visibility] ?? '',
        });
        expect([200, 400]).toContain(response.status);
        expect(response.status === 200 ? marksIn(response.text).filter((mark) => mark !== shop.mark) : []).toEqual([]);
        if (visibility === 'published') expect(response.text).not.toMatch(/"status":"draft"/);
      },
    ),
    { numRuns: 120 },
  );
});

test('any two merchant ids are two separate merchants', async () => {
  const id = anyText({ minLength: 1, maxLength: 40 }).map((text) => text.toWellFormed());
  let run = 0;
  await fc.assert(
    fc.asyncProperty(id, fc.constantFrom('', ' ', '\u0301', '"', '\\', '\u0000', '.'), async (text, ending) => {
      run += 1;
      const first = `${text}${run}`;
      const others = [`${first}${ending}!`, first.toUpperCase(), first.normalize('NFD')].filter(
        (other) => other !== first,
      );
      const ids = [...new Set([first, ...others])];
      await insert(service.catalogue, {
        merchants: ids.map((each) => merchant(each)),
        products: ids.map((each, index) => product(`any-${run}-${index}`, each)),
      });
      for (const [index, each] of ids.entries()) {
        const response = await api.request('/v1/products', { token: await service.token(each) });
        expect([each, idsOf(response)]).toEqual([each, [`any-${run}-${index}`]]);
      }
    }),
    { numRuns: 25 },
  );
});

test('a token with an unknown stored visibility sees only what is published', async () => {
  const [shop] = shops;
  if (shop === undefined) throw new Error('there are no shops');
  const token = await service.token(shop.merchantId);
  await service.database
    .collection<{ _id: string }>('access_tokens')
    .updateOne({ _id: hashToken(token) }, { $set: { visibility: 'everything' } });
  expect(idsOf(await api.request('/v1/products', { token }))).toEqual(shop.publishedProductIds);
});
