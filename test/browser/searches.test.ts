/** A shopper searches: results with their matches, by mouse and by keyboard, and the page without results. */
import { generateCatalogue } from '../../dev/catalogue/generate.ts';
import { collection, location, membership, merchant, plain, product } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  choose,
  openStorefront,
  refresh,
  type Storefront,
  searchFor,
  textsOf,
  untilFocused,
  untilShown,
  WIDE,
} from './support/storefront.ts';

const [drawn] = [...generateCatalogue({ merchants: 1, products: 1 })].filter((record) => record.kind === 'product');
const item = (id: string, given: Record<string, unknown>) => product(id, 'one', { ...plain, ...given });
const CANDLES = {
  counted: item('counted', { title: 'Candle counted', quantity: 0 }),
  uncounted: item('uncounted', { title: 'Candle uncounted', quantity: 0, inventory: { tracked: false } }),
  order: item('order', { title: 'Candle to order', quantity: 0, inventory: { tracked: true, allowBackorder: true } }),
  there: item('there', { title: 'Candle there' }),
};

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'Shop one' })],
  locations: [location('one-location', 'one')],
  collections: [
    collection('camping', 'one', { name: 'Camping' }),
    collection('candles', 'one', { name: 'Candles', status: 'published' }),
  ],
  memberships: [
    membership('camping', 'stove', 'one'),
    ...Object.keys(CANDLES).map((id) => membership('candles', id, 'one')),
  ],
  products: [
    item('board', { title: 'Walnut board', price: 49.5, images: drawn?.images }),
    item('bowl', { title: 'Bowl', description: `${'Made by hand and by heart. '.repeat(20)}Of walnut.` }),
    item('lamp', { title: 'Lamp', specifications: { Foot: 'walnut' }, quantity: 0 }),
    item('stove', { title: 'Stove', subtitle: 'Small and light' }),
    item('balloon', { title: '😀 👨‍👩‍👧 Zeppelin', subtitle: 'Balloon' }),
    item('markup', { title: '<b onclick="x">Kettle</b> & cup', subtitle: '<i>Old</i> kettle' }),
    ...Object.values(CANDLES),
    ...Array.from({ length: 30 }, (_, index) => item(`filler-${index}`, { title: `Filler ${index}` })),
  ],
};

