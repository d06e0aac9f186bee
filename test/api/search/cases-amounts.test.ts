/** Amounts in many languages, with and without a space: in both kinds of search, a query finds the one right product. */
import { AMOUNT_SHOPS } from './languages/amounts.ts';
import { only, startShops } from './languages/start-shops.ts';

let shops: Awaited<ReturnType<typeof startShops>>;

beforeAll(async () => {
  shops = await startShops(
    Object.fromEntries(Object.entries(AMOUNT_SHOPS).map(([locale, { titles }]) => [locale, titles])),
  );
});
afterAll(() => shops.stop());

describe.each(Object.entries(AMOUNT_SHOPS))('in %s', (locale, { cases }) => {
  test.each(cases)('%s', async (query, id) => {
    expect(await shops.found(locale, query)).toEqual(only(locale, id));
  });
});
