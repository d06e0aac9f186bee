/** Any stored product, collection or membership serialises to its schema, and malformed values are reported. */
import fc from 'fast-check';
import { Decimal128, Long } from 'mongodb';
import type { OwnedStored, StoredMembership } from '../../../src/catalogue/stored-documents.ts';
import { UNDECODABLE } from '../../../src/catalogue/values.ts';
import { collectionSchema } from '../../../src/collections/schema.ts';
import { serialiseCollection } from '../../../src/collections/serialise.ts';
import { deserialise } from '../../../src/engines/mongodb/client.ts';
import type { Includes } from '../../../src/products/includes.ts';
import { PRODUCT_SUMMARY_FIELDS, productSchema, productSummarySchema } from '../../../src/products/schema.ts';
import { productSerialiser, type SerialiseOptions, serialiseProductSummary } from '../../../src/products/serialise.ts';
import { malformedProduct, ordinaryProduct, serialised } from '../../support/arbitraries/stored-products.ts';
import { collection, location, merchant, product } from '../../support/fixtures.ts';

const serialiseProducts = (products: readonly OwnedStored[], includes: Includes, options: SerialiseOptions) =>
  products.map(productSerialiser(includes, options));

const collections = ['one', 'two'].map((id) => collection(id, 'm', { description: `"${id}"é` }) as OwnedStored);
const includes = {
  merchant: merchant('m', { name: 'Möbel "M"' }) as OwnedStored,
  locations: new Map([['known', location('known', 'm') as OwnedStored]]),
  collections: new Map([['in-two', collections]]),
};
const NOTHING = { merchant: null, locations: new Map(), collections: new Map() };

const reported: string[] = [];
const options = {
  imageBaseUrls: { download: 'https://images.example.com/a"b/', upload: 'https://uploads.example.com/' },
  onMalformed: (kind: string, field: string) => void reported.push(`${kind} ${field}`),
};

/** Returns the result of `make` as JSON, parsed again, and the malformed fields that it reported. */
function outcome<T>(make: () => T): { readonly json: T; readonly malformed: readonly string[] } {
  reported.length = 0;
  const json = JSON.parse(JSON.stringify(make()));
  return { json, malformed: [...reported] };
}

const outcomeOf = (stored: OwnedStored) => outcome(() => serialiseProducts([stored], includes, options)[0]);
const summaryOf = (stored: OwnedStored) => outcome(() => serialiseProductSummary(stored, options));

test('a product in any documented form conforms to the schema, and nothing is reported', () => {
  fc.assert(
    fc.property(ordinaryProduct, (bytes) => {
      const stored = deserialise<OwnedStored>(bytes);
      const locations = new Map([[stored.locationId as string, location('known', 'm') as OwnedStored]]);
      const { json, malformed } = outcome(() => serialiseProducts([stored], { ...includes, locations }, options)[0]);
      const shown = productSchema.parse(json);
      expect(malformed.filter((what) => what.startsWith('product'))).toEqual([]);
      expect([shown.id, shown.merchant.id, shown.location.id]).toEqual([
        stored._id,
        stored.merchantId,
        stored.locationId,
      ]);
      expect(shown).toMatchObject({ title: stored.title, handle: stored.handle, status: stored.status });
      expect(shown.price).toBe(Number(String(stored.price)) + 0);
      expect(new Date(shown.createdAt)).toEqual(stored.createdAt);
      // Not `shown`: zod omits a key named __proto__.
      expect(json?.specifications).toEqual(stored.specifications ?? {});
    }),
    { numRuns: 500 },
  );
});

test('a product with any values conforms to the schema, with all fields and as a summary', () => {
  let withMalformed = 0;
  fc.assert(
    fc.property(malformedProduct, (bytes) => {
      // The validators of the collections ensure that ids are strings.
      const { _id, merchantId, ...fields } = deserialise<OwnedStored>(bytes);
      const text = (value: unknown) => (typeof value === 'string' ? value : 'other');
      const stored: OwnedStored = { ...fields, _id: text(_id), merchantId: text(merchantId) };
      const { json, malformed } = outcomeOf(stored);
      productSchema.parse(json);
      if (malformed.some((what) => what.startsWith('product'))) withMalformed += 1;
      const read = Object.fromEntries(PRODUCT_SUMMARY_FIELDS.map((name) => [name, stored[name]])) as OwnedStored;
      const summary = productSummarySchema.parse(summaryOf(read).json);
      const { id, title, images, price } = json as typeof summary;
      expect(summary).toMatchObject({ id, title, images, price });
    }),
    { numRuns: 1000 },
  );
  expect(withMalformed).toBeGreaterThan(100);
});

