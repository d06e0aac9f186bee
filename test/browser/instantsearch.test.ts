/** The InstantSearch example, with the real library, a `published` token, and an API on another origin. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PROJECT } from '../../dev/project.ts';
import { collection, membership, product, shop } from '../support/fixtures.ts';
import { eventually } from '../support/service.ts';
import { violationsOf } from './support/axe.ts';
import { describeInBrowser } from './support/chromium.ts';
import { type Example, openExample } from './support/example.ts';
import { textsOf, untilShown } from './support/storefront.ts';

const HOSTILE = 'Tarp <img src=x onerror="window.hacked=1"> & "pegs"';
const bare = { subtitle: '', description: '', barcode: '', inventory: { tracked: true }, images: [] };

/** 30 tents priced from 10 to 300, in three colours; every third of cotton, every fifth sold out. */
const TENTS = Array.from({ length: 30 }, (_each, index) =>
  product(`t${index + 1}`, 'one', {
    ...bare,
    title: `Tent ${index + 1}`,
    price: (index + 1) * 10,
    quantity: index % 5 === 0 ? 0 : 3,
    variants: [{ key: 'Colour', value: ['Red', 'Blue', 'Green'][index % 3] }],
    specifications: { Material: index % 3 === 0 ? 'Cotton' : 'Nylon' },
    createdAt: new Date(Date.UTC(2026, 0, index + 1)),
  }),
);
const DOCUMENTS = {
  ...shop('one'),
  searchRules: [{ _id: 'pin', merchantId: 'one', query: 'zorbing', pinned: ['lamp'] }],
  products: [
    ...TENTS,
    product('lamp', 'one', { ...bare, title: 'Lamp', price: 5, variants: [], specifications: { Material: 'Steel' } }),
    product('tarp', 'one', {
      ...bare,
      title: HOSTILE,
      price: 7,
      variants: [],
      specifications: {},
      currency: 'euros',
    }),
    product('secret', 'one', { ...bare, title: 'Tent to come', status: 'draft', specifications: { Material: 'Silk' } }),
  ],
  collections: [
    collection('c-small', 'one', { name: 'Small tents' }),
    collection('c-large', 'one', { name: 'Large tents' }),
    collection('c-hidden', 'one', { name: 'Not yet', status: 'draft' }),
  ],
  memberships: TENTS.flatMap(({ _id: id }, index) => [
    membership(index < 20 ? 'c-small' : 'c-large', id, 'one'),
    membership('c-hidden', id, 'one'),
  ]),
};

const TITLES = '.ais-Hits-item h3, .ais-InfiniteHits-item h3';
const LABEL_OR_COUNT =
  ':is(.ais-RefinementList-labelText, .ais-Menu-label, .ais-RefinementList-count, .ais-Menu-count)';
const STATS = '.ais-Stats-text';

