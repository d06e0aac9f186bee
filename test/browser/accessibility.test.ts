/**
 * The page is accessible: axe-core finds no violations in any state, light or dark; it fits a screen of 360 pixels; the
 * keyboard reaches everything; it respects `prefers-reduced-motion`.
 */
import type { Page } from 'playwright-core';
import { collection, location, membership, merchant, product } from '../support/fixtures.ts';
import { COLOUR_RULES, violationsOf } from './support/axe.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  choose,
  focusWindow,
  NARROW,
  openStorefront,
  type Storefront,
  searchFor,
  untilFocused,
  untilPriced,
  untilShown,
  WIDE,
} from './support/storefront.ts';

const LONG_WORD = 'Kettleundteewasserkesselmitsehrlangemnamenohnejedeluecke';
const ENDLESS_TITLE = `Endless ${'pot of copper and iron '.repeat(14)}end`;

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'A shop with a rather long name that has to fit as well' })],
  locations: [location('one-location', 'one'), location('other', 'one', { name: 'Other place' })],
  collections: [collection('gifts', 'one', { name: 'Gifts for people who have everything already' })],
  memberships: [membership('gifts', 'kettle', 'one')],
  products: [
    product('kettle', 'one', { title: 'Kettle', images: [], featured: true, locationId: 'other' }),
    product('endless', 'one', { title: ENDLESS_TITLE, images: [] }),
    product('long', 'one', { title: LONG_WORD, subtitle: `Kettle ${LONG_WORD}`, images: [], quantity: 0 }),
    ...Array.from({ length: 25 }, (_, index) =>
      product(`many-${index}`, 'one', { title: `Kettle of many ${index}`, images: [] }),
    ),
  ],
};

const FILTERED = '/?q=kettle&collection=gifts&inStock=true&minPrice=1';

/** The states of the page. Each function opens the page and resolves when it has reached the state. */
const STATES: Readonly<Record<string, (shop: Storefront) => Promise<Page>>> = {
  'nothing searched': (shop) => shop.open(),
  results: async (shop) => {
    const page = await shop.open();
    await searchFor(page, 'kettle', '27 products for “kettle”');
    return page;
  },
  'results with filters': async (shop) => {
    const page = await shop.open(FILTERED);
    await untilShown(page, '#heading', ['1 product for “kettle”']);
    const toggle = page.locator('#filters-toggle');
    if (await toggle.isVisible()) await toggle.click();
    return page;
  },
  completions: async (shop) => {
    const page = await shop.open();
    // At once: the list for a part of the text would be replaced later.
    await page.locator('#query').fill('kettle');
    await page.locator('#completions').waitFor();
    // Results are pale while the next ones are loaded.
    await untilShown(page, '#heading', ['27 products for “kettle”']);
    await page.keyboard.press('ArrowDown');
    return page;
  },
  'a later page': async (shop) => {
    const page = await shop.open('/?q=kettle&page=2&sort=price-asc');
    await untilShown(page, '#note', ['Page 2 of 2']);
    return page;
  },
  'a product': async (shop) => {
    const page = await shop.open(`/?q=${LONG_WORD}`);
    await page.locator('.card-open').first().click();
    await untilShown(page, '#product-page h1', [LONG_WORD]);
    return page;
  },
  'no product': async (shop) => {
    const page = await shop.open('/products/nothing');
    await page.locator('#product-page h1').waitFor();
    return page;
  },
  'nothing found': async (shop) => {
    const page = await shop.open(`${FILTERED}&location=nowhere`);
    await untilShown(page, '#heading', ['Nothing found for “kettle”']);
    return page;
  },
  'service out': async (shop) => {
    const page = await shop.open('/?q=kettle');
    shop.gate.forwardTo('http://127.0.0.1:1');
    await focusWindow(page);
    await untilShown(page, '#notice-text', ['Search is not available at the moment.']);
    shop.gate.forwardTo(shop.api.url);
    return page;
  },
};

