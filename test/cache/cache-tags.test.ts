/** Each write bumps the cache tags of a merchant's data that it may have changed, and no other tag. */
import type { Document } from 'mongodb';
import type { Tag } from '../../src/cache/cache-tags.ts';
import type { Versions } from '../../src/cache/versions.ts';
import { PRODUCT_SORT_FIELDS } from '../../src/catalogue/definitions.ts';
import type { Catalogue } from '../../src/catalogue/stored-documents.ts';
import { collection, insert, location, membership, merchant, product } from '../support/fixtures.ts';
import { createService, eventually, type TestService } from '../support/service.ts';
import { followSteadily, follows } from '../support/versions.ts';

const ALL_TAGS: readonly Tag[] = [
  'merchant',
  'locations',
  'collections',
  'memberships',
  'rules',
  'language',
  'products',
  ...PRODUCT_SORT_FIELDS,
];

let service: TestService;
let versions: Versions;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    merchants: [merchant('one')],
    locations: [location('l', 'one')],
    products: [product('p', 'one', { subtitles: ['a', 'b', 'c'] }), product('q', 'one'), product('r', 'two')],
    collections: [collection('c', 'one')],
    memberships: [membership('c', 'p', 'one')],
  });
  versions = followSteadily(service);
  await follows(versions);
});
afterAll(async () => {
  await versions.close();
  await service.stop();
});

const tagVersions = () => new Map(ALL_TAGS.map((tag) => [tag, versions.ofTags('one', [tag])]));
const productVersions = () => new Map(['p', 'q'].map((id) => [id, versions.ofProduct('one', id)]));
const bumpedSince = <K>(before: ReadonlyMap<K, unknown>, now: ReadonlyMap<K, unknown>): K[] =>
  [...now].flatMap(([what, version]) => (version === before.get(what) ? [] : [what]));

/** The tags and products of merchant one that a write bumps. An event bumps all of them at once. */
async function bumpedBy(change: (catalogue: Catalogue) => Promise<unknown>) {
  const [tags, products, latest] = [tagVersions(), productVersions(), versions.latest()];
  await change(service.catalogue);
  await eventually(
    async () => versions.latest(),
    (version) => version !== latest,
  );
  return { tags: bumpedSince(tags, tagVersions()), products: bumpedSince(products, productVersions()) };
}

const update = (change: Document | Document[]) => (catalogue: Catalogue) =>
  catalogue.products.updateOne({ _id: 'p' }, change);

test.each<[string, Document | Document[], readonly Tag[]]>([
  ['sets the description', { $set: { description: 'Other' } }, []],
  ['sets the location', { $set: { locationId: 'other' } }, []],
  ['sets a field of the inventory', { $inc: { 'inventory.reserved': 1 } }, []],
  ['adds an image', { $push: { images: { path: 'b' } } }, []],
  ['cuts the variants short', [{ $set: { variants: [] } }], []],
  ['sets a specification', { $set: { 'specifications.title': 'steel' } }, []],
  ['removes the description', { $unset: { description: '' } }, []],
  ['sets the title', { $set: { title: 'Other' } }, ['title']],
  ['sets the title and the time', { $set: { title: 'Another', updatedAt: new Date() } }, ['updatedAt', 'title']],
  ['sets createdAt', { $currentDate: { createdAt: true } }, ['createdAt']],
  ['sets the price', { $inc: { price: 1 } }, ['price']],
  ['sets the quantity', { $inc: { quantity: -1 } }, ['quantity']],
  ['sets featured', { $set: { featured: true } }, ['featured']],
  ['sets the handle', { $set: { handle: 'other' } }, ['handle']],
  ['sets the currency', { $set: { currency: 'SEK' } }, ['currency']],
  ['removes the subtitle', { $unset: { subtitle: '' } }, ['subtitle']],
  ['makes the barcode a list', { $set: { barcode: ['1', '2', '3', '4', '5', '6'] } }, ['barcode']],
  ['sets a part of the barcode', { $set: { 'barcode.0': '7' } }, ['barcode']],
  ['cuts the barcode short', { $push: { barcode: { $each: [], $slice: 2 } } }, ['barcode']],
  ['sets the status', { $set: { status: 'draft' } }, ['products']],
  ['removes the status', { $unset: { status: '' } }, ['products']],
  ['renames a field', { $rename: { handle: 'description' } }, ['handle']],
  ['sets an undocumented field', { $set: { weight: 5 } }, ['products']],
  ['cuts an undocumented list', { $push: { subtitles: { $each: [], $slice: 1 } } }, ['products']],
])('an update of a product that %s', async (_what, change, tags) => {
  expect(await bumpedBy(update(change))).toEqual({ tags, products: ['p'] });
});

