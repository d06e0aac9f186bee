/**
 * `GET /v1/products`: a page of the merchant's products, or of one collection. `GET /v1/products/{id}`: one product.
 */
import type { RequestHandler } from 'express';
import { INCLUDED_IN_PRODUCT } from '../cache/cache-tags.ts';
import { pageOf } from '../cache/page.ts';
import type { LoadedPage } from '../cache/page-cache.ts';
import type { MerchantScope } from '../catalogue/merchant-scope.ts';
import { idText } from '../catalogue/values.ts';
import type { GuardedRead } from '../engines/breaker/guarded-reads.ts';
import type { FindCachedPage } from '../http/cached-page.ts';
import { scopeOf } from '../http/context.ts';
import { listRoute, type ReadItems } from '../http/list-route.ts';
import { sendPage } from '../http/respond.ts';
import { Problem } from '../runtime/problems.ts';
import { serialiseItems } from '../runtime/response-size.ts';
import type { FindIncludes } from './includes.ts';
import { type ProductsRequest, productsParameters } from './parameters.ts';
import type { ProductRepository } from './repository.ts';
import { tagsOf } from './request-tags.ts';
import { productSerialiser, type SerialiseOptions } from './serialise.ts';

interface ProductsDependencies {
  readonly findCachedPage: FindCachedPage;
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly serialiseOptions: SerialiseOptions;
  readonly guardedRead: GuardedRead;
  readonly maxPerPage: number;
}

export function listProducts(dependencies: ProductsDependencies): RequestHandler {
  const { products, findIncludes, serialiseOptions, guardedRead, maxPerPage, findCachedPage } = dependencies;

  const readItems: ReadItems<ProductsRequest> = async (scope, request, signal) => {
    const found = await guardedRead('products.page', () => products.findPage(scope, request, signal));
    signal.throwIfAborted();
    const includes = await guardedRead('products.includes', () => findIncludes(scope, found.products));
    const serialise = productSerialiser(includes, serialiseOptions);
    return {
      items: await serialiseItems(found.products, (product) => JSON.stringify(serialise(product)), signal),
      total: found.total,
      tags: [...tagsOf(request), ...INCLUDED_IN_PRODUCT],
      productIds: found.products.map(({ _id }) => idText(_id)),
    };
  };

  const parameters = productsParameters(maxPerPage);
  return listRoute({ resource: 'products', parameters, findCachedPage, readItems });
}

/** Throws the Problem `product_not_found` for a product that does not exist, or that the scope may not see. */
export function getProduct(dependencies: ProductsDependencies): RequestHandler {
  const { products, findIncludes, serialiseOptions, guardedRead, findCachedPage } = dependencies;

  async function readProduct(scope: MerchantScope, id: string, signal: AbortSignal): Promise<LoadedPage> {
    const found = await guardedRead('products.one', () => products.findByIds(scope, [id]));
    if (found.length === 0) throw new Problem('product_not_found');
    const includes = await guardedRead('products.includes', () => findIncludes(scope, found));
    const serialise = productSerialiser(includes, serialiseOptions);
    const [product = ''] = await serialiseItems(found, (stored) => JSON.stringify(serialise(stored)), signal);
    const page = pageOf(Buffer.from(product));
    return { page, total: 1, tags: INCLUDED_IN_PRODUCT, productIds: [id] };
  }

  return async (request, response) => {
    const id = String(request.params.id);
    const scope = scopeOf(response);
    const product = {
      resource: 'product',
      request: { id },
      load: (signal: AbortSignal) => readProduct(scope, id, signal),
    };
    const { page } = await findCachedPage(product, response);
    await sendPage(request, response, page);
  };
}
