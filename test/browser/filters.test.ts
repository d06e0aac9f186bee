/** Filters narrow what is shown at once, are taken away one by one, and go with the address. */
import { collection, location, membership, merchant, product } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import { openStorefront, type Storefront, searchFor, textsOf, untilFocused, untilShown } from './support/storefront.ts';

const plain = { subtitle: '', description: '', barcode: '', variants: [], specifications: {}, images: [] };
const mug = (name: string, given: Record<string, unknown>) =>
  product(`mug-${name}`, 'one', { ...plain, title: `Mug ${name}`, locationId: 'porto', ...given });

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'Shop one' }), merchant('two', { name: 'Shop two' })],
  locations: [
    location('porto', 'one', { name: 'Porto' }),
    location('braga', 'one', { name: 'Braga' }),
    location('two-location', 'two'),
  ],
  collections: [collection('gifts', 'one', { name: 'Gifts' }), collection('sale', 'one', { name: 'Sale' })],
  memberships: [membership('gifts', 'mug-amber', 'one'), membership('gifts', 'mug-blue', 'one')],
  products: [
    mug('amber', { price: 10 }),
    mug('blue', { price: 20, quantity: 0 }),
    mug('coral', { price: 30, locationId: 'braga' }),
    mug('denim', { price: 40, featured: true }),
    product('other', 'two', { ...plain, title: 'Mug of another shop', price: 15 }),
  ],
};

const TITLES = '#results .card-title';

describeInBrowser('filters', () => {
  let shop: Storefront;

  /** The search that all filters here narrow: four mugs. */
  async function searchMugs() {
    const page = await shop.open();
    await searchFor(page, 'mug', '4 products for “mug”');
    await page.locator('[name="collection"] option[value="gifts"]').waitFor({ state: 'attached' });
    return page;
  }

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it.each([
    ['In stock', '3 products for “mug”', ['Mug amber', 'Mug coral', 'Mug denim']],
    ['Featured', '1 product for “mug”', ['Mug denim']],
  ])('%s is a box to tick', async (label, heading, titles) => {
    const page = await searchMugs();
    await page.getByLabel(label, { exact: true }).check();
    await untilShown(page, '.chip-name', [`${label}`]);
    await untilShown(page, '#heading', [heading]);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(titles);
  });

  it.each([
    ['Collection', 'Gifts', '2 products for “mug”', ['Mug amber', 'Mug blue']],
    ['Collection', 'Sale', 'Nothing found for “mug”', []],
    ['Location', 'Braga', '1 product for “mug”', ['Mug coral']],
  ])('%s %s is one to choose', async (label, name, heading, titles) => {
    const page = await searchMugs();
    await page.getByLabel(label).selectOption({ label: name });
    await untilShown(page, '.chip-name', [`${name}`]);
    await untilShown(page, '#heading', [heading]);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(titles);
  });

  it('narrow by price while it is typed, and keep what is shown while the range is contrary', async () => {
    const page = await searchMugs();
    await page.getByLabel('Price from').fill('20');
    await untilShown(page, '#heading', ['3 products for “mug”']);
    await page.getByLabel('Price to').fill('30');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    expect(await textsOf(page, '.chip:not(.is-all) .chip-name')).toEqual(['From €20', 'Up to €30']);
    await page.getByLabel('Price to').fill('3');
    await untilShown(page, '[role="alert"]', ['The first price is above the second.']);
    expect(await textsOf(page, '#heading')).toEqual(['2 products for “mug”']);
    await page.getByLabel('Price to').fill('35.5');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['From €20', 'Up to €35.50']);
    expect(await textsOf(page, '[role="alert"]')).toEqual([]);
  });

  it('are taken away one by one, or all at once, and the keyboard keeps its place', async () => {
    const page = await shop.open('/?q=mug&inStock=true&minPrice=15&location=porto');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    await page.locator('.chip', { hasText: 'Porto' }).click();
    await untilShown(page, '#heading', ['2 products for “mug”']);
    await page.locator('.chip:focus', { hasText: 'In stock' }).waitFor();
    await page.locator('.chip', { hasText: 'Clear all' }).press('Enter');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    expect(await textsOf(page, '#chips')).toEqual([]);
    await untilFocused(page, '4 products for “mug”');
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=mug`);
  });

  it('go with the address, and show there as they were set', async () => {
    const page = await searchMugs();
    await page.getByLabel('Collection').selectOption('gifts');
    await page.getByLabel('In stock', { exact: true }).check();
    await page.getByLabel('Price to').fill('15');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    const address = page.url().slice(shop.url.length);
    expect(address).toBe('/?shop=one&q=mug&collection=gifts&inStock=true&maxPrice=15');
    await shop.open('/?shop=two');
    await shop.open(address);
    await untilShown(page, TITLES, ['Mug amber']);
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['Gifts', 'In stock', 'Up to €15']);
    expect(await page.getByLabel('Collection').inputValue()).toBe('gifts');
    expect(await page.getByLabel('In stock', { exact: true }).isChecked()).toBe(true);
    expect(await page.getByLabel('Price to').inputValue()).toBe('15');
  });

  it('in an address are left out where they are odd', async () => {
    const page = await shop.open(`/?q=mug&minPrice=30&maxPrice=20&inStock=perhaps&location=${'x'.repeat(300)}`);
    await untilShown(page, '#heading', ['2 products for “mug”']);
    await untilShown(page, '.chip-name', ['From €30']);
  });

  it('offer the collection alone where nothing is searched, and the others again with a search', async () => {
    const page = await shop.open('/?collection=gifts&inStock=true');
    await untilShown(page, '#heading', ['Gifts']);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(['Mug amber', 'Mug blue']);
    expect(await textsOf(page, '.chip-name')).toEqual(['Gifts']);
    expect(await page.getByLabel('In stock', { exact: true }).isVisible()).toBe(false);
    await searchFor(page, 'mug', '1 product for “mug”');
    expect(await page.getByLabel('In stock', { exact: true }).isChecked()).toBe(true);
  });

  it('are what to take away where nothing fits them', async () => {
    const page = await shop.open('/?q=mug&featured=true&maxPrice=5');
    await untilShown(page, '#heading', ['Nothing found for “mug”']);
    await page.getByRole('button', { name: 'Search without filters' }).click();
    await untilShown(page, '#heading', ['4 products for “mug”']);
  });

  it('do not go along to another shop, and a shop of one location offers none', async () => {
    const page = await searchMugs();
    expect(await page.getByLabel('Location').isVisible()).toBe(true);
    await page.getByLabel('Location').selectOption('braga');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    await page.getByLabel('Shop', { exact: true }).selectOption('two');
    await untilShown(page, TITLES, ['Mug of another shop']);
    expect(page.url()).toBe(`${shop.url}/?shop=two&q=mug`);
    expect(await page.getByLabel('Location').isVisible()).toBe(false);
  });
});
