/**
 * Names and members of unpublished collections don't affect what a published token finds, by words, phrases, joined
 * words or exclusions. An `all` token finds products by each word of such a name.
 */
import { collection, insert, location, membership, merchant, product } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

const TITLES = [
  'Friday shirt, black',
  'Friday shoes, black',
  'Black socks for friday',
  'Blackboard',
  'Kocher für Wasser',
  '東京 タワー 黒い 金曜日',
  'Tower, black, of Tokyo; friday',
];
/** Names whose words are also in the titles, separately. */
const HIDDEN = [
  'Black Friday',
  'BlackFriday',
  'black_friday',
  'Wasserkocher',
  '黒い金曜日',
  'Tokyo tower',
  'Socks-shoes',
];
const QUERIES = [
  'black friday',
  '"black friday"',
  'blackfriday',
  'friday black',
  '"friday black"',
  'black -"black friday"',
  'black -friday',
  'friday -blackfriday',
  'wasserkocher',
  '"wasser kocher"',
  'wasser kocher',
  '黒い金曜日',
  '"黒い 金曜日"',
  '黒い金曜日 東京',
  '"tokyo tower"',
  'tokyotower',
  'tokyo tower',
  'tower -"tokyo tower"',
  'socks shoes',
  'sockshoes',
  '"socks shoes"',
  'black_friday',
  'BlackFriday',
  'blakc firday',
  'black frid',
  'fridayblack',
];

let service: TestService;
let api: Api;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  for (const merchantId of ['with', 'without']) {
    const ids = TITLES.map((_title, index) => `${merchantId}-${index}`);
    await insert(service.catalogue, {
      merchants: [merchant(merchantId)],
      locations: [location(`${merchantId}-location`, merchantId)],
      products: ids.map((id, index) =>
        product(id, merchantId, {
          title: TITLES[index],
          subtitle: '',
          description: '',
          inventory: { sku: `s-${index}` },
        }),
      ),
    });
  }
  await insert(service.catalogue, {
    collections: HIDDEN.map((name, index) =>
      collection(`hidden-${index}`, 'with', { name, status: index % 2 === 0 ? 'draft' : 'archived' }),
    ),
    // Each product is in every second collection, and no two in the same ones.
    memberships: TITLES.flatMap((_title, at) =>
      HIDDEN.flatMap((_name, index) =>
        (at >> (index % 3)) % 2 === 0 ? [membership(`hidden-${index}`, `with-${at}`, 'with')] : [],
      ),
    ),
  });
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

async function found(merchantId: string, query: string, visibility: 'all' | 'published') {
  const token = await service.token(merchantId, visibility);
  const response = await api.request('/v1/products/search', { token, json: { query, limit: 50 } });
  return foundIdsOf(response).map((id) => id.slice(merchantId.length));
}

test.each(QUERIES)('%s finds the same with and without such collections', async (query) => {
  expect(await found('with', query, 'published')).toEqual(await found('without', query, 'published'));
});

test('most of these queries find something', async () => {
  const all = await Promise.all(QUERIES.map((query) => found('without', query, 'published')));
  expect(all.filter((ids) => ids.length > 0).length).toBeGreaterThan(QUERIES.length / 2);
});

test.each([
  '-friday',
  '-"black friday"',
  '-blackfriday',
  '-wasserkocher',
  '-黒い金曜日',
  '-"tokyo tower"',
  '-sockshoes',
])('%s alone excludes the same with and without such collections', async (query) => {
  const [withThem, without] = [await found('with', query, 'published'), await found('without', query, 'published')];
  expect(without.length).toBeGreaterThan(0);
  expect(withThem.toSorted()).toEqual(without.toSorted());
});

test('an `all` token finds products by the words of such a name', async () => {
  const { products, memberships } = service.catalogue;
  await insert(service.catalogue, { products: [product('with-9', 'with', { title: 'Kettle' })] });
  await memberships.insertOne(membership('hidden-3', 'with-9', 'with') as never);
  await eventually(
    () => found('with', 'wasserkocher', 'all'),
    (ids) => ids.includes('-9'),
  );
  expect(await found('with', 'wasserkocher', 'published')).not.toContain('-9');
  await products.deleteOne({ _id: 'with-9' });
});