describeInBrowser('searching', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it("starts with the shop's newest products, and the focus in the search box", async () => {
    const page = await shop.open();
    await untilShown(page, '#heading', ['New in the shop']);
    await untilShown(page, '#note', ['40 products']);
    expect(await textsOf(page, '.card-title')).toHaveLength(24);
    await untilFocused(page, 'query');
  });

  it('finds while typing, and highlights matches in the title and elsewhere', async () => {
    const page = await shop.open();
    await page.locator('#query').pressSequentially('walnut');
    await untilShown(page, '#heading', ['3 products for “walnut”']);
    await page.keyboard.press('Enter');
    expect(await textsOf(page, '.card-title')).toEqual(['Walnut board', 'Lamp', 'Bowl']);
    expect(await textsOf(page, '.card mark')).toEqual(['Walnut', 'walnut', 'walnut']);
    const matches = await textsOf(page, '.match');
    expect(matches[0]).toBe('Foot: walnut');
    expect(matches[1]).toMatch(/^Description: … .*Of walnut\.$/);
    expect(await textsOf(page, '.stock')).toEqual(['In stock', 'Sold out', 'In stock']);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=walnut`);
    expect(await page.title()).toBe('walnut – Shop one');
  });

  it("replaces the browser's address once for each key press, because browsers limit how often", async () => {
    const page = await shop.openWith(
      `window.changes = 0;
      const { replaceState } = History.prototype;
      History.prototype.replaceState = function (...change) { window.changes++; replaceState.apply(this, change); };`,
      '/?shop=one&q=bowl',
    );
    await searchFor(page, 'wal', '3 products for “wal”');
    await page.evaluate('window.changes = 0');
    await page.keyboard.type('nut');
    await untilShown(page, '#heading', ['3 products for “walnut”']);
    expect(await page.evaluate('window.changes')).toBe(3);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=walnut`);
    await page.close();
  });

  it.each([
    ['ignores', '() => undefined'],
    ['rejects', "() => { throw new DOMException('100 times per 30 seconds', 'SecurityError'); }"],
  ])('shows what is typed and opened while the browser %s changes of its history', async (_name, change) => {
    const page = await shop.openWith(
      `History.prototype.replaceState = History.prototype.pushState = ${change};`,
      '/?q=bowl',
    );
    await searchFor(page, 'walnut', '3 products for “walnut”');
    await refresh(page);
    expect(await page.locator('#query').inputValue()).toBe('walnut');
    await page.locator('.card-open', { hasText: 'Walnut board' }).click();
    await untilShown(page, '#product-page h1', ['Walnut board']);
    await page.close();
  });

  it('searches for the first 512 characters of a longer text in the URL', async () => {
    const page = await shop.open(`/?q=${'w'.repeat(600)}`);
    const query = 'w'.repeat(512);
    await untilShown(page, '#heading', [`Nothing found for “${query}”`]);
    expect(await page.locator('#query').inputValue()).toBe(query);
  });

  it.each([360, 1200])(
    'shows the highlights of a long text within the two lines of a card: %i pixels',
    async (width) => {
      const page = await shop.open('/?q=walnut');
      await page.setViewportSize({ width, height: 800 });
      await untilShown(page, '#heading', ['3 products for “walnut”']);
      const overflow = `(([mark, text]) => mark.getBoundingClientRect().bottom - text.getBoundingClientRect().bottom)(
      [...document.querySelectorAll('.match')].slice(-1).flatMap((match) => [match.querySelector('mark'), match]))`;
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      await page.setViewportSize(WIDE);
    },
  );

  it('shows the image of a product', async () => {
    const page = await shop.open('/?q=walnut%20board');
    const widths = `Promise.all([...document.images].map((image) => image.decode().then(() => image.naturalWidth)))`;
    expect(await page.evaluate(widths)).toEqual([expect.any(Number)]);
  });

  it('keeps the image of a product that the next search finds, too', async () => {
    const page = await shop.open('/?q=walnut');
    await page.evaluate(`(async () => {
      window.image = document.querySelector('#results img');
      await window.image.decode();
    })()`);
    await searchFor(page, 'wal', '3 products for “wal”');
    expect(await page.evaluate(`document.querySelector('#results img') === window.image`)).toBe(true);
  });

  it('highlights nothing in a title that has changed since it was indexed', async () => {
    const page = await shop.open();
    await page.route(/\/v1\/search$/, async (route) => {
      const response = await route.fetch();
      const { data, ...others } = await response.json();
      const renamed = data.map((found: { product: object }) => ({
        ...found,
        product: { ...found.product, title: 'Board of wood' },
      }));
      await route.fulfill({ response, json: { ...others, data: renamed } });
    });
    await searchFor(page, 'walnut', '3 products for “walnut”');
    expect(new Set(await textsOf(page, '.card-title'))).toEqual(new Set(['Board of wood']));
    expect(await textsOf(page, '.card-title mark')).toEqual([]);
    await page.unroute(/\/v1\/search$/);
  });

  it('names the collection that a product was found by', async () => {
    const page = await shop.open();
    await searchFor(page, 'camping', '1 product for “camping”');
    expect(await textsOf(page, '.card-title')).toEqual(['Stove']);
    expect(await textsOf(page, '.match')).toEqual(['Collection: Camping']);
  });

  it('highlights the right part of a text with characters outside the BMP', async () => {
    const page = await shop.open();
    await searchFor(page, 'zeppelin', '1 product for “zeppelin”');
    expect(await textsOf(page, '.card-title mark')).toEqual(['Zeppelin']);
  });

  it('shows markup in a product as text', async () => {
    const page = await shop.open();
    await searchFor(page, 'kettle', '1 product for “kettle”');
    expect(await textsOf(page, '.card-title')).toEqual(['<b onclick="x">Kettle</b> & cup']);
    await page.locator('.card-open').click();
    await untilShown(page, '.product-subtitle', ['<i>Old</i> kettle']);
    expect(await textsOf(page, '#product-page mark')).toEqual(['Kettle', 'kettle']);
    expect(await page.locator('#results b, #results i, #product-page b, #product-page i').count()).toBe(0);
  });

  it.each([
    ['walnutt', 'Shown for “walnut”.'],
    ['walnut stove', 'No product has all the words. These have the most important ones.'],
    ['stovve walnut', 'Shown for “stove walnut”, but no product has all the words.'],
  ])('says how the products differ from the search: %s', async (query, note) => {
    const page = await shop.open(`/?q=${query}`);
    await untilShown(page, '#note', [note]);
  });

  it('shows that nothing is found, and what to try', async () => {
    const page = await shop.open();
    await searchFor(page, 'xqzptwv', 'Nothing found for “xqzptwv”');
    expect(await textsOf(page, '#advice-text')).toEqual(['Check the spelling, or try fewer or other words.']);
    expect(await textsOf(page, '#results .card')).toEqual([]);
    await untilShown(page, '#announcement', ['Nothing found for “xqzptwv”']);
  });

  it('offers collections, new products and the whole shop if nothing is found', async () => {
    const page = await shop.open('/?q=xqzptwv');
    await untilShown(page, '#offered-collections .chip', ['Candles 4', 'Camping 1']);
    expect(await textsOf(page, '#offered-products .card-title')).toHaveLength(10);
    expect(await textsOf(page, '#offered-products .stock')).not.toContain('Sold out');
    const first = page.locator('#offered-products .card-open').first();
    const title = await first.innerText();
    await first.press('Enter');
    await untilShown(page, '#product-page h1', [title]);
    expect(await textsOf(page, '#back')).toEqual(['← Back to the search for “xqzptwv”']);
    await page.goBack();
    await untilShown(page, '#heading', ['Nothing found for “xqzptwv”']);

    await page.getByRole('link', { name: 'Camping' }).click();
    await untilShown(page, '#heading', ['Camping']);
    await untilFocused(page, 'Camping');
    expect(await textsOf(page, '.card-title')).toEqual(['Stove']);
    expect(await textsOf(page, '#nothing-found')).toEqual([]);
    expect(await page.locator('#query').inputValue()).toBe('');

    await searchFor(page, 'xqzptwv', 'Nothing found for “xqzptwv”');
    await page.getByRole('link', { name: 'Search without filters' }).waitFor();
    await page.locator('#chips .chip', { hasText: 'Camping' }).click();
    await page.getByRole('link', { name: 'Show all products' }).click();
    await untilShown(page, '#heading', ['New in the shop']);
  });

  it('offers nothing before a response is empty', async () => {
    const page = shop.page;
    const overview = page.waitForResponse(
      (response) => response.request().postData() === '{"perPage":1,"facets":["collection"]}',
    );
    await shop.open('/products/handle-stove?shop=one');
    await (await overview).finished();
    const held = shop.gate.hold('"perPage":24');
    await page.getByRole('link', { name: 'All products' }).click();
    await held.arrived;
    expect(await textsOf(page, '#nothing-found')).toEqual([]);
    held.release();
    await untilShown(page, '#note', ['40 products']);
  });

  it('marks exactly the unavailable products as sold out: in lists, in searches and on the product page', async () => {
    const page = await shop.open();
    await searchFor(page, 'candle', '4 products for “candle”');
    const stocks = async () => {
      const pairs = `[...document.querySelectorAll('#results .card')].map((card) =>
        [card.querySelector('.card-title').innerText, card.querySelector('.stock')?.innerText])`;
      return Object.fromEntries((await page.evaluate(pairs)) as [string, string][]);
    };
    const expected = {
      'Candle counted': 'Sold out',
      'Candle uncounted': 'Available',
      'Candle to order': 'Available',
      'Candle there': 'In stock',
    };
    expect(await stocks()).toEqual(expected);
    await choose(page, 'In stock');
    await untilShown(page, '#heading', ['3 products for “candle”']);
    expect(Object.values(await stocks()).toSorted()).toEqual(['Available', 'Available', 'In stock']);
    await shop.open('/?collection=candles');
    await untilShown(page, '#heading', ['Candles']);
    expect(await stocks()).toEqual(expected);
    await page.locator('.card-open', { hasText: 'Candle to order' }).click();
    await untilShown(page, '#product-page .stock', ['Available']);
  });

  it('announces the number of results to screen readers, until a product is shown', async () => {
    const page = await shop.open();
    await page.locator('#query').pressSequentially('walnut');
    await untilShown(page, '[role="status"]', ['3 products for “walnut”']);
    expect(await page.getByRole('combobox', { name: 'Search for products' }).inputValue()).toBe('walnut');
    const list = page.getByRole('list', { name: 'Products' });
    expect(await list.getByRole('listitem').count()).toBe(3);
    const described = `document.getElementById(document.querySelector('.card-open').getAttribute('aria-describedby')).innerText`;
    expect(await page.evaluate(described)).toMatch(/^€49\.50\s+In stock$/);
    await page.locator('.card-open').first().click();
    await eventually(
      () => page.locator('[role="status"]').textContent(),
      (announced) => announced === '',
    );
  });

  it('announces neither the same again, nor results that a product has replaced', async () => {
    const page = await shop.openWith('', '/?q=walnut');
    await untilShown(page, '[role="status"]', ['3 products for “walnut”']);
    await page.clock.install();
    await page.evaluate(`
      window.announced = [];
      new MutationObserver(() => window.announced.push(announcement.textContent))
        .observe(announcement, { childList: true });`);
    await refresh(page);
    await page.clock.runFor(1000);
    expect(await page.evaluate('window.announced')).toEqual([]);
    await searchFor(page, 'bowl', '1 product for “bowl”');
    await page.locator('.card-open').click();
    await untilShown(page, '#product-page h1', ['Bowl']);
    await page.clock.runFor(1000);
    expect(await page.locator('[role="status"]').textContent()).toBe('');
    await page.close();
  });

  it('has no shortcut of one character', async () => {
    const page = await shop.open('/?q=walnut');
    await page.locator('.card-open').first().focus();
    await page.keyboard.press('/');
    await untilFocused(page, 'Walnut board');
    await page.keyboard.press('Escape');
    await untilFocused(page, 'query');
  });

  it('moves through the products by arrow keys, opens one by Enter, and returns to the box by Escape', async () => {
    const page = await shop.open();
    await page.locator('#query').pressSequentially('walnut');
    await untilShown(page, '#heading', ['3 products for “walnut”']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 'Walnut board');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await untilFocused(page, 'Bowl');
    await page.keyboard.press('Home');
    await untilFocused(page, 'Walnut board');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await untilShown(page, '#product-page h1', ['Lamp']);
    await untilFocused(page, 'Lamp');
    await page.goBack();
    await untilShown(page, '#heading', ['3 products for “walnut”']);
    await untilFocused(page, 'Lamp');
    await page.keyboard.press('ArrowUp');
    await untilFocused(page, 'query');
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 'Lamp');
    await page.keyboard.press('Escape');
    await untilFocused(page, 'query');
    expect(await page.locator('#query').inputValue()).toBe('walnut');
    await page.keyboard.press('Escape');
    await untilShown(page, '#heading', ['New in the shop']);
    expect(await page.locator('#query').inputValue()).toBe('');
  });
});
