/** Each `filter` of a search finds the same products as a MongoDB query, alone and combined, for any price and id. */
import fc from 'fast-check';
import { Decimal128, type Document, type Filter } from 'mongodb';
import type { OwnedStored } from '../../../src/catalogue/stored-documents.ts';
import { anyText } from '../../support/arbitraries/texts.ts';
import { bare, collection, insert, location, membership, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

const STATUSES = ['draft', 'published', 'archived'];
/** Ids that differ only by case, by accents or by syntax of the engine's filters. */
const LOCATIONS = [
  'quay',
  'Quay',
  'quäy',
  'a" OR status = "draft',
  'back\\slash',
  "it's",
  'zwei worte',
  '😀',
  'x'.repeat(200),
];
const COLLECTIONS = ['sale', 'SALE', 'sálé', 'a:b', '"', '*', 'IS EMPTY', 'NOT sale'];
const PRICES = [
  0,
  -0,
  1e-7,
  2.5e-7,
  1e-300,
  0.1,
  0.1 + 0.2,
  1,
  1.5,
  19.95,
  20.5,
  Math.fround(11.35),
  19.99 * 1.19,
  999_999.99,
  2 ** 53,
  1e20,
  123e18,
  5e20,
  1e21,
  1.5e21,
  1e300,
  Number.MAX_VALUE,
  -1e-7,
  -5,
  -1e21,
  Number.MIN_VALUE,
];
/** By product number. A product without a price is outside every range. */
const ODD_PRICES: Readonly<Record<number, unknown>> = {
  90: Decimal128.fromString('20.5'),
  91: undefined,
  92: null,
  93: Number.NaN,
  94: 'on request',
};

let service: TestService;
let api: Api;
let token: string;
let publishedToken: string;

const items = Array.from({ length: 96 }, (_, index) =>
  product(`p${index}`, 'one', {
    ...bare,
    title: 'Something',
    locationId: LOCATIONS[index % LOCATIONS.length],
    status: STATUSES[index % 3],
    featured: index % 4 === 0,
    quantity: (index % 5) - 1,
    price: index in ODD_PRICES ? ODD_PRICES[index] : PRICES[index % PRICES.length],
  }),
);

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    locations: LOCATIONS.map((id) => location(id, 'one')),
    products: items,
    collections: COLLECTIONS.map((id, index) =>
      collection(id, 'one', { status: index % 2 === 0 ? 'published' : 'draft' }),
    ),
    memberships: items.flatMap(({ _id }, index) => [
      membership(COLLECTIONS[index % COLLECTIONS.length] ?? '', _id, 'one'),
      ...(index % 2 === 0 ? [membership(COLLECTIONS[(index + 1) % COLLECTIONS.length] ?? '', _id, 'one')] : []),
    ]),
  });
  token = await service.token('one');
  publishedToken = await service.token('one', 'published');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

interface SearchFilter {
  readonly status?: string;
  readonly location?: string;
  readonly collection?: string;
  readonly featured?: boolean;
  readonly inStock?: boolean;
  readonly price?: { readonly min?: number; readonly max?: number };
}

/** The ids that MongoDB finds by the filter for this visibility. */
async function idsInMongo(filter: SearchFilter, visibility: 'all' | 'published'): Promise<string[]> {
  const conditions: Document[] = [{ merchantId: 'one' }];
  if (visibility === 'published') conditions.push({ status: 'published' });
  if (filter.status !== undefined) conditions.push({ status: filter.status });
  if (filter.location !== undefined) conditions.push({ locationId: filter.location });
  if (filter.featured !== undefined) conditions.push({ featured: filter.featured });
  if (filter.inStock !== undefined) conditions.push({ quantity: filter.inStock ? { $gt: 0 } : { $lte: 0 } });
  if (filter.price?.min !== undefined) conditions.push({ price: { $gte: filter.price.min } });
  if (filter.price?.max !== undefined) conditions.push({ price: { $lte: filter.price.max } });
  if (filter.collection !== undefined)
    conditions.push({ _id: { $in: await membersOf(filter.collection, visibility) } });
  const query = { $and: conditions } as Filter<OwnedStored>;
  const found = await service.catalogue.products.find(query, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id).toSorted();
}

async function membersOf(collectionId: string, visibility: 'all' | 'published'): Promise<string[]> {
  const seen = visibility === 'published' ? { status: 'published' } : {};
  const known = await service.catalogue.collections.countDocuments({ _id: collectionId, ...seen });
  if (known === 0) return [];
  return (await service.catalogue.memberships.find({ collectionId }).toArray()).map(({ productId }) => productId);
}

