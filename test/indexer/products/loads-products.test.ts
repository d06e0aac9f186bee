/**
 * Loads and counts products on the real MongoDB: the order, the size limit, and documents that the driver can't decode.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createProductLoader } from '../../../indexer/products/product-loader.ts';
import { setUp } from '../../../src/catalogue/setup.ts';
import { collection, insert, membership, merchant, product, shop, withoutValidators } from '../../support/fixtures.ts';
import type { TestService } from '../../support/service.ts';
import { concurrentTest, onService } from '../support/per-test-service.ts';
import { fill } from '../support/writes/fill.ts';
import { insertRaw, UNREADABLE } from '../support/writes/raw-insert.ts';

const loaderOf = ({ database: { client, databaseName } }: TestService) =>
  createProductLoader(client, client.db(databaseName, { bsonRegExp: true }));
const idsOf = (loaded: { readonly documents: readonly { readonly productId: string }[] }) =>
  loaded.documents.map(({ productId }) => productId);

concurrentTest('D11: mapping stops at the document that reaches the size limit', async (service) => {
  // Two queries.
  const ids = await fill(service, 600);
  const loader = loaderOf(service);
  const [first = { json: '' }, second = { json: '' }] = (await loader.load(ids.slice(0, 2))).documents;
  const limitBytes = first.json.length + second.json.length;
  const two = await loader.load(ids, limitBytes);
  expect([idsOf(two), two.remainingIds, two.goneIds]).toEqual([ids.slice(0, 2), ids.slice(2), []]);
  const three = await loader.load(ids, limitBytes + 1);
  expect([idsOf(three), three.remainingIds.length]).toEqual([ids.slice(0, 3), ids.length - 3]);
  const one = await loader.load(ids, 1);
  expect([idsOf(one), one.remainingIds.length]).toEqual([ids.slice(0, 1), ids.length - 1]);
  const all = await loader.load(ids);
  expect([idsOf(all), all.remainingIds]).toEqual([ids, []]);
});

concurrentTest('D11: when a product reaches the size limit, only the ids after it remain', async (service) => {
  await fill(service, 3);
  const requestedIds = ['given-00002x', 'given-00001', 'gone', 'given-00002', 'a', 'given-00000'];
  const { documents, goneIds, remainingIds } = await loaderOf(service).load(requestedIds, 3000);
  const mapped = documents.map(({ productId }) => productId);
  expect([...mapped, ...goneIds, ...remainingIds].toSorted()).toEqual(requestedIds.toSorted());
  expect(remainingIds.every((id) => id > (mapped.at(-1) ?? ''))).toBe(true);
});

concurrentTest(
  'the collections of products are read without the other memberships of the merchant',
  async (service) => {
    const { catalogue, database } = service;
    await setUp(database, () => undefined);
    const members = (of: string, count: number) =>
      Array.from({ length: count }, (_member, index) =>
        membership(of, `${of}-${1000 + index}`, 'one', { position: index }),
      );
    // A fan-out loads the products of one collection. This one is the first by id.
    const memberships = [...members('a', 500), ...members('b', 3000)];
    const ids = members('a', 500).map(({ productId }) => productId);
    await insert(catalogue, {
      ...shop('one'),
      products: ids.map((id) => product(id, 'one')),
      collections: [collection('a', 'one'), collection('b', 'one')],
      memberships,
    });
    await database.command({ profile: 2 });
    const { documents } = await loaderOf(service).load(ids);
    await database.command({ profile: 0 });
    const ofMemberships = { ns: /\.memberships$/, op: { $in: ['query', 'getmore'] } };
    const queries = await database.collection('system.profile').find(ofMemberships).toArray();
    const keysExamined = queries.reduce((sum, query) => sum + query.keysExamined, 0);
    expect([documents.length, keysExamined]).toEqual([500, 501]);
  },
);

concurrentTest('products are loaded in the id order of MongoDB, not of JavaScript', async (service) => {
  const ids = ['b', 'a', '\uff5e', '👍', 'ä', 'z'];
  await insert(service.catalogue, { ...shop('one'), products: ids.map((id) => product(id, 'one')) });
  const loader = loaderOf(service);
  const inOrder = await loader.nextIds({ kind: 'all', id: '', after: '', until: null }, 10);
  expect(inOrder).toEqual(['a', 'b', 'z', 'ä', '\uff5e', '👍']);
  const { documents, remainingIds } = await loader.load(ids);
  expect([documents.map(({ productId }) => productId), remainingIds]).toEqual([inOrder, []]);
  for (let left: readonly string[] = ids, done = 1; left.length > 0; done += 1) {
    left = (await loader.load(left, 1)).remainingIds;
    expect(left).toEqual(inOrder.slice(done));
  }
});

concurrentTest(
  'each product that the driver cannot decode is reported as unreadable, and all others are loaded',
  async (service) => {
    await withoutValidators(service.catalogue);
    const ids = await fill(service, 600);
    const broken = ['given-00000-broken', 'given-00299-broken', 'given-00300-broken', 'given-00599-broken'];
    await insertRaw(service, [
      ...broken.map((id) => product(id, 'one', { subtitle: UNREADABLE })),
      product('of-nobody', 'one', { merchantId: UNREADABLE }),
      product('of-disabled', 'disabled', { subtitle: UNREADABLE }),
    ]);
    await insert(service.catalogue, { merchants: [merchant('disabled', { status: 'disabled' })] });
    const requestedIds = [...ids, ...broken, 'of-nobody', 'of-disabled', 'gone'];
    const { documents, goneIds, unreadable, remainingIds } = await loaderOf(service).load(requestedIds);
    expect(documents.map(({ productId }) => productId)).toEqual(ids);
    expect(unreadable.map(({ productId, merchantId }) => [productId, merchantId])).toEqual(
      broken.map((id) => [id, 'one']),
    );
    expect(unreadable[0]?.reason).toMatch(/^the product cannot be read: \S/);
    expect([goneIds.toSorted(), remainingIds]).toEqual([['gone', 'of-disabled', 'of-nobody'], []]);
  },
);

concurrentTest(
  'a collection with fields that the driver cannot decode leaves the other fields of its products unchanged',
  async (service) => {
    await insert(service.catalogue, {
      ...shop('one'),
      products: [product('member', 'one')],
      collections: [collection('sound', 'one', { name: 'Sound' }), collection('number', 'one', { name: 42 })],
      memberships: ['sound', 'number', 'name', 'status'].map((id) => membership(id, 'member', 'one')),
    });
    await insertRaw(service, [
      product('name', 'one', { name: UNREADABLE }),
      product('status', 'one', { name: 'Hidden', status: UNREADABLE }),
    ]);
    await service.catalogue.products
      .aggregate([
        { $match: { _id: { $in: ['name', 'status'] } } },
        { $project: { merchantId: 1, name: 1, status: 1 } },
        { $merge: { into: service.catalogue.collections.collectionName } },
      ])
      .toArray();
    const { documents, unreadable } = await loaderOf(service).load(['member']);
    const document = JSON.parse(documents[0]?.json.toString() ?? '{}');
    expect(unreadable).toEqual([]);
    expect([document.collection_ids, document.collections]).toEqual([
      ['name', 'number', 'sound'],
      ['', '42', 'Sound'],
    ]);
    expect([document.hidden_collection_ids, document.hidden_collections]).toEqual([['status'], ['hidden']]);
  },
);

/** Memberships that no validator would accept, of a collection and a product, or of two products. */
const malformedMemberships = (collectionId: string, productId: string) =>
  [
    { _id: UNREADABLE },
    { _id: 'list', productId: [productId, 'other'] },
    { _id: 'undecodable-product', productId: [productId, UNREADABLE] },
    { _id: 'undecodable-collection', collectionId: [collectionId, UNREADABLE] },
    { _id: 'undecodable-merchant', merchantId: ['one', UNREADABLE] },
  ].map((given) => membership(collectionId, productId, 'one', given));

