/** What is too large for one response is a 400, before it takes the memory of other merchants' requests. */
import { insertRaw, UNREADABLE } from '../../indexer/support/writes/raw-insert.ts';
import { collection, insert, location, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, idsOf } from '../responses.ts';

const COUNT = 25;
const IDS = Array.from({ length: COUNT }, (_, at) => String(at));
/** MongoDB's first batch has so many documents by default. */
const FIRST_BATCH = Array.from({ length: 101 }, (_, at) => String(at));
const LONG = Array.from({ length: 25 }, (_, at) => String(at));
const DETAIL = 'The response is too large: ask for fewer items.';
const description = 'x'.repeat(2 * 1024 * 1024);

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await createService();
  await insert(service.catalogue, {
    ...shop('large'),
    products: IDS.map((id) => product(id, 'large', { description, handle: 'same' })),
    collections: [collection('all', 'large')],
    memberships: IDS.map((id) => membership('all', id, 'large')),
  });
  await insert(service.catalogue, {
    ...shop('includes'),
    products: IDS.map((id) => product(`i${id}`, 'includes', { locationId: 'long' })),
    locations: [location('long', 'includes', { name: description })],
    collections: IDS.map((id) => collection(`c${id}`, 'includes')),
  });
  await insert(service.catalogue, {
    ...shop('collections'),
    collections: IDS.map((id) => collection(`l${id}`, 'collections', { description })),
  });
  await insert(service.catalogue, {
    ...shop('members'),
    products: [product('named', 'members', { title: description })],
    collections: IDS.map((id) => collection(`m${id}`, 'members')),
    memberships: IDS.map((id) => membership(`m${id}`, 'named', 'members')),
  });
  // In a page, the small ones come first.
  const [small, long] = [FIRST_BATCH.map((id) => `z${id}`), LONG.map((id) => `b${id}`)];
  await insert(service.catalogue, {
    ...shop('batches'),
    products: [
      ...small.map((id) => product(id, 'batches', { handle: 'same' })),
      ...long.map((id) => product(id, 'batches', { handle: 'same', description: 'x'.repeat(1_500_000) })),
    ],
    collections: [
      ...small.map((id) => collection(id, 'batches')),
      ...long.map((id) => collection(id, 'batches', { description: 'x'.repeat(1_500_000) })),
    ],
  });
  await insert(service.catalogue, shop('undecodable'));
  for (const id of IDS)
    await insertRaw(service, [{ ...product(`u${id}`, 'undecodable', { description }), internal: UNREADABLE }]);
  api = await service.startApi({ PAGE_CACHE_BYTES: '0' });
});
afterAll(() => service.stop());

test.each([
  ['large', 'sortBy=title'],
  ['large', 'sortBy=price&sortOrder=asc&status=published'],
  ['large', 'handle=same'],
  ['large', 'collection=all'],
  ['undecodable', 'sortBy=title'],
])('merchant %s, %s: a page of 50 MiB is a 400 that says why, and one of 10 MiB is served', async (merchant, list) => {
  const token = await service.token(merchant);
  const refused = await api.request(`/v1/products?perPage=${COUNT}&${list}`, { token });
  expectErrors(refused, '');
  expect(refused.body.detail).toBe(DETAIL);
  const page = await api.request(`/v1/products?perPage=5&${list}`, { token });
  expect([page.status, idsOf(page).length]).toEqual([200, 5]);
});

test.each([
  ['includes', 'products', 'a location that all products include'],
  ['collections', 'collections', 'descriptions'],
  ['members', 'collections', 'a product that is in all collections'],
])('merchant %s: a page of %s of 50 MiB is a 400, by %s', async (merchant, list) => {
  const token = await service.token(merchant);
  const refused = await api.request(`/v1/${list}?perPage=${COUNT}`, { token });
  expectErrors(refused, '');
  expect(refused.body.detail).toBe(DETAIL);
  const page = await api.request(`/v1/${list}?perPage=5`, { token });
  expect([page.status, idsOf(page).length]).toEqual([200, 5]);
});

test.each(['products?handle=same&', 'products?', 'collections?'])(
  'a page of 38 MB is served, also if the large ones come after many small ones: %s',
  async (list) => {
    const token = await service.token('batches');
    const page = await api.request(`/v1/${list}perPage=200`, { token });
    expect([page.status, idsOf(page).length]).toEqual([200, FIRST_BATCH.length + LONG.length]);
  },
);
