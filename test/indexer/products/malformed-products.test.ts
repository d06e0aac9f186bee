/**
 * A product with malformed values is mapped to a search document of bounded size and with the right types, or becomes a
 * dead letter. The indexer follows all other products.
 */
import { Binary, BSONRegExp, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb';
import type { Log } from '../../../dev/processes/process-log.ts';
import type { IndexedDocument } from '../../../src/search/index/document.ts';
import { FACET_FIELDS } from '../../../src/search/index/facets.ts';
import { readTexts } from '../../../src/search/index/product-texts.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import {
  bare,
  collection,
  insert,
  membership,
  merchant,
  product,
  shop,
  withoutValidators,
} from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { indexedIds } from '../support/dead-letters.ts';
import { changesOf, withFeed } from '../support/feed.ts';
import { concurrentTest } from '../support/per-test-service.ts';
import { BROKEN, insertRaw, SECOND_MERCHANT_ID, UNREADABLE } from '../support/writes/raw-insert.ts';

const MEGABYTE = 1_000_000;
const LARGE = 15.9 * MEGABYTE;

const documentsOf = async ({ meilisearch, indexName }: TestService): Promise<readonly IndexedDocument[]> => [
  ...(await searchDocuments(meilisearch, indexName)).values(),
];
/** Warnings about the environment: indexes that these tests don't need, and engines that are slow on a busy host. */
const ENVIRONMENT =
  /^(the setup of MongoDB|Meilisearch takes \d+ ms for a task|Meilisearch cannot .* now: retrying|the lease (could not|is lost)|the report could not be stored)/;

/** The indexer's warnings and errors, except about its environment. */
const warningsOf = (indexer: Log) =>
  indexer.log
    .filter(({ level, msg }) => level !== 'info' && level !== 'debug' && !ENVIRONMENT.test(msg))
    .map(({ msg }) => msg);

// FM-18
concurrentTest('a product of nearly 16 MB is inserted, updated, replaced and deleted', async (service) => {
  const { products } = service.catalogue;
  await insert(service.catalogue, shop('one'));
  const indexer = await service.startIndexer();
  const eventuallyTitled = (title: string) =>
    eventually(
      () => documentsOf(service),
      (documents) => documents[0]?.title === title,
    );
  await insert(service.catalogue, { products: [product('huge', 'one', { description: 'a '.repeat(LARGE / 2) })] });
  await eventuallyTitled('Product huge');
  await products.updateOne({ _id: 'huge' }, { $set: { title: 'Updated', description: 'b '.repeat(LARGE / 2) } });
  await eventuallyTitled('Updated');
  const replacement = product('huge', 'one', { title: 'Replaced', description: 'c '.repeat(LARGE / 2) });
  await products.replaceOne({ _id: 'huge' }, replacement as never);
  await eventuallyTitled('Replaced');
  expect((await documentsOf(service))[0]?.description?.length).toBeLessThan(10_000);
  await products.deleteOne({ _id: 'huge' });
  await eventuallyEqual(service);
  expect(await documentsOf(service)).toEqual([]);
  expect(warningsOf(indexer)).toEqual([]);
});

// FM-18, FM-19
concurrentTest('eight products of 15 MB that change at once are indexed within a small heap', async (service) => {
  await insert(service.catalogue, shop('one'));
  const indexer = await service.startIndexerProcess({ NODE_OPTIONS: '--max-old-space-size=100' });
  for (let number = 1; number <= 8; number += 1) {
    const description = String(number).repeat(15 * MEGABYTE);
    await insert(service.catalogue, { products: [product(`large-${number}`, 'one', { description })] });
  }
  await service.catalogue.products.updateMany({}, { $set: { title: 'Updated at once' } });
  await eventuallyEqual(service);
  expect(warningsOf(indexer)).toEqual([]);
});

