/** Results have numbered pages and a sort; both are in the URL, and no product is shown twice. */
import type { Page } from 'playwright-core';
import { merchant, plain, product, shop as shopDocuments } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { describeInBrowser } from './support/chromium.ts';
import { openStorefront, type Storefront, searchFor, textsOf, untilFocused, untilShown } from './support/storefront.ts';

const spoon = (number: number) =>
  product(`spoon-${number}`, 'one', {
    ...plain,
    title: `Teaspoon ${String(number).padStart(2, '0')}`,
    price: (number * 7) % 60,
    createdAt: new Date(Date.UTC(2026, 0, 1 + number)),
  });

const DOCUMENTS = {
  ...shopDocuments('one'),
  merchants: [merchant('one', { name: 'Shop one' })],
  products: Array.from({ length: 60 }, (_, index) => spoon(index)),
};

const TITLES = '#results .card-title';
const HEADING = '60 products for “teaspoon”';

/** Scrolls from the top, and resolves when the page knows. */
const scrollDown = (page: Page, pixels: number) =>
  page.evaluate(`new Promise((resolve) => {
    addEventListener('scrollend', resolve, { once: true });
    scrollTo(0, ${pixels});
  })`);

const untilScrolled = (page: Page, pixels: number) =>
  eventually(
    () => page.evaluate('scrollY'),
    (scrolled) => scrolled === pixels,
  );

describeInBrowser('results', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it('have numbered pages, each product on one of them', async () => {
    const page = await shop.open();
    await searchFor(page, 'teaspoon', HEADING);
    const seen = [...(await textsOf(page, TITLES))];
    expect(seen).toHaveLength(24);
    expect(await textsOf(page, '.page-link')).toEqual(['Page 1', 'Page 2', 'Page 3']);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2' }).click();
    await untilShown(page, '#note', ['Page 2 of 3']);
    await untilShown(page, '[role="status"]', [`${HEADING}, Page 2 of 3`]);
    await untilFocused(page, HEADING);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=teaspoon&page=2`);
    expect(await textsOf(page, '.page-link[aria-current="page"]')).toEqual(['Page 2']);
    seen.push(...(await textsOf(page, TITLES)));
    await page.getByRole('link', { name: 'Next' }).click();
    await untilShown(page, '#note', ['Page 3 of 3']);
    seen.push(...(await textsOf(page, TITLES)));
    expect(new Set(seen).size).toBe(60);
    expect(seen).toHaveLength(60);
    expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0);
    await page.goBack();
    await untilShown(page, '#note', ['Page 2 of 3']);
  });

  it('return to where they were scrolled: by a reload, back and forward', async () => {
    const page = await shop.open('/?q=teaspoon');
    await scrollDown(page, 500);
    // A real click would scroll to the link first.
    await page.getByRole('link', { name: 'Next' }).dispatchEvent('click');
    await untilShown(page, '#note', ['Page 2 of 3']);
    await scrollDown(page, 900);
    await page.reload();
    await untilScrolled(page, 900);
    await page.goBack();
    await untilShown(page, '#note', []);
    await untilScrolled(page, 500);
    await page.goForward();
    await untilShown(page, '#note', ['Page 2 of 3']);
    await untilScrolled(page, 900);
  });

  it('replace the address of a page that does not exist: Back leads to what was before', async () => {
    const page = await shop.open('/?q=xqzptwv');
    await shop.open('/?q=teaspoon&page=9');
    await untilShown(page, '#note', ['Page 3 of 3']);
    await page.goBack();
    await untilShown(page, '#heading', ['Nothing found for “xqzptwv”']);
  });

  it('have a menu of sort orders that keeps the focus on Escape', async () => {
    const page = await shop.open('/?q=teaspoon');
    await page.getByLabel('Sort by').press('Escape');
    expect(await page.evaluate('document.activeElement.id')).toBe('sort');
  });

  it('start at the page of the URL, or at the last one if there are fewer', async () => {
    const page = await shop.open('/?q=teaspoon&page=3');
    await untilShown(page, '#note', ['Page 3 of 3']);
    for (const beyond of [9, 9999]) {
      await shop.open(`/?q=teaspoon&page=${beyond}`);
      await untilShown(page, '#note', ['Page 3 of 3']);
    }
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=teaspoon&page=3`);
    await shop.open('/?q=teaspoon&page=-1');
    await untilShown(page, '#heading', [HEADING]);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=teaspoon`);
    await shop.open('/?q=xqzptwv&page=2');
    await untilShown(page, '#heading', ['Nothing found for “xqzptwv”']);
    expect(await textsOf(page, '#note')).toEqual([]);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=xqzptwv`);
  });

  it.each([
    ['Price, low to high', 'price-asc', ['Teaspoon 00', 'Teaspoon 43', 'Teaspoon 26']],
    ['Price, high to low', 'price-desc', ['Teaspoon 17', 'Teaspoon 34', 'Teaspoon 51']],
    ['Newest', 'newest', ['Teaspoon 59', 'Teaspoon 58', 'Teaspoon 57']],
    ['Title, A to Z', 'title', ['Teaspoon 00', 'Teaspoon 01', 'Teaspoon 02']],
  ])('are sorted by %s across pages', async (label, name, first) => {
    const page = await shop.open('/?q=teaspoon&page=2');
    await untilShown(page, '#note', ['Page 2 of 3']);
    await page.getByLabel('Sort by').selectOption({ label });
    await untilShown(page, '#note', []);
    await untilShown(page, `#results li:nth-child(-n+3) .card-title`, first);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=teaspoon&sort=${name}`);
    await shop.open(`/?q=teaspoon&sort=${name}`);
    await untilShown(page, `#results li:nth-child(-n+3) .card-title`, first);
    expect(await page.getByLabel('Sort by').inputValue()).toBe(name);
  });

  it('without a search are sorted by newest, and have no best match', async () => {
    const page = await shop.open('/?sort=relevance');
    await untilShown(page, '#heading', ['New in the shop']);
    await untilShown(page, '#note', ['60 products']);
    expect(await page.getByLabel('Sort by').locator('option').allInnerTexts()).not.toContain('Best match');
    expect(await page.getByLabel('Sort by').inputValue()).toBe('newest');
    expect((await textsOf(page, TITLES))[0]).toBe('Teaspoon 59');
  });
});
