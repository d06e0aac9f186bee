/** A product has a page with its own URL, its images, variants and texts, and a way back to the results. */
import type { Page } from 'playwright-core';
import { generateCatalogue } from '../../dev/catalogue/generate.ts';
import { productImagePath } from '../../dev/catalogue/images.ts';
import { COLOURS, type Colour } from '../../dev/catalogue/vocabulary.ts';
import { collection, location, membership, merchant, plain, product } from '../support/fixtures.ts';
import { describeInBrowser } from './support/chromium.ts';
import {
  NO_TIMEOUT,
  openStorefront,
  type Storefront,
  searchFor,
  textsOf,
  untilAborted,
  untilFocused,
  untilShown,
} from './support/storefront.ts';

const [drawn] = [...generateCatalogue({ merchants: 1, products: 1 })].filter((record) => record.kind === 'product');
const item = (id: string, given: Record<string, unknown>) => product(id, 'one', { ...plain, ...given });
const picture = (colour: string) => ({
  path: productImagePath('outdoor', 'tent', COLOURS.get(colour) as Colour, 'p-1', 1),
  mimeType: 'image/svg+xml',
  role: 'image',
});

const DOCUMENTS = {
  merchants: [merchant('one', { name: 'Shop one' })],
  locations: [location('one-location', 'one', { name: 'Porto shop' })],
  collections: [collection('pots', 'one', { name: 'Pots' })],
  memberships: [membership('pots', 'vase', 'one')],
  products: [
    item('vase', {
      title: 'Vase',
      description: 'Thrown by hand.',
      barcode: '4006381333931',
      variants: [{ key: 'Glaze', value: 'Celadon' }],
      specifications: { Height: '24 cm' },
    }),
    item('gallery', { title: 'Gallery', images: [drawn?.images[0], drawn?.images[0]] }),
    item('tent', {
      title: 'Tent',
      images: [picture('moss-green'), picture('fjord-blue')],
      variants: [
        { key: 'Colour', value: 'Moss green' },
        { key: 'Colour', value: 'Fjord blue' },
        { key: 'Size', value: '2 people' },
        { key: 'Size', value: '4 people' },
      ],
    }),
    item('odd', { title: 'Odd address', handle: 'a/b ?&ü' }),
    item('nameless', { title: 'No address', handle: '' }),
    item('hidden', { title: 'Hidden', status: 'draft' }),
    item('rug', {
      title: 'Rug',
      currency: 'coins',
      description: '<p>Of <b>wool</b>,</p><ul><li>2&nbsp;m</li></ul><script>alert(1)</script>',
      specifications: { Care: 'Dry<br>clean' },
    }),
    ...Array.from({ length: 40 }, (_, index) => item(`filler-${index}`, { title: `Filler ${index}` })),
  ],
};

const LARGE = '.gallery-large img';

