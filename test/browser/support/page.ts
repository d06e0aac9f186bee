/** A page for a test file: data, API, indexer, the server of the page, and a browser. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Variables } from '../../../dev/processes/launcher.ts';
import { insert } from '../../support/fixtures.ts';
import { createService, type RunningApi, type TestService } from '../../support/service.ts';
import { startBrowser } from './chromium.ts';

export interface ServedPage {
  readonly service: TestService;
  readonly api: RunningApi;
  /** The origin of the page. */
  readonly url: string;
  /** The script errors of all tabs so far. */
  readonly scriptErrors: string[];
  newTab(): Promise<Page>;
  close(): Promise<void>;
}

export interface PageOptions {
  readonly documents: Parameters<typeof insert>[1];
  /** Inserts more before the indexer starts. */
  readonly prepare?: (service: TestService) => Promise<void>;
  readonly apiSettings?: Variables;
  /** Creates the server of the page. */
  readonly serve: (api: RunningApi, service: TestService) => Promise<RequestListener>;
  readonly context?: BrowserContextOptions;
}

/** Starts everything. Ends all of it if something doesn't start. */
export async function servePage({ documents, prepare, apiSettings, serve, context }: PageOptions): Promise<ServedPage> {
  const [service, browser] = await Promise.all([createService({ withIndexes: false }), startBrowser()]);
  const server = createServer();

  async function close(): Promise<void> {
    await browser.close();
    server.close();
    server.closeAllConnections();
    await service.stop();
  }

  async function start() {
    await insert(service.catalogue, documents);
    await prepare?.(service);
    const [api] = await Promise.all([service.startApi(apiSettings), service.startIndexer()]);
    server.on('request', withCachedFiles(await serve(api, service)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { api, tabs: await browser.newContext(context) };
  }

  const { api, tabs } = await start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const scriptErrors: string[] = [];

  return {
    service,
    api,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scriptErrors,
    async newTab() {
      const tab = await tabs.newPage();
      tab.on('pageerror', (error) => scriptErrors.push(String(error)));
      return tab;
    },
    close,
  };
}

/**
 * The browser caches the scripts and styles of the page. The storefront has it revalidate them: some sixty requests each
 * time that a test opens the page, and 40 % of the CPU time that this takes.
 */
function withCachedFiles(serve: RequestListener): RequestListener {
  return (request, response) => {
    const { setHeader } = response;
    if (/\.(?:css|js)$/.test(request.url ?? ''))
      response.setHeader = (name, value) =>
        setHeader.call(response, name, name === 'Cache-Control' ? 'max-age=3600' : value);
    serve(request, response);
  };
}