describeInBrowser('the example on InstantSearch', () => {
  let example: Example;
  let page: Page;

  beforeAll(async () => {
    example = await openExample(DOCUMENTS, 'one');
  });
  afterEach(() => {
    expect(example.scriptErrors.splice(0)).toEqual([]);
  });
  afterAll(() => example?.close());

  /** Resolves when the page shows this number of results. */
  const untilFound = (count: string) => page.locator(STATS, { hasText: new RegExp(`^${count} results?$`) }).waitFor();
  const items = (selector: string) => textsOf(page, selector);
  /** The values of a facet with their counts, in order. */
  const facet = async (container: string, state = '') => {
    const parts = await items(
      `${container} :is(.ais-RefinementList-item${state}, .ais-Menu-item${state}) ${LABEL_OR_COUNT}`,
    );
    return parts.flatMap((part, index) => (index % 2 === 0 ? [`${part} ${parts[index + 1]}`] : []));
  };
  const type = (text: string) => page.locator('#searchbox input').fill(text);
  /** Opens the page with a changed script. */
  const openChanged = async (change: (script: string) => string) => {
    const body = change(await readFile(join(PROJECT, 'dev/demo/storefront/instantsearch.js'), 'utf8'));
    return example.open('/instantsearch', (tab) =>
      tab.route('**/instantsearch/instantsearch.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body }),
      ),
    );
  };

  test('hits, newest first, and the numbers of a published token', async () => {
    page = await example.open();
    await untilFound('32');
    expect(await items(TITLES)).toHaveLength(12);
    expect(await facet('#collection')).toEqual(['Small tents 20', 'Large tents 10']);
    expect(await facet('#material')).toEqual(['Nylon 20', 'Cotton 10', 'Steel 1']);
    expect(await page.content()).not.toMatch(/to come|Silk|Not yet|c-hidden/);
  });

  test('axe-core finds no violations, and the page fits a phone', async () => {
    page = await example.open('/instantsearch?products[refinementList][collection][0]=c-small');
    await untilFound('20');
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  test('searchBox: hits with highlighted matches, and one button that clears it', async () => {
    page = await example.open();
    await type('tent 7');
    await untilShown(page, '.ais-Hits-item:first-child mark', ['Tent', '7']);
    // The button that clears the box takes some of its width; a search that takes longer hides it.
    await page.locator('#searchbox .ais-SearchBox-reset').waitFor();
    // Where the browser would have its own.
    const box = page.locator('#searchbox input');
    const { width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    await box.click({ position: { x: width - 17, y: height / 2 } });
    expect(await box.inputValue()).toBe('tent 7');
    await page.locator(`${TITLES} >> text=Tent 7`).first().waitFor();
  });

  test('markup in a title is shown as text, highlights too', async () => {
    page = await example.open();
    await type('tarp pegs');
    await untilFound('1');
    await untilShown(page, TITLES, [HOSTILE]);
    expect(await items(`${TITLES} >> mark`)).toEqual(['Tarp', 'pegs']);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  test('a product that is pinned for a query without matches is counted', async () => {
    page = await example.open('/instantsearch?products[query]=zorbing');
    await untilFound('1');
    expect(await items(TITLES)).toEqual(['Lamp']);
  });

  test('a currency that is no code is shown as it is', async () => {
    page = await example.open('/instantsearch?products[sortBy]=products/price/asc');
    await untilShown(page, '.ais-Hits-item:nth-child(-n+2) p', ['€5.00', '7 euros']);
    expect(await items('.ais-Pagination-item--page')).toEqual(['1', '2', '3']);
  });

  test('a product without images has no broken one', async () => {
    page = await example.open();
    await untilFound('32');
    expect(await page.evaluate(`document.querySelector('#hits img').decode().then(() => 'shown')`)).toBe('shown');
  });

  test('nothing found', async () => {
    page = await example.open();
    await type('<xyzzyqwv>');
    await page.locator('text=Nothing found for “<xyzzyqwv>”').waitFor();
  });

  test('a long word fits a phone, as the query and as the value of a filter', async () => {
    const long = 'x'.repeat(300);
    page = await example.open(`/instantsearch?products[query]=${long}&products[menu][variants.Colour]=${long}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator(`text=Nothing found for “${long}”`).waitFor();
    await page.locator('.ais-CurrentRefinements-item', { hasText: long }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });

  test('nothing matches the filters', async () => {
    page = await example.open('/instantsearch?products[range][price]=100000:');
    await page.locator('text=No product matches all filters.').waitFor();
    await page.getByRole('spinbutton', { name: 'Lowest price' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Highest price' }).waitFor();
  });

  test('refinementList: the other values keep their counts, with a single request', async () => {
    page = await example.open();
    await untilFound('32');
    example.searches.length = 0;
    await page.locator('#collection label', { hasText: 'Large tents' }).click();
    await untilFound('10');
    expect(await facet('#collection')).toEqual(['Large tents 10', 'Small tents 20']);
    expect(await facet('#material')).toEqual(['Nylon 7', 'Cotton 3']);
    expect(example.searches).toHaveLength(1);
    await page.locator('#collection label', { hasText: 'Small tents' }).click();
    await untilFound('30');
  });

  test('refinementList of a specification, with a collection and a search in its values', async () => {
    page = await example.open();
    await page.locator('#material .ais-SearchBox-input').fill('ÓTT');
    await page.locator('#material mark').waitFor();
    expect(await facet('#material')).toEqual(['Cotton 10']);
    expect(await items('#material mark')).toEqual(['ott']);
    await page.locator('#material label', { hasText: 'Cotton' }).click();
    await untilFound('10');
    example.searches.length = 0;
    await page.locator('#collection label', { hasText: 'Small tents' }).click();
    await untilFound('7');
    expect(await facet('#material')).toEqual(['Cotton 7', 'Nylon 13']);
    expect(example.searches).toMatchObject([
      { filter: { collection: ['c-small'], specifications: { Material: ['Cotton'] } } },
    ]);
  });

  test('menu', async () => {
    page = await example.open();
    await untilFound('32');
    expect(await facet('#colour')).toEqual(['Blue 10', 'Green 10', 'Red 10']);
    example.searches.length = 0;
    await page.locator('#colour a', { hasText: 'Green' }).click();
    await untilFound('10');
    expect(example.searches).toHaveLength(1);
    expect(await facet('#colour')).toEqual(['Green 10', 'Blue 10', 'Red 10']);
    expect(await facet('#colour', '--selected')).toEqual(['Green 10']);
    await page.locator('#colour a', { hasText: 'Green' }).click();
    await untilFound('32');
  });

  test('rangeInput: the price range of the results, and products within the typed bounds', async () => {
    page = await example.open();
    await untilFound('32');
    expect(await page.locator('#price input').first().getAttribute('placeholder')).toBe('5');
    expect(await page.locator('#price input').last().getAttribute('placeholder')).toBe('300');
    await page.locator('#price input').first().fill('100');
    await page.locator('#price input').last().fill('200');
    await page.locator('#price button').click();
    await untilFound('11');
    expect(await page.locator('#price input').first().getAttribute('placeholder')).toBe('5');
  });

  test('toggleRefinement', async () => {
    page = await example.open();
    await untilFound('32');
    await page.locator('#stock input').check();
    await untilFound('26');
    await page.locator('#stock input').uncheck();
    await untilFound('32');
  });

  test('sortBy', async () => {
    page = await example.open();
    await page.locator('#order select').selectOption('products/price/asc');
    const cheapest = Array.from({ length: 10 }, (_each, index) => `Tent ${index + 1}`);
    await untilShown(page, TITLES, ['Lamp', HOSTILE, ...cheapest]);
    await page.locator('#order select').selectOption('products/price/desc');
    await page.locator(`.ais-Hits-item:first-child >> text=Tent 30`).waitFor();
  });

  test('pagination, the URL, back, and a reload', async () => {
    page = await example.open();
    await page.locator('#order select').selectOption('products/price/asc');
    await page.locator('.ais-Hits-item:first-child >> text=Lamp').waitFor();
    // InstantSearch writes its URL after a moment, and changes within that have one entry of the history.
    await page.waitForURL(/sortBy/);
    await page.locator('.ais-Pagination a', { hasText: /^3$/ }).click();
    await page.locator('.ais-Hits-item:first-child >> text=Tent 23').waitFor();
    expect(await items(TITLES)).toHaveLength(8);
    await page.waitForURL(/products%5Bpage%5D=3|page/);
    await page.reload();
    await page.locator('.ais-Hits-item:first-child >> text=Tent 23').waitFor();
    expect(await items('.ais-Pagination-item--selected')).toEqual(['3']);
    await page.goBack();
    await page.locator('.ais-Hits-item:first-child >> text=Lamp').waitFor();
  });

  test('routing: a URL with all refinements', async () => {
    const state = {
      'products[query]': 'tent',
      'products[refinementList][collection][0]': 'c-small',
      'products[refinementList][specifications.Material][0]': 'cotton',
      'products[menu][variants.Colour]': 'Red',
      'products[range][price]': '50:150',
      'products[toggle][inStock]': 'true',
      'products[sortBy]': 'products/price/desc',
    };
    page = await example.open(`/instantsearch?${new URLSearchParams(state)}`);
    await untilFound('3');
    // A value that the URL spells differently stays chosen.
    expect(await facet('#material')).toEqual(['cotton 3']);
    expect(await items('#current li')).toEqual([
      'Collection: Small tents✕',
      'Material: cotton✕',
      'Colour: Red✕',
      'Price: ≥ 50✕ ≤ 150✕',
    ]);
    expect(await items(TITLES)).toEqual(['Tent 13', 'Tent 10', 'Tent 7']);
    expect(example.searches).toHaveLength(1);
    expect(await page.locator('#searchbox input').inputValue()).toBe('tent');
  });

  test('a URL of a collection in which nothing is found shows its name', async () => {
    page = await example.open(
      '/instantsearch?products[query]=xyzzyqwv&products[refinementList][collection][0]=c-small',
    );
    await untilFound('0');
    expect(await facet('#collection')).toEqual(['Small tents 0']);
  });

  test('clearRefinements', async () => {
    page = await example.open('/instantsearch?products[toggle][inStock]=true&products[range][price]=50:150');
    await untilFound('9');
    await page.locator('.ais-ClearRefinements-button').click();
    await untilFound('32');
  });

  test('a URL of a page beyond the last possible one shows no results', async () => {
    page = await example.open('/instantsearch?products[page]=200');
    await untilFound('32');
    expect(await items(TITLES)).toEqual([]);
    expect(await items('#hits')).toEqual(['There are fewer pages.']);
  });

  test('a URL of a longer query than the API accepts finds what the beginning of it finds', async () => {
    page = await example.open(`/instantsearch?${new URLSearchParams({ 'products[query]': 'tent '.repeat(120) })}`);
    await untilFound('30');
  });

  test('infiniteHits', async () => {
    page = await openChanged((script) =>
      script.replace('  hits,', '  infiniteHits,').replace('  hits({', '  infiniteHits({'),
    );
    const more = page.locator('.ais-InfiniteHits-loadMore');
    for (const count of [24, 32]) {
      await more.click();
      await eventually(
        () => page.locator('.ais-InfiniteHits-item').count(),
        (shown) => shown === count,
      );
    }
    expect(await more.isDisabled()).toBe(true);
    expect(new Set(await items(TITLES)).size).toBe(32);
  });

  test('an error of the API is shown in the page until the next search works, by Enter or another text', async () => {
    page = await example.open();
    await untilFound('32');
    const refuse = {
      status: 500,
      headers: { 'access-control-allow-origin': '*' },
      json: { code: 'internal', detail: 'Oh no' },
    };
    await page.route('**/v1/search', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refuse) : route.continue(),
    );
    const logged = page.waitForEvent('console', (message) => message.text().includes('CatalogueError: Oh no'));
    await type('lamp');
    await page.locator('text=The search failed').waitFor();
    await logged;
    await page.unroute('**/v1/search');
    // InstantSearch itself wouldn't search again for the same text.
    await page.locator('#searchbox input').press('Enter');
    await untilShown(page, TITLES, ['Lamp']);
    await page.locator('text=The search failed').waitFor({ state: 'detached' });
    await type('tarp');
    await untilShown(page, TITLES, [HOSTILE]);
  });

  test('an API that does not respond is an error, too', async () => {
    page = await openChanged((script) =>
      script.replace('timeout(RESPONSE_TIMEOUT_MS)', 'timeout(window.limitMs ?? RESPONSE_TIMEOUT_MS)'),
    );
    await untilFound('32');
    await page.evaluate('window.limitMs = 500');
    await page.route('**/v1/search', () => undefined);
    await type('tent');
    await page.locator('#error >> text=The search failed').waitFor();
  });
});
