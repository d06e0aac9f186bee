/** In stock means that a product can be sold now, including digital goods and goods made to order. */
import { isAvailable } from '../../../../../src/catalogue/availability.ts';
import type { Shops, Topic } from '../support/topics.ts';

const counted = { tracked: true, allowBackorder: false };

/** By id: the stored fields, and whether the product can be sold. */
const PRODUCTS: Readonly<Record<string, readonly [given: object, canBeSold: boolean]>> = {
  counted: [{ quantity: 3, inventory: counted }, true],
  'sold-out': [{ quantity: 0, inventory: counted }, false],
  oversold: [{ quantity: -2, inventory: counted }, false],
  digital: [{ quantity: 0, inventory: { ...counted, tracked: false } }, true],
  'made-to-order': [{ quantity: 0, inventory: { ...counted, allowBackorder: true } }, true],
  'oversold-to-order': [{ quantity: -4, inventory: { ...counted, allowBackorder: true } }, true],
  'without-inventory': [{ quantity: 0, inventory: undefined }, false],
  'without-tracked': [{ quantity: 0, inventory: { sku: 'A-1' } }, false],
  'malformed-flags': [{ quantity: 0, inventory: { tracked: 'false', allowBackorder: 1 } }, false],
  'malformed-inventory': [{ quantity: 0, inventory: 'none' }, false],
  'quantity-as-text': [{ quantity: '2', inventory: counted }, true],
};

const idsOf = (canBeSold: boolean) =>
  Object.entries(PRODUCTS).flatMap(([id, [, itCan]]) => (itCan === canBeSold ? [id] : []));

const SHOP = Object.fromEntries(Object.entries(PRODUCTS).map(([id, [given]]) => [id, { title: 'Voucher', ...given }]));

export const IN_STOCK: Topic = { name: 'in-stock', shops: { en: SHOP }, tests };

function tests(shops: Shops): void {
  const search = (filter: object, query = 'voucher') => shops.ids('en', query, { limit: 50, filter });

  test.each([true, false])('inStock: %s treats digital goods and goods made to order as sellable', async (inStock) => {
    expect((await search({ inStock })).toSorted()).toEqual(idsOf(inStock).toSorted());
  });

  test.each(['voucher', '-teapot'])(
    'of products that match %s alike, those that can be sold come first',
    async (query) => {
      const found = await search({}, query);
      const canBeSold = idsOf(true);
      expect(found.slice(0, canBeSold.length).toSorted()).toEqual(canBeSold.toSorted());
    },
  );

  test('the shown quantity and inventory of a product say whether it can be sold', async () => {
    const { data } = await shops.page('en', { query: 'voucher', perPage: 50, products: 'full' });
    const canBeSold = data
      .map(({ product }) => product)
      .filter(({ quantity, inventory }) => quantity > 0 || inventory.tracked === false || inventory.allowBackorder)
      .map(({ id }) => id);
    expect(canBeSold.toSorted()).toEqual(idsOf(true).toSorted());
  });

  test.each(Object.entries(PRODUCTS))(
    'isAvailable of a stored product agrees with the index: %s',
    (id, [given, canBeSold]) => {
      expect(isAvailable({ _id: id, ...given }, () => undefined)).toBe(canBeSold);
    },
  );
}