concurrentTest(
  'D34: malformed memberships change neither the fan-out of a collection nor its products',
  async (service) => {
    await withoutValidators(service.catalogue, ['memberships']);
    const ids = ['a', 'b', 'c', 'd'];
    await insert(service.catalogue, {
      ...shop('one'),
      products: ids.map((id) => product(id, 'one')),
      collections: [collection('shelf', 'one')],
      memberships: ids.slice(0, 3).map((id) => membership('shelf', id, 'one')),
    });
    await insertRaw(service, malformedMemberships('shelf', 'd'), 'memberships');
    const loader = loaderOf(service);
    const fanOut = { kind: 'collection', id: 'shelf', until: null } as const;
    expect(await loader.nextIds({ ...fanOut, after: '' }, 3)).toEqual(['a', 'b', 'c']);
    expect(new Set(await loader.nextIds({ ...fanOut, after: 'c' }, 10))).toEqual(new Set(['d']));
    const { documents, unreadable } = await loader.load(ids);
    expect(unreadable).toEqual([]);
    const collectionsOf = documents.map(({ json }) => JSON.parse(json.toString()).collection_ids);
    expect(collectionsOf).toEqual(ids.map(() => ['shelf']));
  },
);

const MERCHANTS = 2500;

concurrentTest('D11: products are counted per merchant, in pages, as the index should have them', async (service) => {
  await withoutValidators(service.catalogue);
  const expected = new Map(Array.from({ length: MERCHANTS }, (_merchant, at) => [`m-${at}`, at % 3]));
  const products = [...expected].flatMap(([id, count]) =>
    Array.from({ length: count }, (_product, at) => product(`${id}-${at}`, id)),
  );
  await insert(service.catalogue, {
    merchants: [
      ...[...expected.keys()].map((id) => merchant(id)),
      merchant('m-disabled', { status: 'disabled' }),
      merchant('none', { status: null }),
      { ...merchant('number'), _id: 7 },
    ],
    products: [
      ...products,
      product('disabled', 'm-disabled'),
      product('orphan', 'nobody'),
      { ...product('number', 'm-0'), _id: 7 },
      { ...product('odd-merchant', 'm-0'), merchantId: 7 },
      { ...product('of-two', 'm-0'), merchantId: ['m-0', 'm-1'] },
    ],
  });
  const pages: ReadonlyMap<string, number>[] = [];
  for await (const page of loaderOf(service).countByMerchant()) pages.push(page);
  expect(pages.map(({ size }) => size)).toEqual([1000, 1000, 501]);
  const all = new Map(pages.flatMap((page) => [...page]));
  expect(all).toEqual(new Map([...expected, ['none', 0]]));

  const countsOf = async (merchantId: string) => {
    const counts: [string, number][] = [];
    for await (const page of loaderOf(service).countByMerchant([merchantId])) counts.push(...page);
    return counts;
  };
  expect(await countsOf('m-2')).toEqual([['m-2', 2]]);
  expect(await countsOf('m-disabled')).toEqual([]);
  expect(await countsOf('nobody')).toEqual([]);
});