// D36
concurrentTest('a product in thirty collections with names of 5 MB is indexed within a small heap', async (service) => {
  const numbers = Array.from({ length: 30 }, (_, at) => at);
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('kettle', 'one')],
    memberships: numbers.map((number) => membership(`kitchen-${number}`, 'kettle', 'one')),
  });
  for (const number of numbers)
    await insert(service.catalogue, {
      collections: [collection(`kitchen-${number}`, 'one', { name: String(number % 10).repeat(5 * MEGABYTE) })],
    });
  await service.startIndexerProcess({ NODE_OPTIONS: '--max-old-space-size=100' });
  await eventuallyEqual(service);
  expect((await documentsOf(service))[0]?.collection_ids?.length).toBe(30);
});

const UNUSUAL_VALUES: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  Long.MAX_VALUE,
  Decimal128.fromString('NaN'),
  Decimal128.fromString('1E+6000'),
  Decimal128.fromString('19.95'),
  new Date(Number.NaN),
  new Date(8.64e15),
  new Binary(Buffer.from([0, 255])),
  new UUID(),
  new ObjectId(),
  new Timestamp({ t: 1, i: 1 }),
  new MinKey(),
  new MaxKey(),
  /expression/giu,
  null,
  true,
  new BSONRegExp('(?i)not one of JavaScript(', 'x'),
  '',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '👩‍👩‍👧‍👦'.repeat(300),
  `${'x'.repeat(999)}👍`,
  '\u202e\ufeff',
  'x '.repeat(70_000),
  '-12.5',
  '1e400',
  '9007199254740993',
  'published ',
  'NULL',
  '<script>alert(1)</script>',
  '"\\\n\u2028',
  [],
  [[]],
  [null, 1, 'text'],
  [[[{ key: 'k' }]]],
  {},
  { $numberDouble: 'x' },
  { '': { '.': { $x: [1] } } },
];
const FIELDS = ['locationId', 'handle', 'title', 'subtitle', 'description', 'barcode', 'price', 'currency', 'quantity'];
const MORE_FIELDS = [
  'status',
  'featured',
  'inventory',
  'variants',
  'specifications',
  'images',
  'createdAt',
  'updatedAt',
];

/** A product that has the value in this field. */
const withValue = (field: string, value: unknown, number: number) =>
  product(`${field}-${number}`, 'one', { [field]: value });

/** A product that has the value inside of lists and objects. */
const withDeepValue = (value: unknown, number: number) =>
  product(`deep-${number}`, 'one', {
    inventory: { sku: value },
    variants: [{ key: value, value }, { key: 'Colour', value: 'red' }, value],
    specifications: { odd: value, even: 'known' },
  });

