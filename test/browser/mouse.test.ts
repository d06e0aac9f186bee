/** The mouse hits what the shopper sees under it: also if the page changes between two clicks, or during one. */
import type { Locator, Page } from 'playwright-core';
import { collection, insert, location, membership, merchant, plain, product } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  NARROW,
  openStorefront,
  refresh,
  type Storefront,
  untilFocused,
  untilPriced,
  untilShown,
  WIDE,
} from './support/storefront.ts';

const mug = (number: number) =>
  product(`mug-${number}`, 'one', {
    ...plain,
    title: `Mug ${number}`,
    featured: number === 0,
    price: 10 + number,
    locationId: number % 2 === 0 ? 'one-location' : 'other',
    variants: ['Ash', 'Coal', 'Dune', 'Fern', 'Flax', 'Moss', 'Rust', 'Sand', 'Teal'].map((value) => ({
      key: 'Glaze',
      value: `${value} ${number % 2}`,
    })),
  });

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'Shop one' })],
  locations: [location('one-location', 'one'), location('other', 'one', { name: 'Other place' })],
  collections: [collection('gifts', 'one', { name: 'Gifts' })],
  memberships: [membership('gifts', 'mug-0', 'one')],
  products: Array.from({ length: 60 }, (_, index) => mug(index)),
};

const addressOf = (page: Page) => page.evaluate('location.href');

/** Turns the wheel, and resolves when that would have scrolled. */
async function wheel(page: Page) {
  await page.mouse.wheel(0, 300);
  await page.evaluate(`new Promise((resolve) => {
    let frames = 0;
    const count = () => (++frames < 30 ? requestAnimationFrame(count) : resolve());
    count();
  })`);
}

/**
 * Gives the window the focus while the mouse is pressed, as a click into it does, and resolves when the page is up to
 * date.
 */
async function clickDuringRefresh(page: Page, target: Locator) {
  await target.hover();
  await page.mouse.down();
  await refresh(page);
  await page.mouse.up();
}

/** The second click of a double click. It hits what is in the place of the first by now. */
async function clickAgain(page: Page, target: Locator) {
  await target.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
}

