/** Products that are too large for one response are a 400, before they take the memory of other merchants' requests. */
import { insertRaw, UNREADABLE } from '../../indexer/support/writes/raw-insert.ts';
import { collection, insert, membership, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { expectErrors, idsOf } from '../responses.ts';

const COUNT = 30;
const IDS = Array.from({ length: COUNT }, (_, at) => String(at));
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
])('merchant %s, %s: a page of 60 MiB is a 400 that says why, and one of 20 MiB is served', async (merchant, list) => {
  const token = await service.token(merchant);
  const refused = await api.request(`/v1/products?perPage=${COUNT}&${list}`, { token });
  expectErrors(refused, '');
  expect(refused.body.detail).toBe('The products of the response are too large together: ask for fewer.');
  const page = await api.request(`/v1/products?perPage=10&${list}`, { token });
  expect([page.status, idsOf(page).length]).toEqual([200, 10]);
});
