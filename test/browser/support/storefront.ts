/** A storefront for a test file: data, API, indexer, storefront page and a browser; and helpers that read the page. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { createStorefront } from '../../../dev/storefront/server.ts';
import { insert } from '../../support/fixtures.ts';
import { createService, eventually, type RunningApi, type TestService } from '../../support/service.ts';
import { startBrowser } from './chromium.ts';
import { type Gate, startGate } from './gate.ts';

export interface Storefront {
  readonly service: TestService;
  readonly api: RunningApi;
  /** All requests of the page to the API pass through it. */
  readonly gate: Gate;
  readonly url: string;
  /** The tab that all tests of the file share. */
  readonly page: Page;
  /** A token like the page's. */
  readonly token: string;
  /** Opens the page in the shared tab, and resolves when it has loaded. */
  open(path?: string): Promise<Page>;
  /** Opens the page in a new tab, in which `script` runs before the scripts of the page. */
  openWith(script: string, path?: string): Promise<Page>;
  /** The script errors of all pages so far. */
  readonly scriptErrors: readonly string[];
  close(): Promise<void>;
}

/** The page requests images under this host's `/images/` from the storefront itself. */
const SETTINGS = { IMAGE_DOWNLOAD_BASE_URL: 'http://127.0.0.1/images/' };

/**
 * Starts everything with these documents; each merchant is a shop of the page. `prepare` can insert more before that.
 */
export async function openStorefront(
  documents: Parameters<typeof insert>[1],
  prepare: (service: TestService) => Promise<void> = async () => undefined,
): Promise<Storefront> {
  const [service, browser] = await Promise.all([createService({ withIndexes: false }), startBrowser()]);
  await insert(service.catalogue, documents);
  await prepare(service);
  const [api] = await Promise.all([service.startApi(SETTINGS), service.startIndexer()]);
  const gate = await startGate(api.url);
  const shops = await Promise.all(
    (documents.merchants ?? []).map(async ({ _id, name }) => ({
      merchantId: _id as unknown as string,
      name: name as string,
      token: await service.token(_id as unknown as string, 'published'),
    })),
  );
  const server = createServer(createStorefront({ apiUrl: gate.url, shops, imagesFrom: 'generated' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scriptErrors: string[] = [];
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1200, height: 800 } });
  const newTab = async () => {
    const tab = await context.newPage();
    tab.on('pageerror', (error) => scriptErrors.push(String(error)));
    return tab;
  };
  const goTo = async (tab: Page, path: string) => {
    await tab.goto(url + path);
    await tab.locator('#results[aria-busy="false"], #product-page h1').first().waitFor({ state: 'attached' });
    return tab;
  };
  const page = await newTab();

  return {
    service,
    api,
    gate,
    url,
    page,
    token: shops[0]?.token ?? '',
    scriptErrors,
    open: (path = '/') => goTo(page, path),
    async openWith(script, path = '/') {
      const tab = await newTab();
      await tab.addInitScript(script);
      return goTo(tab, path);
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
      await gate.close();
      await service.stop();
    },
  };
}

/** The texts of the visible elements, in order. */
export async function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  const texts = await page.locator(selector).filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/**
 * Resolves when the visible elements have exactly these texts, in order. Throws after the time limit of `eventually`.
 */
export async function untilShown(page: Page, selector: string, texts: readonly string[]): Promise<void> {
  await eventually(
    () => textsOf(page, selector),
    (shown) => isDeepStrictEqual(shown, texts),
  );
}

/** Resolves when the element with this text, or with this id if it has no text, has the focus. */
export async function untilFocused(page: Page, name: string): Promise<void> {
  const focused = `(({ id, innerText }) => innerText.trim() || id)(document.activeElement)`;
  await eventually(
    () => page.evaluate(focused),
    (found) => found === name,
  );
}

/**
 * Resolves when the API answers a page's request with a product at this price. A page that gets the focus sends only one
 * request, and full products are cached apart from the reduced ones of other searches: until the change stream reports
 * the write, only a product that isn't cached has the new price.
 */
export async function untilPriced({ api, token }: Storefront, query: string, price: number): Promise<void> {
  await eventually(
    () => api.request('/v1/search', { token, json: { query, products: 'full' } }),
    ({ body }) => body.data?.some((found: { product: { price?: number } }) => found.product.price === price),
  );
}

/**
 * Types into the search box, closes its list by Enter, and resolves when the page shows the results under `heading`.
 */
export async function searchFor(page: Page, text: string, heading: string): Promise<void> {
  await page.locator('#query').fill(text);
  await page.locator('#query').press('Enter');
  await untilShown(page, '#heading', [heading]);
}

/** Toggles the checkbox of a facet value. */
export async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^${label} `) }).click();
}
