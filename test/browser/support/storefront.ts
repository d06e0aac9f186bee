/** A storefront for a test file: data, API, indexer, storefront page and a browser; and helpers that read the page. */
import { isDeepStrictEqual } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { createStorefront } from '../../../dev/demo/storefront/server.ts';
import { eventually } from '../../support/service.ts';
import { type Gate, startGate } from './gate.ts';
import { type PageOptions, type ServedPage, servePage } from './page.ts';

export interface Storefront extends Omit<ServedPage, 'newTab'> {
  /** All requests of the page to the API pass through it. */
  readonly gate: Gate;
  /** The tab that all tests of the file share. */
  readonly page: Page;
  /** A token like the page's. */
  readonly token: string;
  /** Opens the page in the shared tab, and resolves when it has loaded. */
  open(path?: string): Promise<Page>;
  /** Opens the page in a new tab, in which `script` runs before the scripts of the page. */
  openWith(script: string, path?: string): Promise<Page>;
}

/** Of the window. The tab that all tests of a file share is wide. */
export const WIDE = { width: 1200, height: 800 };
export const NARROW = { width: 360, height: 740 };

/** The page requests images under this host's `/images/` from the storefront itself. */
const SETTINGS = { IMAGE_DOWNLOAD_BASE_URL: 'http://127.0.0.1/images/' };

/**
 * Starts everything with these documents; each merchant is a shop of the page. `prepare` can insert more before that.
 */
export async function openStorefront(
  documents: PageOptions['documents'],
  prepare: PageOptions['prepare'] = async () => undefined,
): Promise<Storefront> {
  const gate = await startGate();
  const served = await servePage({
    documents,
    prepare,
    apiSettings: SETTINGS,
    async serve(api, service) {
      gate.forwardTo(api.url);
      const shops = await Promise.all(
        (documents.merchants ?? []).map(async ({ _id, name }) => ({
          merchantId: _id as unknown as string,
          name: name as string,
          token: await service.token(_id as unknown as string, 'published'),
        })),
      );
      return createStorefront({ apiUrl: gate.url, shops, imagesFrom: 'generated' });
    },
    context: { locale: 'en-GB', viewport: WIDE },
  });
  const goTo = async (tab: Page, path: string) => {
    await tab.goto(served.url + path);
    await tab.locator('#results[aria-busy="false"], #product-page h1').first().waitFor({ state: 'attached' });
    return tab;
  };
  const page = await served.newTab();

  return {
    ...served,
    gate,
    page,
    token: await served.service.token(documents.merchants?.[0]?._id as unknown as string, 'published'),
    open: (path = '/') => goTo(page, path),
    async openWith(script, path = '/') {
      const tab = await served.newTab();
      await tab.addInitScript(script);
      return goTo(tab, path);
    },
    async close() {
      await served.close();
      await gate.close();
    },
  };
}

/** Gives the window the focus, so that the page sends its request again. */
export const focusWindow = (page: Page): Promise<void> => page.evaluate("dispatchEvent(new Event('focus'))");

/** Gives the window the focus, and resolves when the page shows the response. */
export async function refresh(page: Page): Promise<void> {
  const refreshed = page.waitForResponse((response) => response.url().endsWith('/v1/search'));
  await focusWindow(page);
  await refreshed;
  await page.locator('#results[aria-busy="false"]').waitFor({ state: 'attached' });
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

/** Run in a page, it takes the time limit from its requests, which aborts them, too. */
export const NO_TIMEOUT = 'AbortSignal.timeout = () => new AbortController().signal;';

/** Resolves when the page has aborted the request. */
export async function untilAborted(request: Request): Promise<void> {
  await eventually(
    async () => request.failure(),
    (failure) => failure !== null,
  );
}

/** Toggles the checkbox of a facet value. */
export async function choose(page: Page, label: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^${label} `) }).click();
}
