/**
 * The page shows the current state: changes in MongoDB, only the newest response, and that the service is out or
 * overloaded.
 */
import type { Page, Request, Route } from 'playwright-core';
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import type { Api } from '../support/service.ts';
import { eventually } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  focusWindow,
  NO_TIMEOUT,
  openStorefront,
  type Storefront,
  searchFor,
  textsOf,
  untilAborted,
  untilFocused,
  untilPriced,
  untilShown,
} from './support/storefront.ts';

const item = (id: string, given: Record<string, unknown>) => product(id, 'one', { ...plain, ...given });

const DOCUMENTS = {
  ...shopDocuments('one'),
  merchants: [merchant('one', { name: 'Shop one' })],
  products: [
    item('kettle', { title: 'Kettle', price: 30, variants: [{ key: 'Colour', value: 'Red' }] }),
    item('pot', { title: 'Kettle of copper', price: 80, variants: [{ key: 'Colour', value: 'Copper' }] }),
    item('board', { title: 'Walnut board', price: 49.5 }),
    item('plate', { title: 'Plate' }),
  ],
};

/** Makes the page ignore aborts, and count the search responses that its scripts have handled. */
const IGNORE_ABORTS = `
  window.handledResponses = 0;
  const { fetch } = window;
  window.fetch = async (...given) => {
    const { url, method, headers, body } = new Request(...given);
    const text = method === 'GET' ? undefined : await new Response(body).text();
    const response = await fetch(url, { method, headers, body: text });
    if (url.endsWith('/v1/search')) setTimeout(() => { window.handledResponses += text.includes('"query"') ? 1 : 0; }, 200);
    return response;
  };`;

