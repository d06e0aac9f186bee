/** Searches find, show and pin a product whatever its id is: up to 200 characters of any script, beside ids that differ only in case. */
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

/** More bytes than a filter value of the engine has (468), where the ids are not hashed. */
const LONG_IDS = ['長'.repeat(157), `${'長'.repeat(156)}い`, '😀'.repeat(100), 'x'.repeat(200)];
const ALIKE_IDS = ['kettle', 'KETTLE', 'kéttle', 'a" OR id = "kettle', 'back\\slash'];
const IDS = [...LONG_IDS, ...ALIKE_IDS];

let service: TestService;
let api: Api;
let token: string;

beforeAll(async () => {
  service = await createService();
  const bare = { subtitle: '', description: '', barcode: '', inventory: {}, variants: [], specifications: {} };
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

test('each product can be pinned, in the order of the rule, and no other comes with it', async () => {
  expect(foundIdsOf(await search('summer'))).toEqual(IDS);
});
