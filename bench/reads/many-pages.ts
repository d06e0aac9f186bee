/** Requests for many distinct pages of all merchants. */
import { merchantsBySize } from '../environment/catalogue.ts';
import type { Run } from '../environment/run.ts';
import { authorizationFor, type Service } from '../environment/service.ts';
import type { Request } from '../load/load.ts';
import { shuffled } from '../load/shuffled.ts';
import { PER_PAGE, pagePath, pageRequest } from './pages.ts';

const SEED = 11;
/** Further orders of the same products, for catalogues with too few pages. */
const ORDERS = ['', ...['title', 'price', 'updatedAt', 'handle', 'quantity'].flatMap(bothWays)];

function bothWays(sortBy: string): string[] {
  return ['asc', 'desc'].map((sortOrder) => `&sortBy=${sortBy}&sortOrder=${sortOrder}`);
}

/**
 * Resolves to at most `count` distinct pages, shuffled. Each merchant has a share according to its number of products.
 */
export async function manyPages(run: Run, service: Service, count: number): Promise<Request[]> {
  const firstOrder: Request[] = [];
  const otherOrders: Request[] = [];
  for (const { _id, products } of await merchantsBySize(service.catalogue)) {
    const side = { ...service, authorization: await authorizationFor(run, service.variables, _id) };
    for (let page = 1; page <= Math.ceil(products / PER_PAGE); page += 1) {
      for (const order of ORDERS) {
        const requests = order === '' ? firstOrder : otherOrders;
        requests.push(pageRequest(side, pagePath(page) + order));
      }
    }
  }
  return shuffled([...shuffled(firstOrder, SEED), ...shuffled(otherOrders, SEED)].slice(0, count), SEED);
}
