/**
 * Facets narrow the results, and keep the counts of their other values; filters are removable one by one, and are in
 * the URL.
 */
import type { Request } from 'playwright-core';
import { collection, location, membership, merchant, plain, product } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  choose,
  NO_TIMEOUT,
  openStorefront,
  type Storefront,
  searchFor,
  textsOf,
  untilAborted,
  untilFocused,
  untilShown,
} from './support/storefront.ts';

const mug = (name: string, given: Record<string, unknown>) =>
  product(`mug-${name}`, 'one', { ...plain, title: `Mug ${name}`, locationId: 'porto', ...given });
const glazes = (...values: string[]) => values.map((value) => ({ key: 'Glaze', value }));
/** Each has three of nine glazes. */
const lantern = (index: number) =>
  product(`lantern-${index}`, 'three', {
    ...plain,
    title: `Lantern ${index}`,
    variants: glazes(...[0, 1, 2].map((offset) => `Glaze ${(index * 2 + offset) % 9}`)),
  });

const DOCUMENTS = {
  merchants: ['one', 'two', 'three'].map((id) => merchant(id, { name: `Shop ${id}` })),
  locations: [
    location('porto', 'one', { name: 'Porto' }),
    location('braga', 'one', { name: 'Braga' }),
    location('two-location', 'two'),
    location('three-location', 'three'),
  ],
  collections: [collection('gifts', 'one', { name: 'Gifts' }), collection('sale', 'one', { name: 'Sale' })],
  memberships: [
    membership('gifts', 'mug-amber', 'one'),
    membership('gifts', 'mug-blue', 'one'),
    membership('sale', 'mug-denim', 'one'),
  ],
  products: [
    mug('amber', { price: 10, variants: glazes('Celadon', 'Raku'), specifications: { Volume: '2 dl', Use: 'Tea' } }),
    mug('blue', {
      price: 20,
      quantity: 0,
      variants: glazes('Celadon'),
      specifications: { Volume: '3 dl', Use: 'Tea' },
    }),
    mug('coral', {
      price: 30,
      locationId: 'braga',
      variants: glazes('Raku'),
      specifications: { Volume: '3 dl', Use: 'Tea' },
    }),
    mug('denim', {
      price: 40,
      featured: true,
      variants: glazes('Shino'),
      specifications: { Volume: '3 dl', Use: 'Tea' },
    }),
    product('other', 'two', { ...plain, title: 'Mug of another shop', price: 15 }),
    product('one-more', 'two', { ...plain, title: 'Plate of another shop', price: 25 }),
    ...Array.from({ length: 6 }, (_, index) => lantern(index)),
  ],
};

const TITLES = '#results .card-title';

