/** After random writes, lists that were cached before equal those of a service that caches nothing. */
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { PRODUCT_SORT_FIELDS } from '../../src/catalogue/definitions.ts';
import { collection, location, membership } from '../support/fixtures.ts';
import { type CachedLists, IDS, ordinary, startCachedLists, update, type Write } from './support/cached-lists.ts';
import type { ListRequest } from './support/lists.ts';

let shop: CachedLists;

beforeAll(async () => {
  shop = await startCachedLists();
  await shop.reset();
});
afterAll(() => shop.stop());

const id = fc.constantFrom(...IDS);
const small = fc.nat(5);
/** Values that change lists, malformed ones included. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  title: fc.constantFrom('A', 'B', null, 7, ['x', 'a']),
  subtitle: fc.constantFrom('', 'sub'),
  barcode: fc.constantFrom('1', '2'),
  handle: fc.constantFrom('h', 'g'),
  currency: fc.constantFrom('EUR', 'SEK'),
  price: small,
  quantity: small,
  featured: fc.boolean(),
  status: fc.constantFrom('published', 'draft', 'archived', 'unheard of'),
  createdAt: small.map((seconds) => new Date(seconds * 1000)),
  updatedAt: small.map((seconds) => new Date(seconds * 1000)),
  locationId: fc.constantFrom('one-location', 'nowhere', 'late'),
  description: fc.constantFrom('x', 'y'),
  'inventory.reserved': small,
  'specifications.title': fc.constantFrom('x', 'y'),
  images: fc.constantFrom([], [{ path: 'a' }]),
  weight: small,
  merchantId: fc.constantFrom('one', 'other'),
};
/** Fields that many lists are sorted by and many writes change. */
const FREQUENT_FIELDS = ['title', 'quantity'] as const;
const settingOf = (...fields: readonly string[]) =>
  fc
    .constantFrom(...fields)
    .chain((field) => (FIELDS[field] ?? small).map((value): Document => ({ $set: { [field]: value } })));
const removal = fc
  .constantFrom('title', 'price', 'status', 'createdAt', 'description', 'barcode')
  .map((field): Document => ({ $unset: { [field]: '' } }));
const upsert = { upsert: true };

const writes: fc.Arbitrary<Write> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(id, fc.oneof(settingOf(...Object.keys(FIELDS)), removal))
      .map(([of, change]) => update(of, change)),
  },
  // `status` and `merchantId` decide which products a list has.
  {
    weight: 4,
    arbitrary: fc
      .tuple(id, settingOf('status', 'merchantId', ...FREQUENT_FIELDS))
      .map(([of, change]) => update(of, change)),
  },
  fc.tuple(id, small).map(
    ([of, index]): Write =>
      ({ products }) =>
        products.replaceOne({ _id: of }, ordinary(of, index) as never, upsert),
  ),
  id.map(
    (of): Write =>
      ({ products }) =>
        products.deleteOne({ _id: of }),
  ),
  fc.tuple(fc.constantFrom('c', 'd'), id, small, fc.boolean()).map(
    ([of, member, position, hidePrice]): Write =>
      ({ memberships }) =>
        memberships.replaceOne(
          { _id: `${of}:${member}` },
          membership(of, member, 'one', { position, hidePrice }) as never,
          upsert,
        ),
  ),
  fc.tuple(fc.constantFrom('c', 'd'), id).map(
    ([of, member]): Write =>
      ({ memberships }) =>
        memberships.deleteOne({ _id: `${of}:${member}` }),
  ),
  fc.tuple(fc.constantFrom('c', 'd', 'e'), fc.constantFrom('published', 'draft'), small).map(
    ([of, status, name]): Write =>
      ({ collections }) =>
        collections.replaceOne({ _id: of }, collection(of, 'one', { status, name: `Name ${name}` }) as never, upsert),
  ),
  fc.constantFrom('d', 'e').map(
    (of): Write =>
      ({ collections }) =>
        collections.deleteOne({ _id: of }),
  ),
  fc.tuple(fc.constantFrom('one-location', 'late'), small).map(
    ([of, name]): Write =>
      ({ locations }) =>
        locations.replaceOne({ _id: of }, location(of, 'one', { name: `Name ${name}` }) as never, upsert),
  ),
  small.map(
    (name): Write =>
      ({ merchants }) =>
        merchants.updateOne({ _id: 'one' }, { $set: { name: `Name ${name}` } }),
  ),
);

const query = (given: Readonly<Record<string, unknown>>) =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
const visibility = fc.constantFrom('all' as const, 'published' as const);
const productsPath = fc
  .record({
    page: fc.integer({ min: 1, max: 3 }),
    perPage: fc.constantFrom(2, 3, 10),
    sortBy: fc.option(fc.oneof(fc.constantFrom(...FREQUENT_FIELDS), fc.constantFrom(...PRODUCT_SORT_FIELDS)), {
      nil: undefined,
    }),
    sortOrder: fc.constantFrom(undefined, 'asc', 'desc'),
    collection: fc.constantFrom(undefined, undefined, 'c', 'd', 'e'),
    status: fc.constantFrom(undefined, undefined, 'published', 'draft'),
  })
  .map((given) => `/v1/products?${query(given)}`);
const collectionsPath = fc
  .record({ page: fc.integer({ min: 1, max: 2 }), perPage: fc.constantFrom(1, 10), search: fc.constantFrom('', '3') })
  .map((given) => `/v1/collections?${query(given)}`);
const listRequest: fc.Arbitrary<ListRequest> = fc.record({
  path: fc.oneof({ weight: 3, arbitrary: productsPath }, { weight: 1, arbitrary: collectionsPath }),
  visibility,
});

const lists = fc.array(listRequest, { minLength: 5, maxLength: 10 });
const someWrites = fc.array(writes, { minLength: 1, maxLength: 6 });

test('after random writes, random lists equal those of a service that caches nothing', async () => {
  const [readBefore, counted] = [shop.cached.reads(), { requests: 0 }];
  async function compare(requests: readonly ListRequest[]): Promise<void> {
    for (const request of requests) {
      counted.requests += 1;
      expect({ request, ...(await shop.cached.request(request)) }).toEqual({
        request,
        ...(await shop.uncached.request(request)),
      });
    }
  }
  await fc.assert(
    fc.asyncProperty(lists, someWrites, async (requests, given) => {
      await compare(requests);
      for (const write of given) {
        await shop.writeAndAwaitEvent(write);
        await compare(requests);
      }
    }),
    { numRuns: 10, endOnFailure: true },
  );
  // The test proves nothing unless enough responses came from the cache.
  expect(shop.cached.reads() - readBefore).toBeLessThan(0.8 * counted.requests);
});
