/** The InstantSearch example for a test file: data, indexer, API, the page on another origin, and a browser. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { createStorefront } from '../../../dev/storefront/server.ts';
import { insert } from '../../support/fixtures.ts';
import { createService, type RunningApi, type TestService } from '../../support/service.ts';
import { startBrowser } from './chromium.ts';

const VIEWPORT = { width: 1200, height: 800 };

export interface Example {
  readonly service: TestService;
  readonly api: RunningApi;
  /** The origin of the page. */
  readonly url: string;
  /** The bodies of the searches since the page was opened. */
  readonly searches: Record<string, unknown>[];
  /** The script errors of all pages so far. */
  readonly scriptErrors: string[];
  /**
   * Opens the page in the tab that all tests of the file share, and resolves when it shows results. `prepare` may
   * intercept requests: the tab has no route of an earlier test.
   */
  open(path?: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
  close(): Promise<void>;
}

/** Starts everything with these documents; the page shows `merchantId`. */
export async function openExample(documents: Parameters<typeof insert>[1], merchantId: string): Promise<Example> {
  const [service, browser] = await Promise.all([createService({ withIndexes: false }), startBrowser()]);
  await insert(service.catalogue, documents);
  const [api, token] = await Promise.all([
    service.startApi({ CORS_ORIGINS: '*' }),
    service.token(merchantId, 'published'),
    service.startIndexer(),
  ]);
  const shops = [{ merchantId, name: 'Shop', token }];
  const server = createServer(createStorefront({ apiUrl: api.url, shops, imagesFrom: 'none' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext({ locale: 'en-GB', viewport: VIEWPORT });
  const searches: Example['searches'] = [];
  const scriptErrors: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => scriptErrors.push(String(error)));
  page.on('request', (request) => {
    if (request.method() === 'POST') searches.push(request.postDataJSON());
  });

  return {
    service,
    api,
    url,
    searches,
    scriptErrors,
    async open(path = '/instantsearch', prepare = async () => undefined) {
      // The viewport and the routes of an earlier test.
      await page.setViewportSize(VIEWPORT);
      await page.unrouteAll();
      // Ends the searches of the page before.
      await page.goto('about:blank');
      searches.length = 0;
      await prepare(page);
      await page.goto(url + path);
      await page.locator('.ais-Hits, .ais-InfiniteHits').first().waitFor({ state: 'attached' });
      return page;
    },
    async close() {
      await browser.close();
      server.close();
      server.closeAllConnections();
      await service.stop();
    },
  };
}
