/** A whole shop for a test file: engines' data, API, indexer, storefront and a browser; and what tests see of its page. */
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
  /** Every request of the page to the API passes it. */
  readonly gate: Gate;
  readonly url: string;
  /** The tab that all tests of the file share. */
  readonly page: Page;
  /** A token as the page has it. */
  readonly token: string;
  /** Opens the page anew, in the shared tab. Resolves when it shows something. */
  open(path?: string): Promise<Page>;
  /** Opens the page in a tab of its own, in which `script` runs before those of the page. */
  openWith(script: string, path?: string): Promise<Page>;
  /** What went wrong in the scripts of the pages so far. */
  readonly scriptErrors: readonly string[];
  close(): Promise<void>;
}

/** Pictures at this host's `/images/` are asked for from the storefront itself. */
const SETTINGS = { IMAGE_DOWNLOAD_BASE_URL: 'http://127.0.0.1/images/' };

/** Starts everything on these documents; each merchant is a shop of the page. `prepare` can store more before that. */
export async function openStorefront(
  documents: Parameters<typeof insert>[1],
  prepare: (service: TestService) => Promise<void> = async () => undefined,
): Promise<Storefront> {
  const [service, browser] = await Promise.all([createService(), startBrowser()]);
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

/** The texts of the elements that are shown, in order. */
export async function textsOf(page: Page, selector: string): Promise<readonly string[]> {
  const texts = await page.locator(selector).filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Resolves when the page shows elements with these texts, in this order, and no others. Throws when it does not in time. */
export async function untilShown(page: Page, selector: string, texts: readonly string[]): Promise<void> {
  await eventually(
    () => textsOf(page, selector),
    (shown) => isDeepStrictEqual(shown, texts),
  );
}

/** Resolves when the keyboard's place is the element with this text, or this id where it has no text. */
export async function untilFocused(page: Page, name: string): Promise<void> {
  const focused = `(({ id, innerText }) => innerText.trim() || id)(document.activeElement)`;
  await eventually(
    () => page.evaluate(focused),
    (found) => found === name,
  );
}

/**
 * Resolves when the API tells this price of what it finds: a change in MongoDB comes to it in moments, and a page that gets the
 * focus asks once.
 */
export async function untilPriced({ api, token }: Storefront, query: string, price: number): Promise<void> {
  await eventually(
    () => api.request('/v1/products/search', { token, json: { query } }),
    ({ body }) => Array.isArray(body) && body.some((found) => found.product.price === price),
  );
}

/**
 * Types into the search box, closes its list by Enter, and resolves when the page shows what was found: `heading` is what it
 * says of it.
 */
export async function searchFor(page: Page, text: string, heading: string): Promise<void> {
  await page.locator('#query').fill(text);
  await page.locator('#query').press('Enter');
  await untilShown(page, '#heading', [heading]);
}

/** Ticks the box of a facet's value, or the other way round. */
export async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^${label} `) }).click();
}
