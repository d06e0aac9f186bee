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
