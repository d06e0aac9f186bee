/** Before a response, and without one: the page shows where products will be, moves nothing, and shows no old numbers. */
import type { Route } from 'playwright-core';
import { deferred } from '../support/deferred.ts';
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  choose,
  focusWindow,
  NARROW,
  openStorefront,
  type Storefront,
  searchFor,
  textsOf,
  untilAborted,
  untilFocused,
  untilShown,
  WIDE,
} from './support/storefront.ts';

const lamp = (index: number) =>
  product(`lamp-${index}`, 'one', { ...plain, title: `Lamp ${index}`, price: 10 + index, quantity: index % 2 });

const DOCUMENTS = {
  ...shopDocuments('one'),
  merchants: [merchant('one', { name: 'Shop one' })],
  products: Array.from({ length: 8 }, (_, index) => lamp(index)),
};

describeInBrowser('a page that loads', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  const positionOf = async (selector: string) => (await shop.page.locator(selector).boundingBox())?.y;

  it('shows where the products will be until the first response', async () => {
    const { page, gate, url } = shop;
    const held = gate.hold('"perPage":24');
    await page.goto(`${url}/`);
    await held.arrived;
    const outlines = page.locator('#results .outline');
    await outlines.first().waitFor();
    expect(await page.getByRole('list', { name: 'Products' }).getByRole('listitem').count()).toBe(0);
    const before = await positionOf('#results');
    held.release();
    await untilShown(page, '#note', ['8 products']);
    expect(await outlines.count()).toBe(0);
    expect(await positionOf('#results')).toBe(before);
  });

  it('shows where a product will be, also when the window gets the focus', async () => {
    const { page, url } = shop;
    const released = deferred();
    await page.route(/\/v1\/products\?/, async (route) => {
      await released.promise;
      await route.continue();
    });
    const first = page.waitForRequest(/\/v1\/products\?/);
    await page.goto(`${url}/products/handle-lamp-1?shop=one`);
    await page.locator('#product-page .outline').waitFor();
    await first;
    await focusWindow(page);
    await untilAborted(await first);
    expect(await page.locator('#product-page .outline').count()).toBe(1);
    released.resolve();
    await untilShown(page, '#product-page h1', ['Lamp 1']);
    expect(await page.locator('.outline').count()).toBe(0);
    await page.unroute(/\/v1\/products\?/);
  });

  it.each([
    ['there is no response', (route: Route) => route.abort()],
    ['the response is an error', (route: Route) => route.fulfill({ status: 503, json: {} })],
  ])('has no filters before the shops are known, and requests them again if %s', async (_failure, fail) => {
    const { page, url } = shop;
    await page.route('**/shops.json', fail);
    await page.goto(url);
    await untilShown(page, '#heading', ['This shop cannot show its products.']);
    expect(await page.locator('#filters input').count()).toBe(0);
    await page.unroute('**/shops.json');
    await untilShown(page, '#note', ['8 products']);
  });

  it('searches for what was typed before the shops are known, from the first page', async () => {
    const { page, url } = shop;
    const released = deferred();
    await page.route('**/shops.json', async (route) => {
      await released.promise;
      await route.continue();
    });
    // A page of an earlier test may still have a request in progress.
    await page.goto('about:blank');
    const search = page.waitForRequest(/\/v1\/search$/);
    await page.goto(`${url}/?page=3`);
    await page.locator('#query').fill('lamp');
    await page.locator('#query').press('Enter');
    released.resolve();
    expect((await search).postDataJSON()).toMatchObject({ query: 'lamp', page: 1 });
    await untilShown(page, '#heading', ['8 products for “lamp”']);
    await page.unroute('**/shops.json');
  });

  it('offers products if nothing is found, though the API was unavailable when the page asked for them', async () => {
    await shop.page.goto('about:blank');
    await shop.page.route(/\/v1\/search$/, (route) =>
      route.request().postData()?.includes('"perPage":10,')
        ? route.fulfill({ status: 503, body: 'No' })
        : route.continue(),
    );
    const refused = shop.page.waitForResponse((response) => response.status() === 503);
    const page = await shop.open('/?q=xqzptwv');
    await refused;
    await page.unroute(/\/v1\/search$/);
    await page.locator('#offered-products .card').first().waitFor();
  });

  it('offers products if nothing is found, though the first response came at the request of the shopper', async () => {
    const { page, url } = shop;
    await page.goto('about:blank');
    const refusal = { status: 503, headers: { 'retry-after': '600' }, json: {} };
    await page.route(/\/v1\/search$/, (route) => route.fulfill(refusal));
    await page.goto(`${url}/?q=xqzptwv`);
    await untilShown(page, '#notice-time', ['Trying again in 600 seconds.']);
    await page.unroute(/\/v1\/search$/);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.locator('#offered-products .card').first().waitFor();
  });

  it('does not move from the box to the products of an earlier response', async () => {
    const page = await shop.open('/?q=lamp');
    await page.route(/suggestions/, (route) => route.abort());
    const held = shop.gate.hold('"query":"lamp 3"');
    await page.locator('#query').fill('lamp 3');
    await held.arrived;
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 'query');
    held.release();
    await untilShown(page, '#results li:first-child .card-title', ['Lamp 3']);
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 'Lamp 3');
    await page.unroute(/suggestions/);
  });

  it('moves nothing when a search has no note', async () => {
    const page = await shop.open();
    await untilShown(page, '#note', ['8 products']);
    const before = await positionOf('#results');
    await searchFor(page, 'lamp', '8 products for “lamp”');
    expect(await textsOf(page, '#note')).toEqual([]);
    expect(await positionOf('#results')).toBe(before);
  });

  it('has no number of products in the sheet while the API is unavailable', async () => {
    const page = await shop.open('/?q=lamp');
    await page.setViewportSize(NARROW);
    await page.locator('#filters-toggle').click();
    await untilShown(page, '#filters-done', ['Show 8 products']);
    shop.gate.forwardTo('http://127.0.0.1:1');
    await choose(page, 'In stock');
    await untilShown(page, '#filters-done', ['Show products']);
    shop.gate.forwardTo(shop.api.url);
    await untilShown(page, '#filters-done', ['Show 4 products']);
    await page.setViewportSize(WIDE);
  });

  it('has neither filters nor suggestions of an earlier response if the API rejects the request', async () => {
    const page = await shop.open('/?q=xqzptwv');
    await page.locator('#nothing-found').waitFor();
    await page.route(/\/v1\/search$/, (route) => route.fulfill({ status: 401, body: 'No' }));
    await page.locator('#query').fill('xqzptwvx');
    await untilShown(page, '#heading', ['This shop cannot show its products.']);
    expect(await textsOf(page, '#nothing-found')).toEqual([]);
    await page.unroute(/\/v1\/search$/);

    await shop.open('/?q=lamp');
    await page.getByRole('group', { name: 'Price' }).waitFor();
    await page.route(/\/v1\/search$/, (route) => route.fulfill({ status: 401, body: 'No' }));
    await page.locator('#query').fill('lamps');
    await untilShown(page, '#heading', ['This shop cannot show its products.']);
    expect(await textsOf(page, '.facet, .facet-value')).toEqual([]);
    await page.unroute(/\/v1\/search$/);
  });
});
