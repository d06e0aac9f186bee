/** `GET /v1/products`: a page of the token merchant's products, or of one of its collections. `GET /v1/products/{id}`: one of them. */
import type { RequestHandler } from 'express';
import { INCLUDED_IN_PRODUCT } from '../cache/cache-tags.ts';
import { pageOf } from '../cache/page.ts';
import { scopeOf } from '../http/context.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { listPage } from '../http/list-page.ts';
import { type ListDependencies, listRoute, type ReadPage } from '../http/list-route.ts';
import { sendPage } from '../http/respond.ts';
import { ClientDisconnected } from '../runtime/concurrency-limiter.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import { Problem } from '../runtime/problems.ts';
import type { FindIncludes } from './includes.ts';
import { type ProductsRequest, productsParameters } from './parameters.ts';
import { type ProductRepository, tagsOf } from './repository.ts';
import { type SerialiseOptions, serialiseProducts } from './serialise.ts';

export interface ProductsDependencies extends ListDependencies {
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly serialising: SerialiseOptions;
  readonly metrics: ApiMetrics;
  readonly maxPerPage: number;
}

export function listProducts(dependencies: ProductsDependencies): RequestHandler {
  const { products, findIncludes, serialising, metrics, maxPerPage, pages, mongodbLimiter } = dependencies;

  const read: ReadPage<ProductsRequest> = async (scope, request, isDisconnected) => {
    const found = await metrics.timed('mongodb', 'products.page', () =>
      products.findPage(scope, request, isDisconnected),
    );
    if (isDisconnected()) throw new ClientDisconnected();
    const includes = await metrics.timed('mongodb', 'products.related', () => findIncludes(scope, found.products));
    const shown = serialiseProducts(found.products, includes, serialising);
    return {
      page: listPage(
        { resource: 'products', request, total: found.total },
        shown.map((product) => JSON.stringify(product)),
      ),
      total: found.total,
      tags: [...tagsOf(request), ...INCLUDED_IN_PRODUCT],
      productIds: shown.map(({ id }) => id),
    };
  };

  return listRoute({ resource: 'products', parameters: productsParameters(maxPerPage), pages, mongodbLimiter, read });
}

/**
 * Reads the product from MongoDB for each request. One that does not exist, is another merchant's, or that the token may not see
 * gets the same response, the Problem `product_not_found`.
 */
export function showProduct(dependencies: ProductsDependencies): RequestHandler {
  const { products, findIncludes, serialising, metrics, mongodbLimiter } = dependencies;

  return async (request, response) => {
    const { id } = request.params;
    const scope = scopeOf(response);
    const read = async () => {
      const found = await metrics.timed('mongodb', 'products.one', () => products.findByIds(scope, [String(id)]));
      const includes = await metrics.timed('mongodb', 'products.related', () => findIncludes(scope, found));
      return serialiseProducts(found, includes, serialising);
    };
    const [product] = await mongodbLimiter.run(scope.merchantId, read, disconnectSignal(response));
    if (product === undefined) throw new Problem('product_not_found');
    await sendPage(request, response, pageOf([Buffer.from(JSON.stringify(product))], {}));
  };
}