describeInBrowser('filters', () => {
  let shop: Storefront;

  /** The search that all filters here narrow; it finds four mugs. */
  async function searchMugs() {
    const page = await shop.open();
    await searchFor(page, 'mug', '4 products for “mug”');
    await page.getByRole('group', { name: 'Glaze' }).waitFor();
    return page;
  }

  const facet = (name: string) => textsOf(shop.page, `.facet-body[aria-label="${name}"] .facet-value`);

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it.each([
    ['In stock', '3 products for “mug”', ['Mug amber', 'Mug coral', 'Mug denim']],
    ['Featured', '1 product for “mug”', ['Mug denim']],
  ])('%s is a checkbox', async (label, heading, titles) => {
    const page = await searchMugs();
    await choose(page, label);
    await untilShown(page, '.chip-name', [`${label}`]);
    await untilShown(page, '#heading', [heading]);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(titles);
  });

  it.each([
    ['Collection', 'Gifts', 'Gifts', '2 products for “mug”', ['Mug amber', 'Mug blue']],
    ['Location', 'Braga', 'Braga', '1 product for “mug”', ['Mug coral']],
    ['Glaze', 'Raku', 'Glaze: Raku', '2 products for “mug”', ['Mug amber', 'Mug coral']],
    ['Volume', '2 dl', 'Volume: 2 dl', '1 product for “mug”', ['Mug amber']],
  ])('%s %s is a choice', async (_facet, label, chip, heading, titles) => {
    const page = await searchMugs();
    await choose(page, label);
    await untilShown(page, '.chip-name', [chip]);
    await untilShown(page, '#heading', [heading]);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(titles);
  });

  it('have counts, which stay when another value of the same facet is chosen', async () => {
    const page = await searchMugs();
    expect(await facet('Collection')).toEqual(['Gifts 2', 'Sale 1']);
    expect(await facet('Location')).toEqual(['Porto 3', 'Braga 1']);
    expect((await facet('Glaze')).toSorted()).toEqual(['Celadon 2', 'Raku 2', 'Shino 1']);
    await choose(page, 'Celadon');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    expect((await facet('Glaze')).toSorted()).toEqual(['Celadon 2', 'Raku 2', 'Shino 1']);
    expect(await facet('Location')).toEqual([]);
    await choose(page, 'Shino');
    await untilShown(page, '#heading', ['3 products for “mug”']);
    expect(await textsOf(page, '.facet-chosen')).toEqual(['2']);
    expect(await page.getByLabel('2 chosen').count()).toBe(1);
    await choose(page, 'Gifts');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    expect((await facet('Glaze')).toSorted()).toEqual(['Celadon 2', 'Raku 1', 'Shino 0']);
  });

  it('offer values that differ between products, and none that all share', async () => {
    const page = await searchMugs();
    expect(await textsOf(page, '.facet-name')).toEqual(['Collection', 'Price', 'Location', 'Glaze', 'Volume']);
  });

  it('offer the variants of products that have several each', async () => {
    const page = await shop.open('/?shop=three&q=lantern');
    await untilShown(page, '#heading', ['6 products for “lantern”']);
    await untilShown(page, '.facet-name', ['Glaze']);
  });

  it('show all values of a facet, with the focus on the first that was hidden', async () => {
    const page = await shop.open('/?shop=three&q=lantern');
    await page.getByRole('button', { name: 'Show all 9' }).press('Enter');
    const shown = await facet('Glaze');
    expect(shown).toHaveLength(9);
    const focused = `document.activeElement.closest('label').innerText.replace(/\\s+/g, ' ')`;
    expect(await page.evaluate(focused)).toBe(shown[6]);
  });

  it('offer the same facets after a filter of the URL is removed', async () => {
    const page = await shop.open('/?q=mug&specifications.Volume=2%20dl');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    await untilShown(page, '.facet-name', ['Glaze', 'Volume']);
    await choose(page, '2 dl');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    await untilShown(page, '.facet-name', ['Collection', 'Price', 'Location', 'Glaze', 'Volume']);
  });

  it('keep the focus on the checkbox that was ticked', async () => {
    const page = await searchMugs();
    const box = page.getByRole('checkbox', { name: /^Raku/ });
    await box.focus();
    const focused = `document.activeElement.parentElement.innerText.replace(/\\s+/g, ' ')`;
    await page.keyboard.press('Space');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    expect([await box.isChecked(), await page.evaluate(focused)]).toEqual([true, 'Raku 2']);
    await page.keyboard.press('Space');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    expect([await box.isChecked(), await page.evaluate(focused)]).toEqual([false, 'Raku 2']);
  });

  it('narrow by price while it is typed, and keep the results while the range is empty', async () => {
    const page = await searchMugs();
    expect(await page.getByLabel('Price from').getAttribute('placeholder')).toBe('10');
    expect(await page.getByLabel('Price to').getAttribute('placeholder')).toBe('40');
    // Describes the fields, even while it is hidden.
    expect(await page.locator('#price-fault').textContent()).toBe('');
    await page.getByLabel('Price from').fill('20');
    await untilShown(page, '#heading', ['3 products for “mug”']);
    await page.getByLabel('Price to').fill('30');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    expect(await textsOf(page, '.chip:not(.is-all) .chip-name')).toEqual(['From €20', 'Up to €30']);
    await page.getByLabel('Price to').fill('3');
    await untilShown(page, '[role="alert"]', ['The first price is above the second.']);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(2);
    expect(await textsOf(page, '#heading')).toEqual(['2 products for “mug”']);
    await page.getByLabel('Price to').fill('35.5');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['From €20', 'Up to €35.50']);
    expect(await textsOf(page, '[role="alert"]')).toEqual([]);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  });

  it('keep a price that begins with its point', async () => {
    const page = await searchMugs();
    await page.getByLabel('Price from').pressSequentially('.5');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['From €0.50']);
    expect(await page.getByLabel('Price from').inputValue()).toBe('.5');
  });

  it('keep what is typed while the response to an earlier price arrives', async () => {
    const page = await searchMugs();
    const held = shop.gate.hold('"price":{"min":20}');
    await page.getByLabel('Price from').fill('20');
    await held.arrived;
    await page.getByLabel('Price to').pressSequentially('3');
    await untilShown(page, '[role="alert"]', ['The first price is above the second.']);
    held.release();
    await untilShown(page, '#heading', ['3 products for “mug”']);
    expect(await page.getByLabel('Price to').inputValue()).toBe('3');
    expect(await textsOf(page, '[role="alert"]')).toEqual(['The first price is above the second.']);
    await page.getByLabel('Price to').pressSequentially('5');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['From €20', 'Up to €35']);
    expect(await textsOf(page, '[role="alert"]')).toEqual([]);
  });

  it('are removable if the URL spells them differently', async () => {
    const page = await shop.open('/?q=mug&variants.Glaze=CELADON');
    await untilShown(page, '#heading', ['2 products for “mug”']);
    await page.getByRole('group', { name: 'Glaze' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Celadon/ }).isChecked()).toBe(true);
    await choose(page, 'Celadon');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=mug`);
  });

  it('are removed one by one or all at once, without losing the focus', async () => {
    const page = await shop.open('/?q=mug&inStock=true&minPrice=15&location=porto');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    await page.locator('.chip', { hasText: 'Porto' }).click();
    await untilShown(page, '#heading', ['2 products for “mug”']);
    await page.locator('.chip:focus', { hasText: 'Clear all' }).waitFor();
    await page.keyboard.press('Enter');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    expect(await textsOf(page, '#chips')).toEqual([]);
    await untilFocused(page, '4 products for “mug”');
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=mug`);
  });

  it('are in the URL, and restored by back and forward', async () => {
    const page = await searchMugs();
    await choose(page, 'Gifts');
    // The facets of the collection replace the others, which a click could still hit.
    await untilShown(page, '.facet-body[aria-label="Glaze"] .facet-value', ['Celadon 2', 'Raku 1']);
    await page.getByLabel('Price to').fill('15');
    await untilShown(page, '.chip-name', ['Gifts', 'Up to €15', 'Clear all']);
    await choose(page, 'In stock');
    await choose(page, 'Raku');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    const address = page.url().slice(shop.url.length);
    expect(address).toBe('/?shop=one&q=mug&collection=gifts&maxPrice=15&inStock=true&variants.Glaze=raku');
    await page.goBack();
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['Gifts', 'Up to €15', 'In stock']);
    expect(await page.getByRole('checkbox', { name: /^Raku/ }).isChecked()).toBe(false);
    await page.goForward();
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['Gifts', 'Up to €15', 'In stock', 'Glaze: Raku']);
    await shop.open('/?shop=two');
    await shop.open(address);
    await untilShown(page, TITLES, ['Mug amber']);
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['Gifts', 'Up to €15', 'In stock', 'Glaze: Raku']);
    for (const name of [/^Gifts/, /^In stock/, /^Raku/])
      expect(await page.getByRole('checkbox', { name }).isChecked()).toBe(true);
    expect(await page.getByLabel('Price to').inputValue()).toBe('15');
  });

  it('in a URL are ignored if malformed', async () => {
    const page = await shop.open(`/?q=mug&minPrice=30&maxPrice=20&inStock=perhaps&location=${'x'.repeat(300)}`);
    await untilShown(page, '#heading', ['2 products for “mug”']);
    await untilShown(page, '.chip-name', ['From €30']);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=mug&minPrice=30`);
  });

  it('narrow the shop without a search, and apply to a search', async () => {
    const page = await shop.open('/?collection=gifts');
    await untilShown(page, '#heading', ['Gifts']);
    await untilShown(page, '#note', ['2 products']);
    expect((await textsOf(page, TITLES)).toSorted()).toEqual(['Mug amber', 'Mug blue']);
    await choose(page, 'In stock');
    await untilShown(page, TITLES, ['Mug amber']);
    await untilShown(page, '#heading', ['Products']);
    await searchFor(page, 'mug', '1 product for “mug”');
    expect(await page.getByRole('checkbox', { name: /^In stock/ }).isChecked()).toBe(true);
  });

  it('are suggested for removal if nothing matches', async () => {
    const page = await shop.open('/?q=mug&featured=true&maxPrice=5');
    await untilShown(page, '#heading', ['Nothing found for “mug”']);
    await page.getByRole('link', { name: 'Search without filters' }).click();
    await untilShown(page, '#heading', ['4 products for “mug”']);
  });

  it('show nothing of a shop in another one: its request for new products is aborted', async () => {
    const page = await searchMugs();
    await page.evaluate(NO_TIMEOUT);
    const isForNew = (request: Request) => request.postData()?.includes('"perPage":10,') === true;
    await page.route(/\/v1\/search$/, async (route) => {
      // There is no response.
      if (!isForNew(route.request())) await route.continue();
    });
    const request = page.waitForRequest(isForNew);
    await page.getByLabel('Shop', { exact: true }).selectOption('two');
    await request;
    await page.getByLabel('Shop', { exact: true }).selectOption('one');
    await untilAborted(await request);
    await page.unroute(/\/v1\/search$/);
  });

  it('show nothing of a shop in another one: the name of a collection', async () => {
    const page = await shop.open('/?shop=two&q=mug&collection=gifts');
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['gifts']);
    await page.getByLabel('Shop', { exact: true }).selectOption('one');
    await untilShown(page, '#heading', ['4 products for “mug”']);
    await page.getByRole('checkbox', { name: /^Gifts/ }).waitFor();
    await page.goBack();
    await untilShown(page, '.chip:not(.is-all) .chip-name', ['gifts']);
  });

  it('show nothing of a shop in another one: what it offers if nothing is found', async () => {
    const page = await shop.open('/?q=xqzptwv');
    await untilShown(page, '#offered-collections li', ['Gifts 2', 'Sale 1']);
    await page.evaluate(NO_TIMEOUT);
    await page.route(/\/v1\/search$/, async (route) => {
      // The overview of the other shop has no response.
      if (route.request().postDataJSON().query !== undefined) await route.continue();
    });
    await page.getByLabel('Shop', { exact: true }).selectOption('two');
    await searchFor(page, 'vwtpzqx', 'Nothing found for “vwtpzqx”');
    expect(page.url()).toBe(`${shop.url}/?shop=two&q=vwtpzqx`);
    expect(await textsOf(page, '#offered-collections li')).toEqual([]);
    await page.unroute(/\/v1\/search$/);
  });

  it('do not carry over to another shop; a shop with one location offers no location filter', async () => {
    const page = await searchMugs();
    await choose(page, 'Braga');
    await untilShown(page, '#heading', ['1 product for “mug”']);
    await page.getByLabel('Shop', { exact: true }).selectOption('two');
    await untilShown(page, TITLES, ['Mug of another shop']);
    expect(page.url()).toBe(`${shop.url}/?shop=two&q=mug`);
    expect(await textsOf(page, '.facet-name')).toEqual([]);
    await searchFor(page, 'another shop', '2 products for “another shop”');
    expect(await textsOf(page, '.facet-name')).toEqual(['Price']);
  });
});
