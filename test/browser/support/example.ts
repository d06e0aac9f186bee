/** The InstantSearch example for a test file: data, indexer, API, the page on another origin, and a browser. */
import type { Page } from 'playwright-core';
import { createStorefront } from '../../../dev/demo/storefront/server.ts';
import { type PageOptions, type ServedPage, servePage } from './page.ts';

const VIEWPORT = { width: 1200, height: 800 };

export interface Example extends Omit<ServedPage, 'newTab'> {
  /** The bodies of the searches since the page was opened. */
  readonly searches: Record<string, unknown>[];
  /**
   * Opens the page in the tab that all tests of the file share, and resolves when it shows results. `prepare` may
   * intercept requests: the tab has no route of an earlier test.
   */
  open(path?: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
}

/** Starts everything with these documents; the page shows `merchantId`. */
export async function openExample(documents: PageOptions['documents'], merchantId: string): Promise<Example> {
  const served = await servePage({
    documents,
    apiSettings: { CORS_ORIGINS: '*' },
    async serve(api, service) {
      const shops = [{ merchantId, name: 'Shop', token: await service.token(merchantId, 'published') }];
      return createStorefront({ apiUrl: api.url, shops, imagesFrom: 'none' });
    },
    context: { locale: 'en-GB', viewport: VIEWPORT },
  });
  const searches: Example['searches'] = [];
  const page = await served.newTab();
  page.on('request', (request) => {
    if (request.method() === 'POST') searches.push(request.postDataJSON());
  });

  return {
    ...served,
    searches,
    async open(path = '/instantsearch', prepare = async () => undefined) {
      // The viewport and the routes of an earlier test.
      await page.setViewportSize(VIEWPORT);
      await page.unrouteAll();
      // Ends the searches of the page before. In a page of another origin, the browser would start another process.
      await page.goto(`${served.url}/shops.json`);
      searches.length = 0;
      await prepare(page);
      await page.goto(served.url + path);
      await page.locator('.ais-Hits, .ais-InfiniteHits').first().waitFor({ state: 'attached' });
      return page;
    },
  };
}
