/** Requests and loads for pages of products. */
import type { Variables } from '../environment/processes.ts';
import type { Run } from '../environment/run.ts';
import { type Service, startServer } from '../environment/service.ts';
import type { Client } from '../load/client.ts';
import { inRotation, type Load, type Request } from '../load/load.ts';

export const PER_PAGE = 100;

/** A server, and the authorization header for a merchant's data there. */
export type Endpoint = Pick<Service, 'url' | 'authorization'>;

export const pagePath = (page: number): string => `/v1/products?page=${page}&perPage=${PER_PAGE}`;

/** Without `encoding`, requests no compression. */
export const pageRequest = ({ authorization }: Endpoint, path: string, encoding = 'identity'): Request => ({
  method: 'GET',
  path,
  headers: { authorization, 'accept-encoding': encoding },
});

export const pagesLoad = (side: Endpoint, name: string, paths: readonly string[], encoding?: string): Load => ({
  name,
  url: side.url,
  requests: inRotation(paths.map((path) => pageRequest(side, path, encoding))),
  expectedStatus: 200,
});

/** The last page that has as many products as the first, because the two are compared. */
export const lastFullPage = ({ productCount }: Service): number => Math.max(1, Math.floor(productCount / PER_PAGE));

const PAGES_IN_ROTATION = 10;

/** The first pages. */
export const firstPaths = (service: Service): string[] =>
  Array.from({ length: Math.min(PAGES_IN_ROTATION, lastFullPage(service)) }, (_page, index) => pagePath(index + 1));

const NO_PAGE_CACHE: Variables = { PAGE_CACHE_BYTES: '0' };

/** Starts a second API without a page cache on the same data, to measure the cost of reads. */
export async function withoutPageCache(run: Run, service: Service): Promise<Service> {
  const { url, processId } = await startServer(run, 'src/main.js', { ...service.variables, ...NO_PAGE_CACHE });
  return { ...service, url, processIds: { ...service.processIds, API: processId } };
}

const STATUS_WITHIN_MS = 10_000;

/**
 * Repeats a request until its status changes from `before` to `after`. Resolves to the time from the call until then,
 * in ms. Throws for any other status, and after 10 s.
 */
export async function timeUntilStatus(
  client: Client,
  request: Request,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const { status } = await client.send(request);
    const tookMs = performance.now() - startedMs;
    if (status === after) return tookMs;
    if (status !== before || tookMs > STATUS_WITHIN_MS)
      throw new Error(`${request.path} got status ${status} ${tookMs.toFixed(0)} ms after the write, not ${after}`);
  }
}