concurrentTest(
  'D36: a document has the first 500 collections of a product with more than one batch of them',
  async (service) => {
    const idsOfMany = Array.from({ length: 6000 }, (_, at) => `c-${String(at).padStart(4, '0')}`);
    await insert(service.catalogue, {
      ...shop('one'),
      merchants: [merchant('one'), merchant('two')],
      products: [product('many', 'one'), product('few', 'one')],
      // Every second one belongs to another merchant.
      collections: idsOfMany.map((id, at) => collection(id, at % 2 === 0 ? 'one' : 'two')),
      memberships: [
        ...idsOfMany.toReversed().map((id) => membership(id, 'many', 'one')),
        ...['c-5998', 'c-0000', 'c-0001'].map((id) => membership(id, 'few', 'one')),
      ],
    });
    const { documents } = await loaderOf(service).load(['many', 'few']);
    const collectionsOf = new Map(
      documents.map(({ productId, json }) => [productId, JSON.parse(json.toString()).collection_ids]),
    );
    expect(collectionsOf.get('many')).toEqual(idsOfMany.filter((_id, at) => at % 2 === 0).slice(0, 500));
    expect(collectionsOf.get('few')).toEqual(['c-0000', 'c-5998']);
  },
);

// Not concurrent: it measures the event loop that all tests of the file share.
test('while many large products are mapped, the lease can be renewed', () =>
  onService(async (service) => {
    const specifications = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`Key ${at}`, 'a red tent '.repeat(20)]),
    );
    const products = Array.from({ length: 50 }, (_, at) => product(`large-${at}`, 'one', { specifications }));
    await insert(service.catalogue, { ...shop('one'), products });
    const loader = loaderOf(service);
    await loader.load(['large-0']);
    const blocked = monitorEventLoopDelay();
    blocked.enable();
    const startedAtMs = performance.now();
    await loader.load(products.map(({ _id }) => _id));
    const totalMs = performance.now() - startedAtMs;
    await new Promise((resolve) => setTimeout(resolve, 50));
    blocked.disable();
    expect(blocked.max / 1e6).toBeLessThan(totalMs / 2);
  }));
