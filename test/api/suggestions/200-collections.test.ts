/** Which collections are suggested: those with products, whatever their ids and however many hidden ones there are. */
import { bare, collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

/** As many as the engine counts of a field. */
const hidden = Array.from({ length: 1000 }, (_, number) => `hidden-${number}`);
/** A product has at most 500 collections in the index. */
const products = ['first', 'second', 'third'];

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('many'),
    products: products.map((id) => product(id, 'many', { ...bare, title: `Tent ${id}` })),
    collections: [
      collection('full', 'many', { name: 'Tents for two' }),
      collection('empty', 'many', { name: 'Tents to come' }),
      ...hidden.map((id) => collection(id, 'many', { status: 'draft' })),
    ],
    memberships: [
      membership('full', 'first', 'many'),
      ...hidden.map((id, number) => membership(id, products[number % products.length] ?? '', 'many')),
    ],
  });
  await insert(service.catalogue, {
    ...shop('builder'),
    products: [product('tent', 'builder')],
    // The id is also the name of a property that every object has.
    collections: [collection('constructor', 'builder', { name: 'Tents for builders' })],
    memberships: [membership('constructor', 'tent', 'builder')],
  });
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service?.stop());

/** Sizes aren't waited for long: until they are known, collections without products are suggested, too. */
async function untilSuggested(id: string, merchantId: string, visibility: 'all' | 'published') {
  const token = await service.token(merchantId, visibility);
  await eventually(
    () => api.request('/v1/search/suggestions?query=tents', { token }),
    ({ status, body }) => status === 200 && body.data.collections.map(({ id }: { id: string }) => id).join() === id,
  );
}

test('a published token gets no collection without products, however many hidden ones have some', async () => {
  await untilSuggested('full', 'many', 'published');
});

test('a collection with the id `constructor`', async () => {
  await untilSuggested('constructor', 'builder', 'all');
});