async function idsFound(filter: SearchFilter, given = token): Promise<string[]> {
  const response = await api.request('/v1/products/search', {
    token: given,
    json: { query: 'something', limit: 250, filter },
  });
  expect([response.status, response.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return foundIdsOf(response).toSorted();
}

/** Resolves to the number of products that each token finds. */
async function expectAsInMongo(filter: SearchFilter): Promise<{ all: number; published: number }> {
  const [all, published] = [await idsFound(filter), await idsFound(filter, publishedToken)];
  expect([filter, all]).toEqual([filter, await idsInMongo(filter, 'all')]);
  expect([filter, published]).toEqual([filter, await idsInMongo(filter, 'published')]);
  return { all: all.length, published: published.length };
}

test('no filter, or an empty one, finds all that the token may see', async () => {
  expect((await expectAsInMongo({})).all).toBe(items.length);
  await expectAsInMongo({ price: {} });
});

test.each(STATUSES)('status: %s', async (status) => {
  expect((await expectAsInMongo({ status })).all).toBe(32);
});

test.each([...LOCATIONS, 'nowhere', 'QUAY', 'quay '])('location: %s', async (id) => {
  await expectAsInMongo({ location: id });
});

test.each([...COLLECTIONS, 'nothing', 'Sale', 'a:b '])('collection: %s', async (id) => {
  await expectAsInMongo({ collection: id });
});

test.each([true, false])('featured and inStock: %s', async (value) => {
  await expectAsInMongo({ featured: value });
  await expectAsInMongo({ inStock: value });
});

test.each(PRICES)('price at least, at most, and exactly %d', async (price) => {
  await expectAsInMongo({ price: { min: price } });
  await expectAsInMongo({ price: { max: price } });
  expect((await expectAsInMongo({ price: { min: price, max: price } })).all).toBeGreaterThanOrEqual(3);
});

const anyId = (known: readonly string[]) =>
  fc.oneof(fc.constantFrom(...known), anyText({ minLength: 1, maxLength: 200 }).map(wellFormed));
const wellFormed = (text: string): string => text.toWellFormed().slice(0, 200).toWellFormed();

const anyPrice = fc
  .tuple(
    fc.option(fc.oneof(fc.constantFrom(...PRICES), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      nil: undefined,
    }),
    fc.option(fc.oneof(fc.constantFrom(...PRICES), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      nil: undefined,
    }),
  )
  .map(([one, other]): { min?: number; max?: number } => {
    if (one !== undefined && other !== undefined) return { min: Math.min(one, other), max: Math.max(one, other) };
    return { ...(one === undefined ? {} : { min: one }), ...(other === undefined ? {} : { max: other }) };
  });

/** Mostly true, because random conditions together find nothing. */
const mostly = <T>(own: fc.Arbitrary<T>, any: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: any });

/** Conditions of which most are true for the product with this index. */
function filterFor(index: number): fc.Arbitrary<SearchFilter> {
  const { status, locationId, featured, quantity, price } = items[index] as Document;
  const ownPrice = fc.record({ min: fc.constant(price), max: fc.constant(price) }, { requiredKeys: [] });
  return fc.record(
    {
      status: mostly(fc.constant(status), fc.constantFrom(...STATUSES)),
      location: mostly(fc.constant(locationId), anyId(LOCATIONS)),
      collection: mostly(fc.constant(COLLECTIONS[index % COLLECTIONS.length] ?? ''), anyId(COLLECTIONS)),
      featured: mostly(fc.constant(featured), fc.boolean()),
      inStock: mostly(fc.constant(quantity > 0), fc.boolean()),
      price: mostly(index in ODD_PRICES ? anyPrice : ownPrice, anyPrice),
    },
    { requiredKeys: [] },
  );
}

/** The products that are published and in a published collection. */
const shown = Array.from(items.keys()).filter((index) => index % 3 === 1 && index % 2 === 0);
const anyFilter = fc.oneof(fc.nat(items.length - 1), fc.constantFrom(...shown)).chain(filterFor);

test('any combined filters find what MongoDB finds, for either visibility', async () => {
  const counts: { all: number; published: number }[] = [];
  await fc.assert(
    fc.asyncProperty(anyFilter, async (filter) => {
      counts.push(await expectAsInMongo(filter));
    }),
    { numRuns: 120 },
  );
  expect(counts.filter(({ all }) => all > 0).length).toBeGreaterThan(20);
  expect(counts.filter(({ published }) => published > 0).length).toBeGreaterThan(20);
});
