/**
 * If more titles have the words than are re-ranked, the one that they describe best is first, though it's last in the
 * index, and though others repeat a word, have a longer one, or are only made for such a product.
 */
import { numbered, type Shops, type TextsByLanguage, type Topic } from '../support/topics.ts';

const alike = (count: number, name: string, title: string) =>
  numbered(`${name}-`, count, (index) => `${title} ${index}`);
const tub = (title: string) => `${title}, white, for the bathroom at home`;

const SHOPS: TextsByLanguage = {
  en: {
    ...alike(150, 'mouse', 'Mouse with a long cable, a pad and a box'),
    'z-mouse': 'Mouse',
    ...alike(60, 'phone', '手机 保护壳 透明 防摔 全包'),
    'z-phone': '手机',
    ...alike(60, 'bag', 'Laptop bag'),
    'z-laptop': 'Nordvika slim laptop with 16 GB memory and a bright screen',
    ...alike(60, 'coffee', 'Coffee machine for coffee, 12 cup, number'),
    ...alike(60, 'tube', 'Steel tube'),
    'z-tub-0': tub('Soaking tub with left drain'),
    'z-tub-1': tub('Laundry tub with legs and pump'),
    'z-tub-2': tub('Tub and tile refinishing kit'),
    'z-cups': 'Coffee cup and saucer of white porcelain, set of four',
  },
};

export const MANY_ALIKE: Topic = { name: 'many-alike', shops: SHOPS, tests };

function tests(shops: Shops): void {
  test('tub: all products with the whole word come before those with a longer one', async () => {
    const found = await shops.ids('en', 'tub');
    expect(found.slice(0, 3).toSorted()).toEqual(['z-tub-0', 'z-tub-1', 'z-tub-2']);
    expect(found[3]).toMatch(/^tube-/);
  });

  test.each(['mouse', 'mou', 'mosue', '手机', 'coffee cup', 'laptop'])('%s', async (query) => {
    const [first] = await shops.ids('en', query);
    expect(first).toMatch(/^z-/);
  });
}