describeInBrowser('a product', () => {
  let shop: Storefront;

  beforeAll(async () => {
    shop = await openStorefront(DOCUMENTS);
  });
  afterAll(() => shop?.close());
  afterEach(() => expect(shop.scriptErrors).toEqual([]));

  it('shows the text of HTML, and marks a match in it', async () => {
    const page = await shop.open('/?q=wool');
    await untilShown(page, '.card-title', ['Rug']);
    await page.locator('.card-open').click();
    await untilShown(page, '.product-description', ['Of wool, 2 m']);
    expect(await textsOf(page, '.product-description mark')).toEqual(['wool']);
    expect(await textsOf(page, '#product-page dd')).toContain('Dry clean');
  });

  it('has a price in a currency that the browser does not know', async () => {
    const page = await shop.open('/?q=wool');
    await untilShown(page, '#results .price', ['19.95 coins']);
  });

  it('shows all its fields at its URL', async () => {
    const page = await shop.open('/products/handle-vase?shop=one');
    await untilShown(page, '.product-description', ['Thrown by hand.']);
    expect(await page.title()).toBe('Vase – Shop one');
    expect(await textsOf(page, '.variants')).toEqual(['Glaze Celadon']);
    expect(await textsOf(page, '.product dd')).toEqual(['24 cm', 'SKU-vase', '4006381333931', 'Porto shop']);
    expect(await textsOf(page, '.product .price')).toEqual(['€19.95']);
    await page.getByRole('link', { name: 'Pots' }).click();
    await untilShown(page, '#heading', ['Pots']);
    await untilFocused(page, 'Pots');
  });

  it('stays when a space is typed into the empty box, or Escape pressed', async () => {
    const page = await shop.open('/products/handle-vase?shop=one');
    await untilFocused(page, 'query');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    expect(await page.evaluate('location.href')).toBe(`${shop.url}/products/handle-vase?shop=one`);
    await page.keyboard.type('vase');
    await untilShown(page, '#heading', ['1 product for “vase”']);
  });

  it('highlights the matches of the search', async () => {
    const page = await shop.open();
    await searchFor(page, 'celadon 4006381333931', '1 product for “celadon 4006381333931”');
    await page.locator('.card-open').click();
    await untilShown(page, '#product-page h1', ['Vase']);
    expect(await textsOf(page, '.variants mark')).toEqual(['Celadon']);
    expect(await textsOf(page, '.product dd mark')).toEqual(['4006381333931']);
  });

  it('returns to the results as they were: scrolled, sorted, with the focus on the card', async () => {
    const page = await shop.open('/?q=filler&sort=title');
    await untilShown(page, '#heading', ['40 products for “filler”']);
    const opener = page.locator('.card-open').nth(17);
    const title = await opener.innerText();
    await opener.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate('scrollY');
    expect(scrolled).toBeGreaterThan(0);
    await opener.click();
    await untilShown(page, '#product-page h1', [title]);
    await untilFocused(page, title);
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.goBack();
    await untilShown(page, '#heading', ['40 products for “filler”']);
    expect(await page.evaluate('scrollY')).toBe(scrolled);
    await untilFocused(page, title);
    await page.goForward();
    await untilShown(page, '#product-page h1', [title]);
    // A click on a text moves the focus to the page's content.
    await page.locator('#product-page dt, #product-page h2').first().click();
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.goBack();
    await untilShown(page, '#heading', ['40 products for “filler”']);
    await untilFocused(page, title);
    await page.goForward();
    await untilShown(page, '#product-page h1', [title]);
    await page.getByRole('link', { name: 'Back to the search for “filler”' }).click();
    await untilShown(page, '#heading', ['40 products for “filler”']);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=filler&sort=title`);
  });

  it.each([
    ['a search', '/?shop=one&q=filler&page=2', '40 products for “filler”', 'Back to the search for “filler”'],
    ['a collection', '/?shop=one&collection=pots', 'Pots', 'Pots'],
    ['filters', '/?shop=one&collection=pots&inStock=true', 'Products', 'Products'],
    ['the whole shop', '/?shop=one', 'New in the shop', 'All products'],
  ])('has a link back that says where it leads, after a reload, too: %s', async (_from, path, heading, text) => {
    const page = await shop.open(path);
    await untilShown(page, '#heading', [heading]);
    const opener = page.locator('#results .card-open').last();
    const title = await opener.innerText();
    await opener.click();
    await untilShown(page, '#product-page h1', [title]);
    expect(await textsOf(page, '#back')).toEqual([`← ${text}`]);
    await page.reload();
    await untilShown(page, '#product-page h1', [title]);
    await untilShown(page, '#back', [`← ${text}`]);
    expect(await page.locator('#back').getAttribute('href')).toBe(path);
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('#back').click({ modifiers: ['Shift'] }),
    ]);
    await tab.close();
    await page.locator('#back').click();
    await untilShown(page, '#heading', [heading]);
    await untilFocused(page, title);
    // The only one in the Tab order.
    expect(await textsOf(page, '#results .card-open[tabindex="0"]')).toEqual([title]);
    expect(page.url()).toBe(shop.url + path);
  });

  it('has a link back to the results that it was opened from, whatever was shown since', async () => {
    const page = await shop.open('/?q=vase');
    await page.locator('.card-open').first().click();
    await page.getByRole('link', { name: 'Pots' }).click();
    await untilShown(page, '#heading', ['Pots']);
    await page.goBack();
    await untilShown(page, '#back', ['← Back to the search for “vase”']);
    await page.goBack();
    await untilShown(page, '#heading', ['1 product for “vase”']);
    await page.evaluate("history.replaceState(null, '', '/?shop=one&q=filler')");
    await page.goForward();
    await untilShown(page, '#product-page h1', ['Vase']);
    await page.getByRole('link', { name: 'Back to the search for “vase”' }).click();
    await untilShown(page, '#heading', ['1 product for “vase”']);
    await untilFocused(page, '1 product for “vase”');
  });

  it.each([
    ['before the browser has gone back', async () => {}],
    ['when the results are shown', (page: Page) => untilShown(page, '#heading', ['1 product for “vase”'])],
  ])('only goes back by a double click, with the second click %s', async (_when, secondClickIsDue) => {
    const page = await shop.open();
    await searchFor(page, 'vase', '1 product for “vase”');
    await page.locator('.card-open').click();
    await untilShown(page, '#product-page h1', ['Vase']);
    await page.locator('#back').click();
    await secondClickIsDue(page);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await untilShown(page, '#heading', ['1 product for “vase”']);
    expect(page.url()).toBe(`${shop.url}/?shop=one&q=vase`);
    await page.goForward();
    await untilShown(page, '#product-page h1', ['Vase']);
  });

  it('opens in a new tab like any link', async () => {
    const page = await shop.open('/?q=vase');
    const opener = page.locator('.card-open').first();
    expect(await opener.getAttribute('href')).toBe('/products/handle-vase?shop=one');
    const [tab] = await Promise.all([page.context().waitForEvent('page'), opener.click({ modifiers: ['Control'] })]);
    await tab.locator('#product-page h1').waitFor();
    expect(await textsOf(page, '#heading')).toEqual(['1 product for “vase”']);
    await tab.close();
  });

  it('is shown in the colour that the search matched', async () => {
    const page = await shop.open('/?q=fjord%20blue%20tent');
    await untilShown(page, '#results .card-title', ['Tent']);
    expect(await page.locator('#results img').getAttribute('src')).toContain('/fjord-blue/');
    await page.locator('.card-open').click();
    await untilShown(page, '#product-page h1', ['Tent']);
    expect(page.url()).toBe(`${shop.url}/products/handle-tent?shop=one&variants.Colour=Fjord+blue`);
    expect(await page.locator(LARGE).getAttribute('src')).toContain('/fjord-blue/');
    expect(await page.getByRole('radio', { name: 'Fjord blue' }).isChecked()).toBe(true);
  });

  it('is shown in the colour of the filter', async () => {
    const page = await shop.open('/?q=tent&variants.Colour=fjord%20blue');
    await untilShown(page, '#results .card-title', ['Tent']);
    expect(await page.locator('#results img').getAttribute('src')).toContain('/fjord-blue/');
  });

  it('shows another colour when it is chosen, and keeps it in the URL', async () => {
    const page = await shop.open('/products/handle-tent?shop=one');
    await untilShown(page, '#product-page h1', ['Tent']);
    expect(await page.getByRole('radio', { name: 'Moss green' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio').count()).toBe(2);
    await page.getByRole('radio', { name: 'Moss green' }).press('ArrowDown');
    expect(await page.locator(LARGE).getAttribute('src')).toContain('/fjord-blue/');
    expect(page.url()).toBe(`${shop.url}/products/handle-tent?shop=one&variants.Colour=Fjord+blue`);
    await page.reload();
    await untilShown(page, '#product-page h1', ['Tent']);
    expect(await page.locator(LARGE).getAttribute('src')).toContain('/fjord-blue/');
  });

  it('is requested again when another colour is chosen, and the request before is aborted', async () => {
    const page = await shop.open('/products/handle-tent?shop=one');
    await untilShown(page, '#product-page h1', ['Tent']);
    await page.evaluate(NO_TIMEOUT);
    // There is no response.
    await page.route(/\/v1\/products\?/, () => undefined);
    const earlier = page.waitForRequest(/\/v1\/products\?/);
    await page.getByRole('radio', { name: 'Moss green' }).press('ArrowDown');
    await earlier;
    await page.getByRole('radio', { name: 'Fjord blue' }).press('ArrowUp');
    await untilAborted(await earlier);
    await page.unroute(/\/v1\/products\?/);
  });

  it('has all its images, one of them large', async () => {
    const page = await shop.open('/products/handle-gallery?shop=one');
    const large = page.locator(LARGE);
    const second = page.getByRole('button', { name: 'Picture 2 of 2' });
    expect(await large.getAttribute('alt')).toBe('Gallery');
    await second.press('Enter');
    expect(await large.getAttribute('alt')).toBe('Gallery, picture 2');
    expect(await second.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate(`document.querySelector('${LARGE}').decode().then(() => true)`)).toBe(true);
  });

  it.each([
    ['Odd address', '/products/a%2Fb%20%3F%26%C3%BC?shop=one'],
    ['No address', '/products/?shop=one&id=nameless'],
  ])('with an unusual handle has a URL, too: %s', async (title, path) => {
    const page = await shop.open();
    await searchFor(page, title, `2 products for “${title}”`);
    await page.locator('.card-open').first().click();
    await untilShown(page, '#product-page h1', [title]);
    expect(page.url()).toBe(shop.url + path);
    await page.reload();
    await untilShown(page, '#product-page h1', [title]);
  });

  it.each(['/products/handle-nothing', '/products/handle-hidden', '/products/?id=hidden', '/products/'])(
    'that the shop does not show leads on to the others: %s',
    async (path) => {
      const page = await shop.open(path);
      await untilShown(page, '#product-page h1', ['This product is no longer available']);
      expect(await page.title()).toBe('This product is no longer available – Shop one');
      await page.getByRole('link', { name: 'All products' }).click();
      await untilShown(page, '#heading', ['New in the shop']);
    },
  );
});
