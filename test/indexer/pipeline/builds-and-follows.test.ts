/**
 * The indexer builds a missing index. From then on, the index equals MongoDB after every kind of write to products,
 * memberships, collections and merchants.
 */
import { toSearchDocument } from '../../../indexer/documents/mapper.ts';
import type { SearchDocument } from '../../../src/search/index/document.ts';
import { indexKey } from '../../../src/search/index/keys.ts';
import { identifiersOf, readRankingPayload } from '../../../src/search/index/ranking-payload.ts';
import { searchDocuments } from '../../service-host/search-documents.ts';
import { ENGLISH } from '../../support/english.ts';
import { bare, collection, insert, membership, merchant, product, shop } from '../../support/fixtures.ts';
import { eventuallyEqual } from '../../support/index-equality.ts';
import { createService, eventually, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [product('before', 'one'), product('unowned', 'nobody')],
    collections: [collection('sale', 'one')],
    memberships: [membership('sale', 'before', 'one')],
  });
  await service.startIndexer();
});
afterAll(() => service.stop());

/** Fields that the index omits when they are empty. */
const NOTHING = {
  subtitle: '',
  description: '',
  variants: [],
  specifications: [],
  collections: [],
  hidden_collections: [],
  collection_ids: [],
  hidden_collection_ids: [],
};

/** The document of a product, including omitted fields; null when the index has none. */
async function indexed(productId: string): Promise<SearchDocument | null> {
  const filter = `id = "${indexKey(productId)}" AND deleted NOT EXISTS`;
  const { results } = await service.meilisearch.index(service.indexName).getDocuments<SearchDocument>({ filter });
  return results[0] === undefined ? null : { ...NOTHING, ...results[0] };
}

const keysOf = (document: SearchDocument | null) => identifiersOf(readRankingPayload(document?.ranking_payload ?? ''));

const eventuallyIndexed = (id: string, matches: (document: SearchDocument | null) => boolean) =>
  eventually(() => indexed(id), matches);
const allEqual = () => eventuallyEqual(service);

// FM-23, FM-32, FM-35, FM-38
test('builds a missing index, with its settings, from the products whose merchant exists', async () => {
  const document = await indexed('before');
  expect(document).toMatchObject({
    id: 'before',
    merchant_id: 'one',
    product_id: 'before',
    location_key: 'one-location',
    status: 'published',
    featured: false,
    in_stock: true,
    price: 19.95,
    collection_ids: ['sale'],
    hidden_collection_ids: [],
    title: 'Product before',
    subtitle: 'Subtitle of before',
    sku: ['sku', 'before'],
    variants: ['Colour: red'],
    specifications: ['material: steel'],
    collections: ['Collection sale'],
    hidden_collections: [],
    description: 'Description of before',
  });
  expect(readRankingPayload(document?.ranking_payload ?? '')).toMatchObject({
    productId: 'before',
    inStock: true,
    featured: false,
    identifiers: 'skubefore 4006381333931',
  });
  expect(await indexed('unowned')).toBeNull();
  expect((await service.meilisearch.getRawIndex(service.indexName)).primaryKey).toBe('id');
  const { searchableAttributes } = await service.meilisearch.index(service.indexName).getSettings();
  expect(searchableAttributes).toContain('hidden_collections');
  await allEqual();
});

