/**
 * The content hash of a mapped document equals the hash of the document that the engine returns, for every kind of
 * value. Documents that differ in any field have different hashes.
 */
import fc from 'fast-check';
import { contentHash } from '../../../indexer/documents/content-hash.ts';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { createService, type TestService } from '../../support/service.ts';

const TEXTS = [
  '',
  'a "quoted" \\ back/slash',
  'lines\r\n\ttabs \b\f and \u0000\u0001\u001f\u007f\u0080',
  'Grüße, 東京タワー, مرحبا, 👩‍👩‍👧, e\u0301, \ufeff, \u2028\u2029, \uffff',
];
const NUMBERS = [0, -0, 0.1, 1e21, 1.5e-7, -3, 2 ** 53, 1.7976931348623157e308, Number.NaN, Number.POSITIVE_INFINITY];
/** The engine would change the last digit of some doubles with more than 15 digits. */
const PRICES = [
  Math.fround(11.35),
  19.99 * 1.19,
  ...fc.sample(
    fc.double({ min: -1e19, max: 1e19, noNaN: true }).filter((price) => Math.abs(price) >= 1e-7),
    150,
  ),
  ...fc.sample(fc.float({ min: 1, max: 100_000, noNaN: true }), 150),
  ...fc.sample(fc.nat({ max: 10_000_000 }), 150).map((cents) => (cents / 100) * 1.19),
];

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  const products = [
    ...TEXTS.map((text, at) =>
      product(`text-${at}`, 'one', {
        title: text,
        description: text,
        specifications: { [`k${text.slice(0, 3)}`]: text },
      }),
    ),
    ...NUMBERS.map((price, at) => product(`Number ${at}`, 'one', { price, barcode: price })),
    ...PRICES.map((price, at) => product(`Price ${at}, ${price}`, 'one', { price })),
    product('in-two', 'one', { variants: [] }),
  ];
  await insert(service.catalogue, {
    ...shop('one'),
    products,
    collections: [collection('b', 'one', { name: TEXTS[3] }), collection('a', 'one', { status: 'draft' })],
    memberships: [membership('a', 'in-two', 'one'), membership('b', 'in-two', 'one')],
  });
  await service.startIndexer();
});
afterAll(() => service.stop());

/** The content hashes of all products, or of these, as the mapper computes them now, by document key. */
async function mappedHashes(productIds?: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const database = service.database.client.db(service.database.databaseName, { bsonRegExp: true });
  const loader = createProductLoader(database.client, database);
  const ids = productIds ?? (await loader.nextIds({ kind: 'all', id: '', after: '', until: null }, 1000));
  const { documents } = await loader.load(ids);
  return new Map(documents.map(({ productId, hash }) => [indexKey(productId), hash]));
}

const hashOfInTwo = async () => (await mappedHashes(['in-two'])).get('in-two');

test('every document that the engine returns stores the hash of its product, and its fields have that hash', async () => {
  const found = await searchDocuments(service.meilisearch, service.indexName);
  const mapped = await mappedHashes();
  expect(mapped.size).toBe(TEXTS.length + NUMBERS.length + PRICES.length + 1);
  for (const [key, hash] of mapped) {
    const document = found.get(key) as IndexedDocument;
    expect([key, document.content_hash, contentHash(document)]).toEqual([key, hash, hash]);
  }
});

test('a different value in any field, an additional field or a missing field changes the hash', async () => {
  const document = (await searchDocuments(service.meilisearch, service.indexName)).get('in-two') as IndexedDocument;
  const { content_hash: hash, indexed_at, ...fields } = document;
  expect(indexed_at).toEqual(expect.any(Number));
  expect(contentHash(fields)).toBe(hash);
  expect(contentHash(Object.assign({ indexed_at: 0 }, fields))).toBe(hash);
  for (const field of Object.keys(fields)) {
    const { [field as 'title']: value, ...others } = fields;
    const changed = contentHash({ ...fields, [field]: [value, 'x'] });
    expect([field, changed === hash, contentHash(others) === hash]).toEqual([field, false, false]);
  }
  expect(contentHash(Object.assign({ more: 1 }, fields))).not.toBe(hash);
});

test('the order of the fields does not matter', async () => {
  const document = (await searchDocuments(service.meilisearch, service.indexName)).get('in-two') as IndexedDocument;
  const reversed: object = Object.fromEntries(Object.entries(document).toReversed());
  expect(contentHash(reversed)).toBe(document.content_hash);
});

test('a change of unindexed fields of a product or its collections keeps the hash', async () => {
  const before = await hashOfInTwo();
  const { products, collections } = service.catalogue;
  await products.updateOne({ _id: 'in-two' }, { $set: { updatedAt: new Date(0), internalNote: 'not for search' } });
  await collections.updateOne({ _id: 'a' }, { $set: { description: 'Another' } });
  expect(await hashOfInTwo()).toBe(before);
});

test('a change of an indexed field changes the hash', async () => {
  const seen = new Set([await hashOfInTwo()]);
  const { products, collections, memberships } = service.catalogue;
  await products.updateOne({ _id: 'in-two' }, { $set: { subtitle: 'Another' } });
  seen.add(await hashOfInTwo());
  await collections.updateOne({ _id: 'a' }, { $set: { status: 'published' } });
  seen.add(await hashOfInTwo());
  await memberships.deleteOne({ _id: 'b:in-two' });
  seen.add(await hashOfInTwo());
  expect(seen.size).toBe(4);
});
