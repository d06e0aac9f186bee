/**
 * Searches find, show and pin products with any id: up to 200 characters of any script, even if ids differ only in
 * case.
 */
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

/** Longer than a filter value of the engine (468 bytes) if ids weren't hashed. */
const LONG_IDS = ['長'.repeat(157), `${'長'.repeat(156)}い`, '😀'.repeat(100), 'x'.repeat(200)];
const ALIKE_IDS = ['kettle', 'KETTLE', 'kéttle', 'a" OR id = "kettle', 'back\\slash'];
const IDS = [...LONG_IDS, ...ALIKE_IDS];

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: IDS.map((id, index) => product(id, 'one', { ...bare, title: `Samovar, no. ${index + 11}` })),
    searchRules: [{ _id: 'r1', merchantId: 'one', query: 'summer', pinned: [...IDS, 'gone'] }],
  });
  token = await service.token('one');
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

const search = async (query: string) =>
  await api.request('/v1/products/search', { token, json: { query, limit: 50, filter: { status: 'published' } } });

interface Item {
  product: { id: string; title: string };
  search: { results: { product_id: string; text: string }[] };
}

test('each product is found and shown with its own texts', async () => {
  const { status, body } = await search('samovar');
  const shown = body.map(({ product: { id, title }, search: { results } }: Item) => [id, title, results[0]?.text]);
  const expected = IDS.map((id, index) => [id, `Samovar, no. ${index + 11}`, `Samovar, no. ${index + 11}`]);
  expect([status, shown.toSorted()]).toEqual([200, expected.toSorted()]);
});

test('exactly the pinned products are found, in the order of the rule', async () => {
  expect(foundIdsOf(await search('summer'))).toEqual(IDS);
});