/** An object of a megabyte, for the fields whose parts become texts and for one whose parts don't. */
const MANY_KEYS = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key ${index}`, 'x'.repeat(1000)]));
const LARGEST_FIELDS = ['title', 'variants', 'specifications'];

const isText = (value: unknown) => value === undefined || (typeof value === 'string' && value.isWellFormed());
const areTexts = (value: unknown) => value === undefined || (Array.isArray(value) && value.every(isText));
const isNumber = (value: unknown) => value === undefined || Number.isFinite(value);

/** Whether a document has the types that searches rely on. */
const isValid = (document: IndexedDocument): boolean =>
  [document.title, document.subtitle, document.description].every(isText) &&
  [document.variants, document.specifications, document.collections, document.collection_ids].every(areTexts) &&
  [document.barcode, document.sku].every(areTexts) &&
  isText(document.ranking_payload) &&
  [document.price, document.created_at].every(isNumber) &&
  isText(document.title_key) &&
  FACET_FIELDS.every((field) => areTexts(document[field])) &&
  typeof document.featured === 'boolean' &&
  typeof document.in_stock === 'boolean' &&
  ['draft', 'published', 'archived'].includes(document.status ?? '');

// FM-22, FM-24, FM-25, FM-26, FM-27
concurrentTest('every kind of value in every field is mapped to valid documents of bounded size', async (service) => {
  const largest = UNUSUAL_VALUES.length;
  const unusual = [
    ...UNUSUAL_VALUES.flatMap((value, number) => [
      ...[...FIELDS, ...MORE_FIELDS].map((field) => withValue(field, value, number)),
      withDeepValue(value, number),
    ]),
    ...LARGEST_FIELDS.map((field) => withValue(field, MANY_KEYS, largest)),
    withDeepValue(MANY_KEYS, largest),
  ];
  await withoutValidators(service.catalogue);
  await insert(service.catalogue, { ...shop('one'), products: unusual });
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  await service.catalogue.products.updateMany({}, { $set: { touched: true } });
  await insert(service.catalogue, { products: [product('last', 'one')] });
  await eventuallyEqual(service);
  const documents = await documentsOf(service);
  expect(documents.length).toBe(unusual.length + 1);
  expect(documents.filter((document) => !isValid(document))).toEqual([]);
  expect(Math.max(...documents.map((document) => JSON.stringify(document).length))).toBeLessThan(1_000_000);
  expect(warningsOf(indexer)).toEqual([]);
});

// FM-27
concurrentTest('the document of a product with thousands of long texts has a bounded size', async (service) => {
  const long = 'long words '.repeat(200);
  const many = Array.from({ length: 600 }, (_, index) => `${index} ${long}`);
  const everything = product('everything', 'one', {
    locationId: long,
    title: many.join(' '),
    variants: many.map((value) => ({ key: value, value })),
    specifications: Object.fromEntries(many.map((value) => [value, value])),
  });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [everything],
    collections: many.map((name, index) => collection(`c-${index}`, 'one', { name })),
    memberships: many.map((_, index) => membership(`c-${index}`, 'everything', 'one')),
  });
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  const [document] = await documentsOf(service);
  expect(JSON.stringify(document).length).toBeLessThan(1_000_000);
  expect(readTexts(document?.texts ?? '').location_id?.length).toBeLessThan(1000);
  expect(warningsOf(indexer)).toEqual([]);
});

// FM-22, FM-24
concurrentTest('texts that are not UTF-8 do not stop the indexer', async (service) => {
  await insert(service.catalogue, { ...shop('one'), products: [product('before', 'one')] });
  const indexer = await service.startIndexer();
  await insertRaw(service, [
    product('broken-title', 'one', { title: `Broken ${BROKEN} title`, [`field ${BROKEN}`]: BROKEN }),
    product(`broken-id-${BROKEN}`, 'one'),
  ]);
  await insert(service.catalogue, { products: [product('after', 'one')] });
  await eventually(
    () => documentsOf(service),
    (documents) => documents.some(({ product_id: id }) => id === 'after'),
  );
  const broken = (await documentsOf(service)).find(({ product_id: id }) => id === 'broken-title');
  expect(broken?.title).toMatch(/^Broken \ufffd+ title$/);
  // The other product is a dead letter, see `invalid-ids`.
  expect(warningsOf(indexer)).toEqual([expect.stringContaining('became a dead letter')]);
});

// FM-24
concurrentTest(
  'undecodable values in a field that memberships have, and in a collection, do not stop the indexer',
  async (service) => {
    const { products, collections } = service.catalogue;
    await insert(service.catalogue, {
      ...shop('one'),
      products: [product('member', 'one')],
      collections: [collection('c', 'one')],
      memberships: [membership('c', 'member', 'one')],
    });
    const indexer = await service.startIndexer();
    const indexed = async (productId: string) =>
      (await documentsOf(service)).find(({ product_id: id }) => id === productId);
    await insertRaw(service, [product('odd', 'one', { productId: UNREADABLE })]);
    await insert(service.catalogue, { products: [product('after', 'one')] });
    await eventually(
      () => indexed('after'),
      (document) => document !== undefined,
    );

    await insertRaw(service, [product('name', 'one', { name: UNREADABLE })]);
    await products
      .aggregate([
        { $match: { _id: 'name' } },
        { $project: { _id: 'c', merchantId: 1, name: 1, status: 1 } },
        { $merge: { into: collections.collectionName, whenMatched: 'merge' } },
      ])
      .toArray();
    await eventually(
      () => indexed('member'),
      (document) => document?.collections?.[0] === '',
    );
    const letters = indexer.log.filter(({ level }) => level === 'error').map(({ productId }) => productId);
    expect(new Set(letters)).toEqual(new Set(['odd', 'name']));
  },
);

// FM-22
concurrentTest(
  'D34: ids that no driver can decode, and those with very many colons, do not stop the stream',
  async (service) => {
    await withoutValidators(service.catalogue);
    const { memberships } = service.catalogue;
    await withFeed(service, null, async (feed) => {
      const changes = await changesOf(service, feed, async () => {
        await insertRaw(service, [
          { ...product('odd', 'one'), _id: UNREADABLE },
          { ...product('odd', 'one'), _id: { odd: UNREADABLE } },
        ]);
        const colons = { ...membership('c', 'p', 'one'), _id: ':'.repeat(4000) };
        const long = membership('c', 'x'.repeat(900), 'one');
        await memberships.insertMany([colons, long] as never[], { bypassDocumentValidation: true });
      });
      expect(changes).toEqual({ productIds: ['x'.repeat(900)], relatedChanges: [], events: 4 });
    });
  },
);

// FM-24
concurrentTest('D35: an index is built beside products with two merchants, and rebuilt', async (service) => {
  await withoutValidators(service.catalogue);
  await insert(service.catalogue, { ...shop('one'), products: [product('a', 'one')] });
  await insert(service.catalogue, { merchants: [merchant('two')] });
  await insertRaw(service, [
    product('twice', 'one', { [SECOND_MERCHANT_ID]: 'two' }),
    product('list', 'one', { merchantId: ['one', UNREADABLE] }),
  ]);
  await service.startIndexer();
  expect(await indexedIds(service)).toEqual(['a', 'twice']);
  expect((await documentsOf(service)).map(({ merchant_id: id }) => id)).toEqual(['one', 'one']);
  expect(await service.command('reindex')).toMatchObject({ code: 0 });
  expect(await service.command('verify')).toMatchObject({ code: 0 });
});

const CHARACTERS = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  'e\u0301',
  'ß',
  'ſ',
  'ı',
  '汉',
  '👍',
  '\u200b',
  '\u202e',
  '\uffff',
  ' '.repeat(3),
  '\\"',
  '" OR "" = "',
];
const COLLECTION_IDS = [
  ...CHARACTERS.map((character, number) => `with-${number}-${character}-inside`),
  'case',
  'CASE',
  'Case',
  'café',
  'cafe',
  'cafe\u0301',
  'CAFÉ',
  ' padded ',
  'padded',
  'padded ',
  '_position-1',
  '_position-2',
  'null',
  'undefined',
  '0',
  '-',
  '_',
  '__proto__',
  'constructor',
  'x'.repeat(200),
  'X'.repeat(200),
  '👍'.repeat(50),
  `${'x'.repeat(199)}y`,
  '/../..',
  '*',
  'a:b:c',
  ':',
];
const PRODUCT_IDS = [
  ...COLLECTION_IDS,
  ...CHARACTERS.slice(33).map((character, number) => `${character}${number}${character}`),
];

// FM-22, FM-39
concurrentTest('ids with every kind of character are distinguished, found, followed and deleted', async (service) => {
  await insert(service.catalogue, {
    ...shop('one'),
    merchants: ['one', 'ONE', 'öne'].map((id) => merchant(id)),
    products: [...PRODUCT_IDS.map((id) => product(id, 'one', bare)), product('upper', 'ONE'), product('umlaut', 'öne')],
    collections: COLLECTION_IDS.map((id) => collection(id, 'one')),
    memberships: COLLECTION_IDS.map((id) => membership(id, id, 'one')),
  });
  const indexer = await service.startIndexer();
  await eventuallyEqual(service);
  const documents = await documentsOf(service);
  expect(new Set(documents.map(({ product_id: id }) => id)).size).toBe(PRODUCT_IDS.length + 2);
  expect(new Set(documents.map(({ merchant_id: id }) => id)).size).toBe(3);

  await service.catalogue.collections.updateMany({}, { $set: { name: 'Renamed' } });
  await eventuallyEqual(service);
  await service.catalogue.memberships.deleteMany({
    _id: { $in: COLLECTION_IDS.slice(0, 120).map((id) => `${id}:${id}`) },
  });
  await service.catalogue.collections.deleteMany({ _id: { $in: COLLECTION_IDS.slice(100) } });
  await service.catalogue.products.deleteMany({ _id: { $in: PRODUCT_IDS.slice(0, 100) } });
  await eventuallyEqual(service);
  expect(warningsOf(indexer)).toEqual([]);
});