describeInBrowser('the page', () => {
  let shop: Storefront;

  /** Resolves when a search finds it: indexing takes a moment. */
  const untilIndexed = (api: Api, query: string) =>
    eventually(
      () => api.request('/v1/products/search', { token: shop.token, json: { query } }),
      ({ body }) => Array.isArray(body) && body.length > 0,
    );

  /**
   * Requests to this address with this text in their body get a 504, until the returned function is called. It resolves
   * when the page has handled the first.
   */
  async function failRequests(page: Page, address: RegExp, text = '') {
    await page.route(address, (route) =>
      (route.request().postData() ?? '').includes(text)
        ? route.fulfill({ status: 504, body: 'Gateway timeout' })
        : route.continue(),
    );
    const failed = page.waitForResponse((response) => response.status() === 504);
    return async () => {
      await failed;
      // The page handles responses in order.
      await page.evaluate(`fetch('/shops.json').then((response) => response.text())`);
      await page.unroute(address);
    };
  }

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it('shows a changed price and stock when the window gets the focus, and keeps the focused element', async () => {
    const page = await shop.open('/?q=kettle');
    await untilShown(page, '.price', ['€30.00', '€80.00']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await untilFocused(page, 'Kettle of copper');
    const { products } = shop.service.catalogue;
    await products.updateOne({ _id: 'pot' }, { $set: { price: 75, quantity: 0 } });
    await untilPriced(shop, 'kettle', 75);
    await focusWindow(page);
    await untilShown(page, '.price', ['€30.00', '€75.00']);
    expect(await textsOf(page, '.stock')).toEqual(['In stock', 'Sold out']);
    expect(await textsOf(page, '.is-changed')).toEqual(['€75.00 Sold out']);
    await untilFocused(page, 'Kettle of copper');
    await untilShown(page, '[role="status"]', ['The price or stock of 1 product has changed']);

    await page.keyboard.press('Enter');
    await untilShown(page, '#product-page .price', ['€75.00']);
    await products.updateOne({ _id: 'pot' }, { $set: { price: 70 } });
    await untilPriced(shop, 'kettle', 70);
    await focusWindow(page);
    await untilShown(page, '#product-page .price', ['€70.00']);
    expect(await textsOf(page, '.is-changed')).toEqual(['€70.00 Sold out']);
    await untilFocused(page, 'Kettle of copper');
    await page.goBack();
    await untilShown(page, '.price', ['€30.00', '€70.00']);
    await untilFocused(page, 'Kettle of copper');
  });

  it('sends one request when a hidden tab is shown again, and gets the focus', async () => {
    const page = await shop.open('/?q=walnut');
    await untilShown(page, '.card-title', ['Walnut board']);
    const searches: string[] = [];
    const count = (request: Request) => {
      if (request.method() === 'POST') searches.push(request.url());
    };
    page.on('request', count);
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/v1/search'));
    await page.evaluate(`(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      await new Promise((resolve) => setTimeout(resolve));
      dispatchEvent(new Event('focus'));
    })()`);
    await refreshed;
    page.off('request', count);
    expect(searches).toHaveLength(1);
  });

  it('sends no request when its tab is hidden', async () => {
    const page = await shop.openWith('', '/?q=walnut');
    await untilShown(page, '.card-title', ['Walnut board']);
    // A request begins in the event.
    const isBusy = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      results.getAttribute('aria-busy')`;
    expect(await page.evaluate(isBusy)).toBe('false');
    await page.close();
  });

  it('finds a product by its new title', async () => {
    const page = await shop.open();
    await searchFor(page, 'porringer', 'Nothing found for “porringer”');
    await shop.service.catalogue.products.updateOne({ _id: 'plate' }, { $set: { title: 'Porringer' } });
    await untilIndexed(shop.api, 'porringer');
    await page.locator('#query').fill('');
    await page.locator('#query').pressSequentially('porringer');
    await untilShown(page, '.card-title mark', ['Porringer']);
  });

  it('aborts a search when a newer one starts, up to the API', async () => {
    const page = await shop.open();
    const overtaken = shop.gate.hold('"query":"kettle"');
    await page.locator('#query').fill('kettle');
    await overtaken.arrived;
    await searchFor(page, 'walnut', '1 product for “walnut”');
    await overtaken.disconnected;
    expect(await textsOf(page, '.card-title')).toEqual(['Walnut board']);
    overtaken.release();
  });

  it('aborts a search when a product is opened, and the request for the product when results are shown again', async () => {
    const page = await shop.open('/?q=kettle');
    await page.evaluate(NO_TIMEOUT);
    const requests = /\/v1\/(search|products\?.*)$/;
    // There is no response.
    await page.route(requests, () => undefined);
    const search = page.waitForRequest((request) => request.postData()?.includes('"perPage":24') === true);
    await focusWindow(page);
    await search;
    const load = page.waitForRequest(/\/v1\/products\?/);
    await page.locator('.card-open').first().click();
    await untilAborted(await search);
    await untilShown(page, '#product-page h1', ['Kettle']);
    await page.goBack();
    await untilAborted(await load);
    await page.unroute(requests);
  });

  it('ignores a response that arrives after a newer one', async () => {
    const page = await shop.openWith(IGNORE_ABORTS);
    const overtaken = shop.gate.hold('"query":"kettle"');
    await page.locator('#query').fill('kettle');
    await overtaken.arrived;
    await searchFor(page, 'walnut', '1 product for “walnut”');
    overtaken.release();
    await eventually(
      () => page.evaluate('window.handledResponses'),
      (count) => count === 2,
    );
    expect(await textsOf(page, '#heading')).toEqual(['1 product for “walnut”']);
    expect(await textsOf(page, '.card-title')).toEqual(['Walnut board']);
    await page.close();
  });

  it('reports a rate limit, and then shows the results of the last search', async () => {
    const page = await shop.open();
    // An address that guesses tokens must wait 6 s: long enough to see the message on a slow machine.
    const slow = await shop.service.startApi({ FAILED_AUTHENTICATIONS_PER_MINUTE: '10' });
    const guess = () => slow.request('/v1/products', { token: `cat_pk_${'A'.repeat(43)}` });
    await eventually(guess, ({ status }) => status === 429);
    shop.gate.forwardTo(slow.url);
    await page.locator('#query').pressSequentially('walnut');
    await untilShown(page, '#notice-text', ['There are too many searches at once.']);
    // The message is shown as soon as the API has refused the first letter.
    await untilShown(page, '#heading', ['“walnut”']);
    expect(await textsOf(page, '.card')).toEqual([]);
    await untilShown(page, '#heading', ['1 product for “walnut”']);
    expect(await textsOf(page, '#notice')).toEqual([]);
    shop.gate.forwardTo(shop.api.url);
  });

  it('reports that the service is out, keeps its results, and recovers when it is back', async () => {
    const page = await shop.open();
    await searchFor(page, 'walnut', '1 product for “walnut”');
    await shop.api.stop();
    await focusWindow(page);
    await untilShown(page, '#notice-text', ['Search is not available at the moment.']);
    expect((await textsOf(page, '#notice-time'))[0]).toMatch(
      /^Trying again in \d+ seconds?\. This page may be out of date/,
    );
    expect(await textsOf(page, '.card-title')).toEqual(['Walnut board']);
    await untilShown(page, '[role="status"]', ['Search is not available at the moment.']);

    await page.locator('#query').fill('kettle');
    await untilShown(page, '#heading', ['“kettle”']);
    expect(await textsOf(page, '.card-title')).toEqual([]);
    const { url } = await shop.service.startApi();
    shop.gate.forwardTo(url);
    await untilShown(page, '#heading', ['2 products for “kettle”']);
    expect(await textsOf(page, '#notice')).toEqual([]);
  });

  it('reports the same if the service does not respond, and retries', async () => {
    const page = await shop.open();
    const held = shop.gate.hold('"plate"');
    await page.locator('#query').fill('plate');
    await untilShown(page, '#notice-text', ['Search is not available at the moment.']);
    await held.disconnected;
    await untilShown(page, '#heading', ['1 product for “plate”']);
    held.release();
  });

  it('retries at once when the shopper requests it', async () => {
    const page = await shop.open();
    // By itself, the page would retry after a minute.
    const refusal = { status: 503, headers: { 'retry-after': '60' }, json: {} };
    await page.route(/\/v1\/search/, (route) => route.fulfill(refusal));
    await page.locator('#query').fill('kettle');
    await untilShown(page, '#notice-text', ['Search is not available at the moment.']);
    await untilShown(page, '#notice-time', ['Trying again in 60 seconds.']);
    await page.unroute(/\/v1\/search/);
    await page.getByRole('button', { name: 'Try now' }).click();
    await untilShown(page, '#heading', ['2 products for “kettle”']);
    await untilFocused(page, '2 products for “kettle”');

    await page.route(/\/v1\/products\?/, (route) => route.fulfill(refusal));
    await page.locator('.card-open').first().click();
    await untilShown(page, '#notice-time', ['Trying again in 60 seconds. This page may be out of date.']);
    await page.unroute(/\/v1\/products\?/);
    await page.getByRole('button', { name: 'Try now' }).click();
    await untilShown(page, '#notice', []);
    await untilFocused(page, 'Kettle');
  });

  it('waits longer after each attempt, up to 15 seconds, but after a 429 as long as the API says', async () => {
    const page = await shop.openWith('');
    let refusal: Parameters<Route['fulfill']>[0] = { status: 503, json: {} };
    await page.route(/\/v1\/search/, (route) => route.fulfill(refusal));
    await page.clock.install();
    await page.locator('#query').fill('kettle');
    for (const wait of ['1 second', '2 seconds', '4 seconds', '8 seconds', '15 seconds']) {
      await untilShown(page, '#notice-time', [`Trying again in ${wait}.`]);
      if (wait === '15 seconds') refusal = { status: 429, headers: { 'retry-after': '3' }, json: {} };
      await page.clock.runFor(Number.parseInt(wait, 10) * 1000);
    }
    await untilShown(page, '#notice-time', ['Trying again in 3 seconds.']);
    await page.close();
  });

  it('keeps a product that is shown if the request for its current state fails', async () => {
    const page = await shop.open('/products/handle-board?shop=one');
    await untilShown(page, '#product-page h1', ['Walnut board']);
    const failed = await failRequests(page, /\/v1\/products\?/);
    await focusWindow(page);
    await failed();
    expect(await textsOf(page, '#product-page h1')).toEqual(['Walnut board']);
  });

  it('keeps the products if a request for more facets fails', async () => {
    const page = await shop.open();
    const failed = await failRequests(page, /\/v1\/search$/, '"page":1,"perPage":1,');
    await page.locator('#query').fill('kettle');
    await failed();
    expect(await textsOf(page, '#heading')).toEqual(['2 products for “kettle”']);
    expect(await textsOf(page, '.card-title')).toEqual(['Kettle', 'Kettle of copper']);
  });

  it('reports that a shop with a revoked token cannot be shown', async () => {
    const page = await shop.open();
    await shop.service.catalogue.accessTokens.deleteMany({});
    const fresh = await shop.service.startApi();
    shop.gate.forwardTo(fresh.url);
    await page.locator('#query').fill('kettle');
    await untilShown(page, '#heading', ['This shop cannot show its products.']);
    expect(await textsOf(page, '.card')).toEqual([]);

    await shop.open('/products/handle-board?shop=one');
    await untilShown(page, '#product-page h1', ['This shop cannot show its products.']);
    expect(await page.title()).toBe('This shop cannot show its products. – Shop one');
  });
});
