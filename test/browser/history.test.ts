/** Back undoes what the shopper did last. What is typed at once, in the search box or as a price, is one step. */
import type { Page } from 'playwright-core';
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import { choose, openStorefront, type Storefront, untilShown } from './support/storefront.ts';

const tent = (number: number) =>
  product(`tent-${number}`, 'one', { ...plain, title: `Tent ${number}`, price: number, quantity: number > 1 ? 0 : 5 });

const DOCUMENTS = {
  ...shopDocuments('one'),
  merchants: [merchant('one', { name: 'Shop one' })],
  products: [...[0.25, 1, 2, 3].map(tent), product('stove', 'one', { ...plain, title: 'Stove' })],
};

describeInBrowser('Back', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  /** Types as a shopper does, key by key, in place of the text before. */
  async function type(page: Page, label: string, text: string) {
    await page.getByLabel(label).selectText();
    await page.keyboard.type(text);
  }

  /** Opens the whole shop after another page, which a Back too many would show. */
  async function open() {
    await shop.open('/?q=stove');
    return shop.open();
  }

  async function goBackTo(page: Page, address: string, heading: string) {
    await page.goBack();
    await untilShown(page, '#heading', [heading]);
    expect(page.url()).toBe(shop.url + address);
  }

  it('shows the search before: Enter ends one, and so does a choice outside the box', async () => {
    const page = await open();
    await type(page, 'Search for products', 'stove');
    await page.keyboard.press('Enter');
    await untilShown(page, '#heading', ['1 product for “stove”']);
    await type(page, 'Search for products', 'tent');
    await untilShown(page, '#heading', ['4 products for “tent”']);
    await page.getByLabel('Sort by').focus();
    await type(page, 'Search for products', 'tents');
    await untilShown(page, '#heading', ['4 products for “tents”']);
    await goBackTo(page, '/?shop=one&q=tent', '4 products for “tent”');
    await goBackTo(page, '/?shop=one&q=stove', '1 product for “stove”');
    await goBackTo(page, '/?shop=one', 'New in the shop');
  });

  it('removes a price, and then the filter that was chosen before it', async () => {
    const page = await open();
    await choose(page, 'In stock');
    await untilShown(page, '.chip-name', ['In stock']);
    await type(page, 'Price from', '.5');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['In stock', 'From €0.50']);
    await page.goBack();
    await untilShown(page, '.chip-name', ['In stock']);
    expect(await page.getByLabel('Price from').inputValue()).toBe('');
    await goBackTo(page, '/?shop=one', 'New in the shop');
    await untilShown(page, '.chip-name', []);
  });
});
