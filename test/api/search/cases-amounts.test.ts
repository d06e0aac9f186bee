/** Amounts in many languages, with and without a space: in both kinds of search, a query finds the one right product. */
import { AMOUNT_SHOPS } from './languages/amounts.ts';
import { only, type Shops, startShops, titlesOf } from './languages/start-shops.ts';

let shops: Shops;

beforeAll(async () => {
  shops = await startShops(titlesOf(AMOUNT_SHOPS));
});
afterAll(() => shops.stop());

describe.each(Object.entries(AMOUNT_SHOPS))('in %s', (locale, { cases }) => {
  test.each(cases)('%s', async (query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(locale, id));
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
