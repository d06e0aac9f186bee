/** Ids that are no texts, from before the validators, don't fail the pages that they belong to. */
import { BSONRegExp, type Document, ObjectId } from 'mongodb';
import { insertRaw, UNREADABLE } from '../../indexer/support/writes/raw-insert.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { idsOf } from '../responses.ts';

const OBJECT_ID = new ObjectId();
const ODD_IDS: readonly unknown[] = [{ toString: 1, valueOf: 1 }, { nested: [{ toString: 1 }] }, OBJECT_ID];
const SHOWN = [
  '{"_bsontype":"x"}',
  '{"toString":1,"valueOf":1}',
  '{"nested":[{"toString":1}]}',
  OBJECT_ID.toHexString(),
];
/** In `$in`, the first selects everything and the second is an error. */
const ODD_REFERENCES = [{ $gt: '' }, new BSONRegExp('('), UNREADABLE, [UNREADABLE, 'a'], null];
/** More than one query may select, and than the 16 MB of a command. */
const LONG_IDS = Array.from({ length: 1100 }, (_id, index) => 'x'.repeat(15_500) + index);

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  for (const collMod of ['products', 'collections', 'memberships'])
    await service.database.command({ collMod, validator: {} });
  await insert(service.catalogue, {
    ...shop('one'),
    products: ['a', 'b'].map((id) => product(id, 'one', { handle: 'same' })),
    collections: [collection('c', 'one')],
    memberships: ['a', 'b'].map((id, position) => membership('c', id, 'one', { position })),
  });
  const odd = (field: 'collectionId' | 'productId') =>
    ODD_REFERENCES.map(
      (value, index): Document => ({
        ...membership('c', 'a', 'one'),
        _id: `${field}-${index}`,
        [field]: value,
      }),
    );
  await insertRaw(service, [...odd('collectionId'), ...odd('productId')], 'memberships');
  await service.database
    .collection<{ _id: unknown }>('products')
    .insertMany(ODD_IDS.map((_id) => ({ ...product('', 'one', { handle: 'same' }), _id })));
  await service.database
    .collection<{ _id: unknown }>('collections')
    .insertMany(ODD_IDS.map((_id) => ({ ...collection('', 'one'), _id })));
  // The driver reads this object, and refuses to write it.
  const _id = { $arrayToObject: [[[{ $literal: '_bsontype' }, 'x']]] };
  for (const [into, $match] of [
    ['products', { _id: 'a' }],
    ['collections', { _id: 'c' }],
  ] as const) {
    const copy = [{ $match }, { $set: { _id } }, { $merge: { into } }];
    await service.database.collection<{ _id: string }>(into).aggregate(copy).toArray();
  }
  await insert(service.catalogue, {
    ...shop('unreadable'),
    products: [product('readable', 'unreadable', { handle: 'same' })],
    collections: [collection('readable', 'unreadable')],
  });
  await insertRaw(service, [{ ...product('', 'unreadable', { handle: 'same' }), _id: UNREADABLE }]);
  await insertRaw(service, [{ ...collection('', 'unreadable'), _id: { nested: UNREADABLE } }], 'collections');
  await insert(service.catalogue, {
    ...shop('gaps'),
    products: ['g1', 'g2'].map((id) => product(id, 'gaps')),
    collections: [collection('g', 'gaps')],
    memberships: ['gone-1', 'gone-2', 'g2'].map((id, index) => membership('g', id, 'gaps', { position: index + 1 })),
  });
  await insertRaw(service, [{ ...membership('g', 'g1', 'gaps'), _id: UNREADABLE }], 'memberships');
  await insert(service.catalogue, { ...shop('many'), products: [product('m', 'many')] });
  await insert(service.catalogue, {
    memberships: LONG_IDS.map((id, index) => ({ ...membership(id, 'm', 'many'), _id: `many-${index}` })),
  });
  token = await service.token('one');
  api = await service.startApi({ COLLECTION_PRODUCTS_LIMIT: '2' });
});
afterAll(() => service.stop());

test.each(['products?sortBy=id', 'products?sortBy=title', 'products?handle=same'])(
  'a list has the products with such an id: %s',
  async (path) => {
    const response = await api.request(`/v1/${path}`, { token });
    expect([response.status, idsOf(response).toSorted()]).toEqual([200, [...SHOWN, 'a', 'b'].toSorted()]);
  },
);

test.each(['products?sortBy=id', 'products?sortBy=title', 'products?handle=same', 'collections'])(
  'a list has the others beside one whose id no driver can decode: %s',
  async (path) => {
    const response = await api.request(`/v1/${path}`, { token: await service.token('unreadable') });
    expect([response.status, idsOf(response)]).toEqual([200, ['readable']]);
  },
);

test.each(['', '&sortBy=title&sortOrder=asc', '&handle=same'])(
  'a collection has the products that its memberships name: %s',
  async (query) => {
    const response = await api.request(`/v1/products?collection=c${query}`, { token });
    expect([response.status, response.body.meta.total, idsOf(response)]).toEqual([200, 2, ['a', 'b']]);
  },
);

test('a product has the collections that its memberships name', async () => {
  const { body } = await api.request('/v1/products/a', { token });
  expect(body.collections.map(({ id }: { id: string }) => id)).toEqual(['c']);
});

interface ShownCollection {
  readonly id: string;
  readonly products: readonly { readonly id: string }[];
}

const idsOfProducts = ({ products }: ShownCollection): string[] => products.map(({ id }) => id);

test('collections have the products that their memberships name', async () => {
  const { status, body } = await api.request('/v1/collections', { token });
  const shown = body.data.map((found: ShownCollection) => [found.id, idsOfProducts(found)]);
  expect([status, shown.toSorted()]).toEqual([200, [...SHOWN.map((id) => [id, []]), ['c', ['a', 'b']]].toSorted()]);
});

test('a membership whose own id no driver can decode counts, and those after it, too', async () => {
  const { status, body } = await api.request('/v1/collections', { token: await service.token('gaps') });
  expect([status, body.data.map(idsOfProducts)]).toEqual([200, [['g1', 'g2']]]);
});

test('a product may be in more collections than one command can name', async () => {
  const { status, body } = await api.request('/v1/products', { token: await service.token('many') });
  expect([status, body.data.length]).toEqual([200, 1]);
});
