/** Amounts in many languages, with and without a space: in both kinds of search, a query finds the one right product. */
import { only, type Shops, type Topic, titlesOf } from '../support/topics.ts';
import { AMOUNT_SHOPS } from './amount-shops.ts';

export const AMOUNTS: Topic = { name: 'amounts', shops: titlesOf(AMOUNT_SHOPS), tests };

function tests(shops: Shops): void {
  describe.each(Object.entries(AMOUNT_SHOPS))('in %s', (locale, { cases }) => {
    test.each(cases)('%s', async (query, id) => {
      expect(await shops.found(locale, query)).toEqual(only(id));
    });
  });

  test.each([
    ['zh', '咖啡豆 500克', 'bean', ['咖啡豆', '500g']],
    ['zh', '电热水壶1.7升', 'kettle', ['电热水壶', '1.7L']],
    ['zh', '电视65英寸', 'tv2', ['电视', '65寸']],
    ['zh', '牛奶 250ml', 'milk', ['牛奶', '250ml']],
    ['zh', 'iphone15手机', 'phone', ['手机', 'iPhone15']],
    ['ja', '天然水 500ml', 'water', ['天然水', '500ml']],
  ])('in %s the highlights of %s are words and amounts', async (locale, query, id, expected) => {
    expect(await shops.highlighted(locale, query, id)).toEqual(expected);
  });
}