const whole = ['p', 'q'];

test.each<[string, (catalogue: Catalogue) => Promise<unknown>, readonly Tag[], readonly string[]]>([
  [
    'replaced by one of another status',
    ({ products }) => products.replaceOne({ _id: 'q' }, product('q', 'one', { status: 'archived' }) as never),
    ['products'],
    ['q'],
  ],
  [
    'replaced by one with another title and description, and without a location',
    async ({ products }) => {
      const { locationId: _left, ...others } = product('q', 'one', { status: 'archived' });
      await products.replaceOne({ _id: 'q' }, { ...others, title: 'New', description: 'New' } as never);
    },
    ['title'],
    ['q'],
  ],
  [
    'replaced by one with a field more',
    async ({ products }) => {
      const stored = await products.findOne({ _id: 'q' });
      await products.replaceOne({ _id: 'q' }, { ...stored, fresh: 1 } as never);
    },
    ['products'],
    ['q'],
  ],
  [
    'replaced by one with other specifications, its fields in another order',
    async ({ products }) => {
      const fields = Object.entries((await products.findOne({ _id: 'q' })) ?? {}).toReversed();
      await products.replaceOne({ _id: 'q' }, { ...Object.fromEntries(fields), specifications: { b: '2' } } as never);
    },
    [],
    ['q'],
  ],
  ['moved in', ({ products }) => products.updateOne({ _id: 'r' }, { $set: { merchantId: 'one' } }), ['products'], []],
  ['moved away', ({ products }) => products.updateOne({ _id: 'r' }, { $set: { merchantId: 'two' } }), ['products'], []],
  ['deleted', ({ products }) => products.deleteOne({ _id: 'q' }), ['products'], ['q']],
  ['inserted', ({ products }) => products.insertOne(product('q', 'one') as never), ['products'], ['q']],
  [
    'inserted whose `_id` no String() takes',
    ({ products }) =>
      products.insertOne({ ...product('', 'one'), _id: { toString: 1 } } as never, { bypassDocumentValidation: true }),
    ['products'],
    [],
  ],
])('a product %s', async (_what, change, tags, products) => {
  expect(await bumpedBy(change)).toEqual({ tags, products });
});

test.each<[string, (catalogue: Catalogue) => Promise<unknown>, readonly Tag[], readonly string[]]>([
  [
    'a membership set',
    ({ memberships }) => memberships.updateOne({ _id: 'c:p' }, { $set: { position: 3 } }),
    ['memberships'],
    ['p'],
  ],
  ['a membership deleted', ({ memberships }) => memberships.deleteOne({ _id: 'c:p' }), ['memberships'], ['p']],
  [
    'a membership inserted',
    ({ memberships }) => memberships.insertOne(membership('c', 'q', 'one') as never),
    ['memberships'],
    ['q'],
  ],
  [
    'a collection',
    ({ collections }) => collections.updateOne({ _id: 'c' }, { $set: { name: 'Other' } }),
    ['collections'],
    whole,
  ],
  ['a location', ({ locations }) => locations.deleteOne({ _id: 'l' }), ['locations'], whole],
  [
    'the merchant',
    ({ merchants }) => merchants.updateOne({ _id: 'one' }, { $set: { name: 'Other' } }),
    ['merchant'],
    whole,
  ],
  ['a rule', ({ searchRules }) => searchRules.insertOne({ _id: 's', merchantId: 'one' }), ['rules'], []],
])('a write to %s', async (_what, change, tags, products) => {
  expect(await bumpedBy(change)).toEqual({ tags, products });
});

test('a write without a pre-image bumps everything', async () => {
  const images = (enabled: boolean) =>
    service.database.command({ collMod: 'products', changeStreamPreAndPostImages: { enabled } });
  await images(false);
  expect(await bumpedBy(update({ $set: { description: 'Without image' } }))).toEqual({
    tags: ALL_TAGS,
    products: whole,
  });
  await images(true);
});

test('a dropped collection bumps everything', async () => {
  expect(await bumpedBy(({ database }) => database.dropCollection('memberships'))).toEqual({
    tags: ALL_TAGS,
    products: whole,
  });
});