test('in any field, a value that cannot be decoded becomes the default of its type and is reported', () => {
  const ordinary = product('in-two', 'm', { locationId: 'known', subtitle: 'x' }) as OwnedStored;
  const fields = Object.keys(productSchema.shape).filter(
    (name) => !['id', 'merchant', 'location', 'collections'].includes(name),
  );
  for (const field of fields) {
    const { json, malformed } = outcomeOf({ ...ordinary, [field]: UNDECODABLE });
    productSchema.parse(json);
    expect([field, malformed]).toEqual([field, [`product ${field}`]]);
  }
});

test('a decimal or a long of any size becomes the nearest number', () => {
  const priced = (price: unknown) => outcomeOf(product('p', 'm', { price, locationId: 'known' }) as OwnedStored);
  const long = [2n ** 53n, 2n ** 64n, 2n ** 96n, 10n ** 34n - 1n].flatMap((value) => [`${value}`, `${value}E-2`]);
  for (const written of [...long, '1E+2', '1E-23', '19.90', '9007199254740991', '0.9007199254740991', '1E-22'])
    expect([written, priced(Decimal128.fromString(written)).json?.price]).toEqual([written, Number(written)]);
  for (const written of ['NaN', 'Infinity', '-1E+6111']) {
    const { json, malformed } = priced(Decimal128.fromString(written));
    expect([json?.price, malformed]).toEqual([0, ['product price']]);
  }
  expect(priced(Long.fromString('9007199254740993')).json?.price).toBe(9007199254740992);
});

test('invalid UTF-8 in any field becomes U+FFFD', () => {
  for (const hidden of ['title', 'handle', '_id', 'merchantId', 'locationId', 'path', 'Colour', 'material', 'steel']) {
    const bytes = serialised({
      ...product('_id#', 'merchantId#', { title: 'title#', handle: 'handle#', locationId: 'locationId#' }),
      images: [{ path: 'path#' }],
      variants: [{ key: 'Colour#', value: '' }],
      specifications: { 'material#': 'steel#' },
    });
    bytes[bytes.indexOf(`${hidden}#`) + hidden.length] = 0xff;
    const { json } = outcomeOf(deserialise<OwnedStored>(bytes));
    productSchema.parse(json);
    expect(JSON.stringify(json)).toContain(`${hidden}\ufffd"`);
  }
});

test('the includes of a page are serialised once, and not at all without products', () => {
  const ordinary = product('a', 'm', { locationId: 'known' }) as OwnedStored;
  const odd = { name: {}, handle: {} };
  const malformedIncludes = {
    ...NOTHING,
    merchant: merchant('m', odd) as OwnedStored,
    locations: new Map([['known', location('known', 'm', odd) as OwnedStored]]),
  };
  const { malformed } = outcome(() => serialiseProducts([ordinary, ordinary, ordinary], malformedIncludes, options));
  expect(malformed.toSorted()).toEqual(['location handle', 'location name', 'merchant handle', 'merchant name']);
});

test('a location or merchant that is missing is a malformed value of each product', () => {
  const ordinary = product('a', 'm', { locationId: 'unknown' }) as OwnedStored;
  const { malformed } = outcome(() => serialiseProducts([ordinary, ordinary], NOTHING, options));
  const each = ['product locationId', 'product merchantId'];
  expect(malformed.toSorted()).toEqual(each.flatMap((what) => [what, what]));
});

test('a collection has its products in order, each with the settings of its membership', () => {
  const stored = collection('c', 'm', { name: 'é"' }) as OwnedStored;
  const priceless = { ...product('malformed', 'm'), price: 'free' } as unknown as OwnedStored;
  const members = [
    { membership: { hidePrice: true }, product: product('b', 'm') as OwnedStored },
    { membership: {}, product: priceless },
    { membership: { hidePrice: 'no' }, product: product('a', 'm') as OwnedStored },
  ].map(({ membership, ...rest }) => ({ ...rest, membership: membership as unknown as StoredMembership }));
  const { json, malformed } = outcome(() =>
    serialiseCollection({ collection: stored, members, truncated: false }, options),
  );
  const { products } = collectionSchema.parse(json);
  expect(products.map(({ id, hidePrice, price }) => [id, hidePrice, price])).toEqual([
    ['b', true, 19.95],
    ['malformed', false, 0],
    ['a', false, 19.95],
  ]);
  expect(malformed).toEqual(['product price', 'membership hidePrice']);
  const empty = serialiseCollection({ collection: stored, members: [], truncated: false }, options);
  expect(empty.products).toEqual([]);
});

test('fields are in the order of the schema', () => {
  const { json } = outcomeOf(product('in-two', 'm', { locationId: 'known' }) as OwnedStored);
  expect(Object.keys(json ?? {})).toEqual(Object.keys(productSchema.shape));
  expect(Object.keys(summaryOf(product('a', 'm') as OwnedStored).json)).toEqual(
    Object.keys(productSummarySchema.shape),
  );
});