describeInBrowser('the page', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it.each(Object.entries(STATES))('has no axe-core violations, light or dark: %s', async (_state, reach) => {
    const page = await reach(shop);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await violationsOf(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page, COLOUR_RULES)).toEqual([]);
    await page.emulateMedia({ colorScheme: null });
  });

  it.each(Object.entries(STATES))('fits a narrow screen, without violations: %s', async (_state, reach) => {
    await shop.page.setViewportSize(NARROW);
    const page = await reach(shop);
    const widths = `[document.documentElement, ...document.querySelectorAll('dialog')].map((part) => part.scrollWidth)`;
    const [whole, ...dialogs] = (await page.evaluate(widths)) as number[];
    expect(whole).toBe(NARROW.width);
    expect(Math.max(...dialogs)).toBeLessThanOrEqual(NARROW.width);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize(WIDE);
  });

  it('has the filters in a sheet on a narrow screen, which traps the focus, and returns it to the opener', async () => {
    const page = await shop.open('/?q=kettle');
    await page.setViewportSize(NARROW);
    expect(await page.locator('#filters').isVisible()).toBe(false);
    await page.locator('#filters-toggle').press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await choose(page, 'In stock');
    await untilShown(page, '.chip-name', ['In stock']);
    await sheet.getByRole('button', { name: 'Show 26 products' }).waitFor();
    for (let count = 0; count < 16; count += 1) await page.keyboard.press('Tab');
    const isOutside = `!document.activeElement.closest('#filters-sheet') && document.activeElement !== document.body`;
    expect(await page.evaluate(isOutside)).toBe(false);
    await page.keyboard.press('Escape');
    await untilFocused(page, 'Filters (1)');

    await page.locator('#filters-toggle').click();
    await sheet.getByRole('button', { name: 'Show 26 products' }).click();
    expect(await sheet.count()).toBe(0);
    await page.locator('#filters-toggle').click();
    await page.setViewportSize(WIDE);
    await page.locator('main #filters').waitFor();
    expect(await sheet.count()).toBe(0);
  });

  it('has a sheet that closes when Back shows a product', async () => {
    const page = await shop.open('/products/handle-kettle');
    await page.getByRole('link', { name: /^Gifts/ }).click();
    await untilShown(page, '#results .card-title', ['Kettle']);
    await page.setViewportSize(NARROW);
    await page.locator('#filters-toggle').click();
    await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    await page.goBack();
    await untilFocused(page, 'Kettle');
    expect(await page.locator('#filters-sheet').isVisible()).toBe(false);
    await page.setViewportSize(WIDE);
  });

  it('has a sheet that says so if there is nothing to filter by', async () => {
    const page = await shop.open('/?q=xqzptwv');
    await untilShown(page, '#heading', ['Nothing found for “xqzptwv”']);
    await page.setViewportSize(NARROW);
    await page.locator('#filters-toggle').click();
    await untilShown(page, '#filters', ['There is nothing to filter by.']);
    await page.keyboard.press('Escape');
    await page.setViewportSize(WIDE);
    await page.locator('main #filters').waitFor({ state: 'attached' });
    expect(await page.locator('#filters').innerText()).toBe('');
  });

  it('truncates a long title after three lines on a card, and shows all of it on the product page', async () => {
    const page = await shop.open('/?q=endless');
    await untilShown(page, '#heading', ['1 product for “endless”']);
    const lines = `(({ clientHeight }, lineHeight) => Math.round(clientHeight / lineHeight))(
      document.querySelector('.card-name'), parseFloat(getComputedStyle(document.querySelector('.card-title')).lineHeight))`;
    expect(await page.evaluate(lines)).toBe(3);
    await page.locator('.card-open').click();
    await untilShown(page, '#product-page h1', [ENDLESS_TITLE]);
    expect(
      await page.evaluate(`(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)(
      document.querySelector('#product-page h1'))`),
    ).toBe(0);
  });

  it('reaches every part by Tab in page order, with one tab stop for all cards', async () => {
    const page = await STATES['results with filters']?.(shop);
    if (page === undefined) throw new Error('there is no such state');
    await page.locator('#query').focus();
    const focusOrder: string[] = [];
    while (focusOrder.at(-1) !== 'card-open' && focusOrder.length < 30) {
      await page.keyboard.press('Tab');
      const focusedName = `(({ name, className, id, innerText, parentElement }) => name || className || id || innerText ||
        parentElement.innerText)(document.activeElement)`;
      focusOrder.push(
        String(await page.evaluate(focusedName))
          .replace(/\s+/g, ' ')
          .trim(),
      );
    }
    const chips = ['chip', 'chip', 'chip', 'chip is-all'];
    expect(focusOrder).toEqual([
      'search-clear',
      'sort',
      ...chips,
      'In stock 1',
      'Featured 1',
      'Collection 1',
      'Gifts for people who have everything already 1',
      'Price in EUR',
      'minPrice',
      'maxPrice',
      'card-open',
    ]);
    await page.keyboard.press('Enter');
    await untilShown(page, '#product-page h1', ['Kettle']);
    await untilFocused(page, 'Kettle');
  });

  it('has the number of filters beside the name of their button at 320 pixels', async () => {
    await shop.page.setViewportSize({ width: 320, height: 640 });
    const page = await shop.open(FILTERED);
    await untilShown(page, '#filters-toggle', ['Filters (3)']);
    const overflow = `(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)(
      document.querySelector('#filters-toggle'))`;
    expect(await page.evaluate(overflow)).toBe(0);
    await page.setViewportSize(WIDE);
  });

  it('hides the link that skips the filters with 200 % text at 320 pixels, too', async () => {
    const page = await shop.open('/?q=kettle');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(`document.querySelector('#skip').style.fontSize = '32px'`);
    expect(await page.evaluate(`document.querySelector('#skip').getBoundingClientRect().bottom`)).toBeLessThanOrEqual(
      0,
    );
    await page.setViewportSize(WIDE);
  });

  it('leaves room for the products on a low window, as at 400 % zoom', async () => {
    const page = await shop.open('/?q=kettle');
    await page.setViewportSize({ width: 320, height: 256 });
    await page.locator('.card-open').nth(3).scrollIntoViewIfNeeded();
    const bottom = `document.querySelector('.masthead').getBoundingClientRect().bottom`;
    expect(await page.evaluate(bottom)).toBeLessThanOrEqual(0);
    await page.setViewportSize(WIDE);
  });

  it('has a link that skips the filters', async () => {
    const page = await shop.open('/?q=kettle&collection=gifts');
    await untilShown(page, '#heading', ['1 product for “kettle”']);
    await page.getByRole('link', { name: 'Skip to the products' }).press('Enter');
    await untilFocused(page, 'Kettle');
    expect(page.url()).not.toContain('#');
  });

  it('has a link that skips to where a product will be', async () => {
    const { page, gate, url } = shop;
    // The request for a product has no body.
    const held = gate.hold('');
    await page.goto(`${url}/products/handle-kettle`);
    await page.locator('#product-page .outline').waitFor();
    await page.getByRole('link', { name: 'Skip to the products' }).press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    held.release();
    await untilShown(page, '#product-page h1', ['Kettle']);
  });

  it('animates nothing with prefers-reduced-motion', async () => {
    const page = await STATES.results?.(shop);
    if (page === undefined) throw new Error('there is no such state');
    // Includes elements that only move on hover.
    const moving = `[...document.querySelectorAll('*')].filter((part) => {
      const { animationName, transitionDuration } = getComputedStyle(part);
      return animationName !== 'none' || transitionDuration.split(', ').some((duration) => parseFloat(duration) > 0);
    }).length`;
    expect(await page.evaluate(moving)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await shop.service.catalogue.products.updateMany({}, { $set: { price: 12 } });
    await untilPriced(shop, 'kettle', 12);
    await focusWindow(page);
    await page.locator('.is-changed').first().waitFor();
    expect(await page.evaluate(moving)).toBe(0);
    await page.emulateMedia({ reducedMotion: null });
  });
});
