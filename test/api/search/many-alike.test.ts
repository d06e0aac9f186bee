/**
 * If more titles have the words than are re-ranked, the one that they describe best is first, though it's last in the
 * index, and though others repeat a word, have a longer one, or are only made for such a product.
 */
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, type TestService } from '../../support/service.ts';
import { foundIdsOf } from '../responses.ts';

let service: TestService;
let api: Api;

const alike = (count: number, name: string, title: string) =>
  Array.from({ length: count }, (_, index) =>
    product(`${name}-${String(index).padStart(3, '0')}`, 'one', { ...bare, title: `${title} ${index}` }),
  );

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, {
    ...shop('one'),
    products: [
      ...alike(150, 'mouse', 'Mouse with a long cable, a pad and a box'),
      product('z-mouse', 'one', { ...bare, title: 'Mouse' }),
      ...alike(60, 'phone', '手机 保护壳 透明 防摔 全包'),
      product('z-phone', 'one', { ...bare, title: '手机' }),
      ...alike(60, 'bag', 'Laptop bag'),
      product('z-laptop', 'one', { ...bare, title: 'Nordvika slim laptop with 16 GB memory and a bright screen' }),
      ...alike(60, 'coffee', 'Coffee machine for coffee, 12 cup, number'),
      ...alike(60, 'tube', 'Steel tube'),
      ...['Soaking tub with left drain', 'Laundry tub with legs and pump', 'Tub and tile refinishing kit'].map(
        (title, at) => product(`z-tub-${at}`, 'one', { ...bare, title: `${title}, white, for the bathroom at home` }),
      ),
      product('z-cups', 'one', { ...bare, title: 'Coffee cup and saucer of white porcelain, set of four' }),
    ],
  });
  [api] = await Promise.all([service.startApi(), service.startIndexer()]);
});
afterAll(() => service.stop());

test('tub: all products with the whole word come before those with a longer one', async () => {
  const token = await service.token('one');
  const found = foundIdsOf(await api.request('/v1/products/search', { token, json: { query: 'tub' } }));
  expect(found.slice(0, 3).toSorted()).toEqual(['z-tub-0', 'z-tub-1', 'z-tub-2']);
  expect(found[3]).toMatch(/^tube-/);
});

test.each(['mouse', 'mou', 'mosue', '手机', 'coffee cup', 'laptop'])('%s', async (query) => {
  const token = await service.token('one');
  const [first] = foundIdsOf(await api.request('/v1/products/search', { token, json: { query } }));
  expect(first).toMatch(/^z-/);
});