describe('a product', () => {
  const products = () => service.catalogue.products;

  // FM-5, FM-6
  test('is inserted, updated with every kind of operator, replaced and deleted', async () => {
    await insert(service.catalogue, { products: [product('p', 'one')] });
    await eventuallyIndexed('p', (document) => document?.title === 'Product p');
    await products().updateOne({ _id: 'p' }, { $set: { 'inventory.sku': 'NESTED-1', title: 'Set' } });
    await eventuallyIndexed('p', (document) => keysOf(document).includes('nested1') && document?.title === 'Set');
    await products().updateOne({ _id: 'p' }, { $unset: { subtitle: '', specifications: '' } });
    await eventuallyIndexed('p', (document) => document?.subtitle === '' && document.specifications.length === 0);
    await products().updateOne({ _id: 'p' }, { $rename: { description: 'subtitle' } });
    await eventuallyIndexed(
      'p',
      (document) => document?.subtitle === 'Description of p' && document.description === '',
    );
    await products().updateOne({ _id: 'p' }, { $pop: { variants: 1 } } as object);
    await eventuallyIndexed('p', (document) => document?.variants.length === 0);
    await products().replaceOne({ _id: 'p' }, { merchantId: 'one', title: 'Replaced' });
    await eventuallyIndexed('p', (document) => document?.title === 'Replaced' && keysOf(document).length === 0);
    await products().deleteOne({ _id: 'p' });
    await eventuallyIndexed('p', (document) => document === null);
    await allEqual();
  });

  // FM-3, FM-5, FM-7
  test('that is created, changed, deleted and created again within one batch has its last state', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `quick-${index}`);
    await products().insertMany(ids.map((id) => product(id, 'one') as never));
    await products().bulkWrite(
      ids.flatMap((id, index) => [
        { updateOne: { filter: { _id: id }, update: { $set: { title: 'First' } } } },
        { updateOne: { filter: { _id: id }, update: { $set: { subtitle: 'Second' } } } },
        ...(index % 2 === 0 ? [{ deleteOne: { filter: { _id: id } } }] : []),
        ...(index % 4 === 0 ? [{ insertOne: { document: product(id, 'one', { title: 'Again' }) as never } }] : []),
      ]),
    );
    await allEqual();
    expect(await indexed('quick-0')).toMatchObject({ title: 'Again', subtitle: 'Subtitle of quick-0' });
    expect(await indexed('quick-1')).toMatchObject({ title: 'First', subtitle: 'Second' });
    expect(await indexed('quick-2')).toBeNull();
  });

  // FM-37
  test('has its status and stock in the index', async () => {
    await insert(service.catalogue, { products: [product('status', 'one', { status: 'draft', quantity: 0 })] });
    await eventuallyIndexed('status', (document) => document?.status === 'draft' && !document.in_stock);
    await products().updateOne({ _id: 'status' }, { $set: { status: 'published', quantity: 3 } });
    await eventuallyIndexed('status', (document) => document?.status === 'published' && document.in_stock);
    await products().updateOne({ _id: 'status' }, { $set: { status: 'archived' } });
    await eventuallyIndexed('status', (document) => document?.status === 'archived');
  });

  // FM-38
  test('that moves to another merchant is found only by the new one, without collections of the old one', async () => {
    await insert(service.catalogue, {
      merchants: [merchant('mover')],
      products: [product('moving', 'one')],
      memberships: [membership('sale', 'moving', 'one')],
    });
    await eventuallyIndexed('moving', (document) => document?.collections.length === 1);
    await products().updateOne({ _id: 'moving' }, { $set: { merchantId: 'mover' } });
    await eventuallyIndexed('moving', (document) => document?.merchant_id === 'mover');
    expect(await indexed('moving')).toMatchObject({ collections: [], collection_ids: [] });
    await products().updateOne({ _id: 'moving' }, { $set: { merchantId: 'nobody' } });
    await eventuallyIndexed('moving', (document) => document === null);
    await allEqual();
  });
});

describe('memberships', () => {
  const memberships = () => service.catalogue.memberships;

  test('are added, changed, moved to another collection and removed', async () => {
    await insert(service.catalogue, {
      products: [product('member', 'one')],
      collections: [collection('first', 'one'), collection('second', 'one', { status: 'draft' })],
    });
    await insert(service.catalogue, { memberships: [membership('first', 'member', 'one')] });
    await eventuallyIndexed('member', (document) => document?.collection_ids[0] === 'first');
    await memberships().updateOne({ _id: 'first:member' }, { $set: { hidePrice: true, position: 9 } });
    await memberships().deleteOne({ _id: 'first:member' });
    await insert(service.catalogue, { memberships: [membership('second', 'member', 'one')] });
    await eventuallyIndexed('member', (document) => document?.hidden_collection_ids[0] === 'second');
    expect(await indexed('member')).toMatchObject({ collection_ids: [], hidden_collections: ['collection', 'second'] });
    await memberships().deleteMany({ productId: 'member' });
    await eventuallyIndexed('member', (document) => document?.hidden_collection_ids.length === 0);
    await allEqual();
  });

  test('whose ids contain colons are removed from the right product', async () => {
    await insert(service.catalogue, {
      products: [product('a:b:c', 'one')],
      collections: [collection('x:y', 'one')],
      memberships: [membership('x:y', 'a:b:c', 'one')],
    });
    await eventuallyIndexed('a:b:c', (document) => document?.collections[0] === 'Collection x:y');
    await memberships().deleteOne({ _id: 'x:y:a:b:c' });
    await eventuallyIndexed('a:b:c', (document) => document?.collections.length === 0);
    await allEqual();
  });
});