describeInBrowser('the mouse', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(async () => {
    await shop.page.setViewportSize(WIDE);
    expect(shop.scriptErrors).toEqual([]);
  });

  it.each([
    ['a page', '/?q=mug', '.page-link >> text=2', '.card-open'],
    ['a chip', '/?q=mug&inStock=true&minPrice=20', '.chip >> nth=0', '.chip >> nth=0'],
    ['the last chip', '/?q=mug&inStock=true', '.chip', '.card-open'],
    ['all values of a facet', '/?q=mug', '.facet-more:visible', '.facet-value:has-text("In stock")'],
    ['a collection', '/?q=xqzptwv', '#offered-collections a', '#results .card-open'],
  ])('chooses nothing else by the second click of a double click: %s', async (_what, path, first, second) => {
    const page = await shop.open(path);
    await page.locator(first).click();
    const address = await addressOf(page);
    await clickAgain(page, page.locator(second).first());
    expect(await addressOf(page)).toBe(address);
  });

  it('chooses no filter by the second click of a double click on the button of the filters', async () => {
    const page = await shop.open('/?q=mug');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Filters' }).click();
    const address = await addressOf(page);
    await clickAgain(page, page.locator('.facet-value').first());
    expect(await addressOf(page)).toBe(address);
  });

  it('clicks twice if the first click has only rendered the control anew', async () => {
    const page = await shop.open('/?q=mug');
    const next = page.getByRole('link', { name: 'Next' });
    await next.click();
    await untilShown(page, '#note', ['Page 2 of 3']);
    await clickAgain(page, next);
    await untilShown(page, '#note', ['Page 3 of 3']);
    const box = page.locator('.facet-value', { hasText: 'In stock' });
    await box.click();
    await untilShown(page, '.chip-name', ['In stock']);
    await clickAgain(page, box);
    await untilShown(page, '.chip-name', []);
  });

  it.each([
    ['a chip', '/?q=mug&inStock=true', '.chip', '/?shop=one&q=mug'],
    ['Next', '/?q=mug', 'a[rel="next"]', '/?shop=one&q=mug&page=2'],
    ['a page', '/?q=mug', '.page-link >> text=3', '/?shop=one&q=mug&page=3'],
    ['a collection', '/?q=xqzptwv', '#offered-collections a', '/?shop=one&collection=gifts'],
  ])('clicks during a refresh: %s', async (_what, path, target, address) => {
    const page = await shop.open(path);
    await clickDuringRefresh(page, page.locator(target));
    expect(await addressOf(page)).toBe(shop.url + address);
  });

  it('opens a product during a refresh, though the price of another has changed', async () => {
    const page = await shop.open('/?q=mug&sort=price-asc');
    await untilShown(page, '#results li:first-child .price', ['€10.00']);
    await shop.service.catalogue.products.updateOne({ _id: 'mug-0' }, { $set: { price: 9 } });
    await untilPriced(shop, 'mug 0', 9);
    await clickDuringRefresh(page, page.locator('.card-open', { hasText: 'Mug 2' }).first());
    await untilShown(page, '#product-page h1', ['Mug 2']);
    await page.goBack();
    await untilShown(page, '#results li:first-child .price', ['€9.00']);
    await untilShown(page, '.is-changed', []);
  });

  it('chooses a value of a facet during a refresh that adds another value', async () => {
    const page = await shop.open('/?q=mug');
    await untilShown(page, '.facet-body[aria-label="Location"] .facet-label', ['Location one-location', 'Other place']);
    const { catalogue } = shop.service;
    await insert(catalogue, { locations: [location('new', 'one', { name: 'New place' })] });
    await catalogue.products.updateOne({ _id: 'mug-1' }, { $set: { locationId: 'new' } });
    await eventually(
      () => shop.api.request('/v1/search', { token: shop.token, json: { query: 'mug', facets: ['location'] } }),
      ({ body }) => body.facets.location.values.length === 3,
    );
    await clickDuringRefresh(page, page.locator('.facet-value', { hasText: 'Other place' }));
    await untilShown(page, '.chip-name', ['Other place']);
  });

  it('keeps the focus on a product that was opened in another tab', async () => {
    const page = await shop.open('/?q=mug');
    const card = page.locator('.card-open').nth(5);
    const title = await card.innerText();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), card.click({ button: 'middle' })]);
    await untilFocused(page, title);
    await tab.close();
    await refresh(page);
    await untilFocused(page, title);
  });

  it('has the same facet under it when more of them arrive', async () => {
    const held = shop.gate.hold('"page":1,"perPage":1,');
    const page = await shop.open('/?q=mug');
    await held.arrived;
    const place = await page.getByRole('group', { name: 'Location' }).boundingBox();
    held.release();
    await page.getByRole('group', { name: 'Glaze' }).waitFor();
    expect(await page.getByRole('group', { name: 'Location' }).boundingBox()).toEqual(place);
  });

  it('closes the sheet of the filters by a click above it, not in its margins, nor by a selection that ends there', async () => {
    const page = await shop.open('/?q=mug&minPrice=15');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await page.getByLabel('Price from').hover();
    await page.mouse.down();
    await page.mouse.move(100, 20);
    await page.mouse.up();
    const done = await sheet.getByRole('button', { name: /products$/ }).boundingBox();
    await page.mouse.click(5, (done?.y ?? 0) + 10);
    expect(await sheet.isVisible()).toBe(true);
    await page.mouse.click(100, 20);
    await sheet.waitFor({ state: 'hidden' });
  });

  it('does not scroll the page behind the sheet of the filters by its wheel', async () => {
    const page = await shop.open('/?q=mug');
    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.mouse.move(100, 20);
    await wheel(page);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.keyboard.press('Escape');
    const wheelAgain = async () => {
      await wheel(page);
      return page.evaluate<number>('scrollY');
    };
    await eventually(wheelAgain, (scrollY) => scrollY > 0);
  });

  it('does not scroll the page at the end of the suggestions', async () => {
    const page = await shop.open();
    await page.setViewportSize({ width: 1200, height: 240 });
    await page.locator('#query').fill('mug');
    await untilShown(page, '#heading', ['60 products for “mug”']);
    await page.locator('#completions').waitFor();
    const list = await page.locator('#completions').boundingBox();
    // `hover` might scroll the page.
    await page.mouse.move((list?.x ?? 0) + 50, (list?.y ?? 0) + 50);
    await page.evaluate("document.querySelector('#completions').scrollTo(0, 9999)");
    await wheel(page);
    expect(await page.evaluate('scrollY')).toBe(0);
  });
});
