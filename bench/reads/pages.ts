/** Pages of lists as loads. */
import { inRotation, type Load, type Request } from '../support/load.ts';
import type { Variables } from '../support/processes.ts';
import type { Run } from '../support/run.ts';
import { type Service, startServer } from '../support/service.ts';

export const PER_PAGE = 100;

/** Whoever answers, and the header that opens a merchant's data there. */
export type Side = Pick<Service, 'url' | 'authorization'>;

export const pagePath = (page: number, perPage = PER_PAGE): string => `/v1/products?page=${page}&perPage=${perPage}`;

/** Asked for without compression where nothing else is said. */
export const pageRequest = ({ authorization }: Side, path: string, encoding = 'identity'): Request => ({
  method: 'GET',
  path,
  headers: { authorization, 'accept-encoding': encoding },
});

export const pagesLoad = (side: Side, name: string, paths: readonly string[], encoding?: string): Load => ({
  name,
  url: side.url,
  requests: inRotation(paths.map((path) => pageRequest(side, path, encoding))),
  expectedStatus: 200,
});

/** A last page of few products would be no match for the first. */
export const lastFullPage = ({ productCount }: Service): number => Math.max(1, Math.floor(productCount / PER_PAGE));

const PAGES_IN_ROTATION = 10;

/** The first pages. */
export const firstPaths = (service: Service): string[] =>
  Array.from({ length: Math.min(PAGES_IN_ROTATION, lastFullPage(service)) }, (_page, index) => pagePath(index + 1));

const NOTHING_KEPT: Variables = { PAGE_CACHE_BYTES: '0' };

/** Starts a second API on the same data that keeps no page: what reading costs shows only there. */
export async function withoutPageCache(run: Run, service: Service): Promise<Service> {
  const { url, processId } = await startServer(run, 'src/main.js', { ...service.variables, ...NOTHING_KEPT });
  return { ...service, url, processIds: { ...service.processIds, API: processId } };
}