describe('a collection', () => {
  const collections = () => service.catalogue.collections;
  const ids = Array.from({ length: 60 }, (_, index) => `fan-${String(index).padStart(3, '0')}`);

  /** Inserts a collection of all the products. Resolves when it is indexed. */
  async function collectionOfAll(id: string): Promise<void> {
    await insert(service.catalogue, {
      collections: [collection(id, 'one')],
      memberships: ids.map((productId) => membership(id, productId, 'one')),
    });
    await eventuallyIndexed('fan-059', (document) => document?.collection_ids.includes(id) === true);
  }

  beforeAll(() => insert(service.catalogue, { products: ids.map((id) => product(id, 'one')) }));

  // FM-40
  test('that is renamed or unpublished updates all its products', async () => {
    await collectionOfAll('changing');
    await collections().updateOne({ _id: 'changing' }, { $set: { name: 'Renamed' } });
    await eventuallyIndexed('fan-059', (document) => document?.collections[0] === 'Renamed');
    await collections().updateOne({ _id: 'changing' }, { $set: { status: 'archived' } });
    await eventuallyIndexed('fan-059', (document) => document?.hidden_collections[0] === 'renamed');
    expect(await indexed('fan-059')).toMatchObject({ collections: [], collection_ids: [] });
    await allEqual();
  });

  // FM-40
  test('that is deleted is removed from its products, even if its memberships remain', async () => {
    await collectionOfAll('deleted');
    await collections().deleteOne({ _id: 'deleted' });
    await eventuallyIndexed('fan-059', (document) => document?.collection_ids.includes('deleted') === false);
    await allEqual();
    await insert(service.catalogue, { collections: [collection('deleted', 'one', { name: 'Made again' })] });
    await eventuallyIndexed('fan-059', (document) => document?.collections.includes('Made again') === true);
    await allEqual();
  });

  // FM-40
  test('that is deleted after its memberships is removed from its products', async () => {
    await collectionOfAll('emptied');
    await service.catalogue.memberships.deleteMany({ collectionId: 'emptied' });
    await collections().deleteOne({ _id: 'emptied' });
    await allEqual();
    expect((await indexed('fan-000'))?.collection_ids).not.toContain('emptied');
  });

  // FM-38
  test('that moves to another merchant is removed from the products of the old one', async () => {
    await collectionOfAll('moved');
    await collections().updateOne({ _id: 'moved' }, { $set: { merchantId: 'mover' } });
    await eventuallyIndexed('fan-059', (document) => document?.collection_ids.includes('moved') === false);
    await allEqual();
  });
});

// FM-37, FM-40
test('the products of a merchant that is disabled, enabled, deleted and created again follow it', async () => {
  await insert(service.catalogue, {
    merchants: [merchant('shy')],
    products: Array.from({ length: 60 }, (_, index) => product(`shy-${index}`, 'shy')),
  });
  await eventuallyIndexed('shy-59', (document) => document !== null);
  await service.catalogue.merchants.updateOne({ _id: 'shy' }, { $set: { status: 'disabled' } });
  await eventuallyIndexed('shy-59', (document) => document === null);
  await allEqual();
  await service.catalogue.merchants.updateOne({ _id: 'shy' }, { $set: { status: 'active' } });
  await eventuallyIndexed('shy-59', (document) => document !== null);
  await allEqual();
  await service.catalogue.merchants.deleteOne({ _id: 'shy' });
  await eventuallyIndexed('shy-59', (document) => document === null);
  await insert(service.catalogue, { merchants: [merchant('shy')] });
  await eventuallyIndexed('shy-59', (document) => document !== null);
  await allEqual();
});

/** The stream of changes pauses while 5,000 are pending. */
const MANY = 6000;

// FM-19
test('indexes 6,000 products that are inserted, updated by one updateMany and deleted by one deleteMany', async () => {
  const ids = Array.from({ length: MANY }, (_, index) => `many-${index}`);
  await insert(service.catalogue, { products: ids.map((id) => product(id, 'one', bare)) });
  await service.catalogue.products.updateMany({ _id: /^many-/ }, { $set: { title: 'Updated at once' } });
  await eventually(
    () => count('merchant_id = "one"'),
    (found) => found > MANY,
  );
  await allEqual();
  await service.catalogue.products.deleteMany({ _id: /^many-/ });
  await eventually(
    () => count('merchant_id = "one"'),
    (found) => found < MANY,
  );
  await allEqual();
}, 300_000);

const count = async (filter: string): Promise<number> =>
  (await service.meilisearch.index(service.indexName).getDocuments({ filter, limit: 1 })).total;

test('no search finds a checkpoint', async () => {
  const index = service.meilisearch.index(service.indexName);
  const all = await searchDocuments(service.meilisearch, service.indexName);
  const stored = await index.getDocuments({ filter: 'merchant_id EXISTS OR epoch EXISTS', limit: 0 });
  expect(stored.total).toBe(all.size + 1);
  for (const merchantId of ['one', 'mover', '', '_checkpoint', 'null']) {
    const { hits } = await index.search('', { filter: `merchant_id = "${merchantId}"`, limit: 1000 });
    const own = [...all.values()].filter((document) => document.merchant_id === merchantId);
    expect([merchantId, hits.length]).toEqual([merchantId, own.length]);
  }
});

test('500 specification keys and unknown product fields add no field to the index', async () => {
  await insert(service.catalogue, {
    products: Array.from({ length: 50 }, (_, index) =>
      product(`specified-${index}`, 'one', {
        specifications: Object.fromEntries(Array.from({ length: 10 }, (_, key) => [`key ${index} ${key}`, 'value'])),
        [`extra${index}`]: { [`deep${index}`]: index },
      }),
    ),
  });
  await allEqual();
  const { fieldDistribution } = await service.meilisearch.index(service.indexName).getStats();
  const mapped = Object.keys(toSearchDocument({ _id: '', merchantId: '' }, [], ENGLISH));
  const others = ['content_hash', 'indexed_at', 'epoch', 'checkpoint', 'source', 'deleted'];
  const known = [...mapped, ...others];
  expect(Object.keys(fieldDistribution).filter((field) => !known.includes(field))).toEqual([]);
  expect(await indexed('specified-7')).toMatchObject({ specifications: expect.arrayContaining(['key 7 3: value']) });
});
