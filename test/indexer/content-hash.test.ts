/**
 * A document of the index is known by its content hash to be what was made from a product, whatever the product holds, and
 * after its way through the engine; what differs in any field is not.
 */

import { isMadeFrom } from '../../indexer/documents/content-hash.ts';
import { createProductReader } from '../../indexer/documents/product-loader.ts';
import { toHashed } from '../../indexer/operations/compare-products.ts';
import { type IndexedDocument, indexKey } from '../../src/search/index-document.ts';
import { collection, insert, membership, product, shop } from '../support/fixtures.ts';
import { runIndexerCommand } from '../support/in-worker.ts';
import { searchDocuments } from '../support/index-equality.ts';
import { createService, type TestService } from '../support/service.ts';
import { done } from './support/steps.ts';

const TEXTS = [
  '',
  'a "quoted" \\ back/slash',
  'lines\r\n\ttabs \b\f and \u0000\u0001\u001f\u007f\u0080',
  'Grüße, 東京タワー, مرحبا, 👩‍👩‍👧, e\u0301, \ufeff, \u2028\u2029, \uffff',
];
const NUMBERS = [0, -0, 0.1, 1e21, 1.5e-7, -3, 2 ** 53, 1.7976931348623157e308, Number.NaN, Number.POSITIVE_INFINITY];

let service: TestService;

beforeAll(async () => {
  service = await createService(undefined, { withIndexes: false });
  const products = [
    ...TEXTS.map((text, at) =>
      product(`text-${at}`, 'one', {
        title: text,
        description: text,
        specifications: { [`k${text.slice(0, 3)}`]: text },
      }),
    ),
    ...NUMBERS.map((price, at) => product(`Number ${at}`, 'one', { price, barcode: price })),
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

/** The hash of each product's source, by the key of its document. */
async function sources(): Promise<ReadonlyMap<string, string>> {
  const database = service.database.client.db(service.database.databaseName, { bsonRegExp: true });
  const reader = createProductReader(database.client, database, toHashed);
  const ids = await reader.nextIds({ kind: 'all', id: '', after: '' }, 1000);
  const { documents } = await reader.read(ids, null);
  return new Map(documents.map(({ productId, source }) => [indexKey(productId), source]));
}

test('every document that the engine gives back is known by its hash', async () => {
  const found = await searchDocuments(service.meilisearch, service.indexName);
  const known = [...(await sources())].filter(([key, source]) => {
    const document = found.get(key);
    return document !== undefined && isMadeFrom(source, document);
  });
  expect(known).toHaveLength(TEXTS.length + NUMBERS.length + 1);
});

test('a document with another value in any field, a field more or a field less is not', async () => {
  const document = (await searchDocuments(service.meilisearch, service.indexName)).get('in-two') as IndexedDocument;
  const source = (await sources()).get('in-two') ?? '';
  const isKnown = (changed: object) => isMadeFrom(source, changed as IndexedDocument);
  expect(isKnown(document)).toBe(true);
  for (const field of Object.keys(document)) {
    const { [field as 'title']: value, ...others } = document;
    expect([field, isKnown({ ...document, [field]: [value, 'x'] }), isKnown(others)]).toEqual([field, false, false]);
  }
  expect(isKnown({ ...document, more: 1 })).toBe(false);
});

test('what a product or one of its collections was changed to has another hash', async () => {
  const seen = new Set([(await sources()).get('in-two')]);
  const { products, collections, memberships } = service.catalogue;
  await products.updateOne({ _id: 'in-two' }, { $set: { subtitle: 'Another' } });
  seen.add((await sources()).get('in-two'));
  await collections.updateOne({ _id: 'a' }, { $set: { status: 'published' } });
  seen.add((await sources()).get('in-two'));
  await memberships.deleteOne({ _id: 'b:in-two' });
  seen.add((await sources()).get('in-two'));
  expect(seen.size).toBe(4);
});

test('a document whose fields are right is no difference, whatever its hash', async () => {
  const index = service.meilisearch.index(service.indexName);
  await done(index.updateDocuments([{ id: 'text-1', content_hash: 'another' }]));
  const { code, stdout } = await runIndexerCommand(['verify'], service.variables);
  expect([code, stdout]).toEqual([0, `${TEXTS.length + NUMBERS.length + 1} products: the index is true to MongoDB\n`]);
});
