/** The search box lists completions of the input: queries, collections and products, by keyboard and by mouse. */
import type { Request } from 'playwright-core';
import { collection, location, membership, merchant, plain, product } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  openStorefront,
  type Storefront,
  textsOf,
  untilAborted,
  untilFocused,
  untilShown,
  WIDE,
} from './support/storefront.ts';

const DAY_MS = 86_400_000;
const searched = (query: string, daysAgo: number) => ({
  merchantId: 'one',
  visibility: 'published',
  query,
  hits: 1,
  at: new Date(Date.now() - daysAgo * DAY_MS),
});

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'Shop one' })],
  locations: [location('one-location', 'one')],
  collections: [collection('tea', 'one', { name: 'Tea things' })],
  memberships: [membership('tea', 'teapot', 'one')],
  products: [
    product('teapot', 'one', { ...plain, title: 'Teapot of iron', price: 30 }),
    product('teacup', 'one', { ...plain, title: 'Teacup <b>red</b>', price: 8 }),
    product('plate', 'one', { ...plain, title: 'Plate', price: 12 }),
  ],
};

const OPTIONS = '#completions [role="option"]';

describeInBrowser('the search box', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS, async ({ catalogue }) => {
      const often = [1, 1, 1, 2, 2, 3].map((daysAgo) => searched('teapot iron', daysAgo));
      await catalogue.database.collection(catalogue.searches.collectionName).insertMany(often);
    });
    // The first suggestions don't wait long for the searches of others.
    await eventually(
      () => shop.api.request('/v1/search/suggestions?query=tea', { token: shop.token }),
      ({ status, body }) => status === 200 && body.data.queries.length > 0,
    );
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  async function type(text: string) {
    const page = await shop.open();
    // At once: the list for a part of the text would be replaced later.
    await page.locator('#query').fill(text);
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor();
    return page;
  }

  it('offers searches of others, collections and products, and shows products as text', async () => {
    const page = await type('tea');
    await untilShown(page, OPTIONS, ['teapot iron', 'Tea things', 'Teapot of iron €30.00', 'Teacup <b>red</b> €8.00']);
    expect(await textsOf(page, '.completions-title')).toEqual(['Searches', 'Collections', 'Products']);
    expect(await textsOf(page, '#completions b')).toEqual(['pot iron']);
    await untilShown(page, '#heading', ['2 products for “tea”']);
  });

  it('moves in the list by arrow keys while the box keeps the focus, and opens the selected item by Enter', async () => {
    const page = await type('tea');
    const box = page.getByRole('combobox', { name: 'Search for products' });
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    const active = `document.getElementById(query.getAttribute('aria-activedescendant'))?.innerText ?? ''`;
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(active)).toBe('teapot iron');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(active)).toBe('');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(active)).toContain('Teacup');
    await untilFocused(page, 'query');
    await page.keyboard.press('ArrowUp');
    expect(await textsOf(page, '[aria-selected="true"]')).toEqual(['Teapot of iron €30.00']);
    await page.keyboard.press('Enter');
    await untilShown(page, '#product-page h1', ['Teapot of iron']);
    expect(page.url()).toBe(`${shop.url}/products/handle-teapot?shop=one`);
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await page.goBack();
    await untilShown(page, '#heading', ['2 products for “tea”']);
  });

  it('searches for a selected query, and shows a selected collection', async () => {
    const page = await type('tea');
    await page.getByRole('option', { name: 'teapot iron' }).click();
    await untilShown(page, '#heading', ['1 product for “teapot iron”']);
    expect(await page.locator('#query').inputValue()).toBe('teapot iron');
    await type('tea');
    await page.getByRole('option', { name: 'Tea things' }).click();
    await untilShown(page, '#heading', ['Tea things']);
    expect(await page.locator('#query').inputValue()).toBe('');
    expect(await textsOf(page, '#results .card-title')).toEqual(['Teapot of iron']);
  });

  it('searches for what is typed by Enter, if the selected item completes an earlier text', async () => {
    const page = await type('tea');
    await page.keyboard.press('ArrowDown');
    await page.route(/suggestions/, () => undefined);
    await page.keyboard.type('cup');
    await page.keyboard.press('Enter');
    await untilShown(page, '#heading', ['1 product for “teacup”']);
    expect(await page.locator('#query').inputValue()).toBe('teacup');
    await page.unroute(/suggestions/);
  });

  it('aborts the request for an earlier text, whose list stays, and the request for the last text on Enter', async () => {
    const page = await type('tea');
    // There is no response.
    await page.route(/suggestions/, () => undefined);
    const [earlier, last] = ['teac', 'teacu'].map((text) => page.waitForRequest(`**/suggestions?query=${text}`));
    await page.keyboard.type('cu');
    await untilAborted(await (earlier as Promise<Request>));
    expect(await textsOf(page, OPTIONS)).toHaveLength(4);
    await page.keyboard.press('Enter');
    await untilAborted(await (last as Promise<Request>));
    await page.unroute(/suggestions/);
  });

  it.each(['isComposing', 'ctrlKey', 'metaKey', 'altKey'])(
    'leaves keys to the input method and to the browser: %s',
    async (modifier) => {
      const page = await type('tea');
      await untilShown(page, '#heading', ['2 products for “tea”']);
      const isLeft = `query.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', ${modifier}: true, bubbles: true, cancelable: true }))`;
      const active = `query.getAttribute('aria-activedescendant')`;
      expect([await page.evaluate(isLeft), await page.evaluate(active)]).toEqual([true, null]);
      await page.keyboard.press('Escape');
      expect(await page.evaluate(isLeft)).toBe(true);
      await untilFocused(page, 'query');
    },
  );

  it('scrolls its list to the selected item', async () => {
    const page = await type('tea');
    await page.setViewportSize({ width: 1200, height: 240 });
    await page.keyboard.press('ArrowUp');
    const isInside = `((item, list) => item.bottom <= list.bottom)(
      ...['[aria-selected="true"]', '#completions'].map((part) => document.querySelector(part).getBoundingClientRect()))`;
    expect(await page.evaluate(isInside)).toBe(true);
    await page.setViewportSize(WIDE);
  });

  it('keeps the focus and its list when a title in the list is clicked', async () => {
    const page = await type('tea');
    await page.locator('.completions-title').first().click();
    expect(await textsOf(page, OPTIONS)).toHaveLength(4);
    await untilFocused(page, 'query');
  });

  it('opens an item in a new tab by a middle click, and with Control', async () => {
    const page = await type('tea');
    const item = page.getByRole('option', { name: 'Tea things' });
    const clicks: Parameters<typeof item.click>[0][] = [{ button: 'middle' }, { modifiers: ['Control'] }];
    for (const click of clicks) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), item.click(click)]);
      await tab.locator('#heading').waitFor();
      await untilShown(tab, '#heading', ['Tea things']);
      await tab.close();
    }
    expect(await page.locator('#query').inputValue()).toBe('tea');
    await item.waitFor();
  });

  it('closes its list when Back shows the results of another text', async () => {
    const page = await type('tea');
    await page.goBack();
    await untilShown(page, '#heading', ['New in the shop']);
    expect(await page.locator('#query').inputValue()).toBe('');
    expect(await textsOf(page, OPTIONS)).toEqual([]);
    expect(await page.locator('#query').getAttribute('aria-expanded')).toBe('false');
  });

  it('closes its list on Escape, on Enter, and on blur', async () => {
    const page = await type('tea');
    await page.keyboard.press('Escape');
    expect(await textsOf(page, OPTIONS)).toEqual([]);
    expect(await page.locator('#query').inputValue()).toBe('tea');
    await page.keyboard.press('Escape');
    expect(await page.locator('#query').inputValue()).toBe('');
    await type('tea');
    await page.keyboard.press('Enter');
    expect(await textsOf(page, OPTIONS)).toEqual([]);
    await type('tea');
    await page.keyboard.press('Tab');
    expect(await textsOf(page, OPTIONS)).toEqual([]);
  });

  it('loses the focus on Enter on a touch screen, whose keyboard covers the results', async () => {
    const page = await type('tea');
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    await devTools.detach();
  });

  it('shows no list without completions, and has a button that clears it', async () => {
    const page = await type('tea');
    const box = page.getByRole('combobox', { name: 'Search for products' });
    await box.fill('xqzptwv');
    await eventually(
      () => box.getAttribute('aria-expanded'),
      (isExpanded) => isExpanded === 'false',
    );
    expect(await page.locator('#completions').isHidden()).toBe(true);
    await untilShown(page, '#heading', ['Nothing found for “xqzptwv”']);
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await untilShown(page, '#heading', ['New in the shop']);
    await untilFocused(page, 'query');
    expect(await page.getByRole('button', { name: 'Clear the search' }).count()).toBe(0);
  });
});
