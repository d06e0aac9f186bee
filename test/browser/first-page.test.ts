/** The page of docs/storefront.md, as it is printed there: it works, is accessible, and fits a phone. */
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PROJECT } from '../../dev/project.ts';
import { collection, membership, product, shop } from '../support/fixtures.ts';
import { violationsOf } from './support/axe.ts';
import { bundleForPage } from './support/bundle.ts';
import { describeInBrowser } from './support/chromium.ts';
import { type ServedPage, servePage } from './support/page.ts';
import { untilShown } from './support/storefront.ts';

/** Eight pages of results. */
const PRODUCTS = Array.from({ length: 150 }, (_each, index) =>
  product(`t${index}`, 'one', {
    subtitle: '',
    description: '',
    title: index === 0 ? 'Lamp' : `Tent ${index}`,
    price: index,
    images: [],
  }),
);
const DOCUMENTS = {
  ...shop('one'),
  products: PRODUCTS,
  collections: [collection('c', 'one', { name: 'Tents' })],
  memberships: PRODUCTS.map(({ _id: id }) => membership('c', id, 'one')),
};
const STATS = '.ais-Stats-text';
/** What the theme does to the numbers of pages: a row of wide links. */
const THEME = `
  .ais-Pagination-list { display: flex; padding: 0; list-style: none }
  .ais-Pagination-link { display: inline-flex; padding: 0 1rem; font-size: 0.875rem }
`;

/** The page and its script, with these in place of the address and the token. */
async function tenMinutesPage(apiUrl: string, token: string): Promise<RequestListener> {
  const text = await readFile(join(PROJECT, 'docs/storefront.md'), 'utf8');
  const [, html = ''] = /^```html\n(.*?)^```$/ms.exec(text) ?? [];
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(text) ?? [];
  const script = await bundleForPage({
    stdin: {
      contents: code.replace('http://127.0.0.1:3000', apiUrl).replace('cat_pk_…', token),
      loader: 'ts',
      resolveDir: PROJECT,
    },
    alias: { '@merchant-catalogue/client': join(PROJECT, 'client/src/index.ts') },
  });
  return ({ url = '' }, response) => {
    const [type, content] = url.endsWith('.css')
      ? ['text/css', THEME]
      : url.endsWith('.ts')
        ? ['text/javascript', script]
        : ['text/html', html];
    response.setHeader('Content-Type', type).end(content);
  };
}

describeInBrowser('the page of ten minutes', () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await servePage({
      documents: DOCUMENTS,
      apiSettings: { CORS_ORIGINS: '*' },
      serve: async (api, service) => tenMinutesPage(api.url, await service.token('one', 'published')),
    });
    page = await served.newTab();
    await page.goto(served.url);
    await untilShown(page, STATS, ['150 results']);
  });
  afterAll(() => served?.close());

  test('axe-core finds no violations', async () => {
    expect(await violationsOf(page)).toEqual([]);
  });

  test('the bounds of the price have names', async () => {
    await page.getByRole('spinbutton', { name: 'Lowest price' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Highest price' }).waitFor();
  });

  test.each([320, 390, 1280])('fits %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 844 });
    const selected = page.locator('.ais-Pagination-item--selected');
    const number = await selected.innerText();
    await page.locator('.ais-Pagination-item--nextPage a').click();
    await selected.filter({ hasText: String(Number(number) + 1) }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

  test('a search', async () => {
    await page.locator('.ais-SearchBox-input').fill('lamp');
    await untilShown(page, STATS, ['1 result']);
    expect(served.scriptErrors).toEqual([]);
  });
});
