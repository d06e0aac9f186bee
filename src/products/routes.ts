/** `GET /v1/products`: a page of the token merchant's products, or of one of its collections. */
import type { RequestHandler } from 'express';
import { findPage } from '../http/reads.ts';
import { listPage, sendPage } from '../http/respond.ts';
import { parseQuery } from '../http/validation.ts';
import type { KeptPages, MadePage } from '../memory/pages.ts';
import { SHOWN_WITH_PRODUCT } from '../memory/parts.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import { Abandoned, type Slots } from '../platform/slots.ts';
import type { MerchantScope } from '../tenancy/scope.ts';
import type { FindIncludes } from './includes.ts';
import { productsParameters } from './parameters.ts';
import { type ProductRepository, partsReadFor } from './repository.ts';
import { type SerialiseOptions, serialiseProducts } from './serialise.ts';

export interface ProductsDependencies {
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly pages: KeptPages;
  readonly slots: Slots;
  readonly serialising: SerialiseOptions;
  readonly metrics: ApiMetrics;
  readonly maxPerPage: number;
}

export function listProducts(dependencies: ProductsDependencies): RequestHandler {
  const { products: repository, findIncludes, pages, slots, serialising, metrics, maxPerPage } = dependencies;
  const parameters = productsParameters(maxPerPage);

  async function read(url: string, scope: MerchantScope, isAbandoned: () => boolean): Promise<MadePage> {
    const request = parseQuery(url, parameters);
    const found = await metrics.timed('mongodb', 'products.page', () =>
      repository.findPage(scope, request, isAbandoned),
    );
    if (isAbandoned()) throw new Abandoned();
    const includes = await metrics.timed('mongodb', 'products.related', () => findIncludes(scope, found.products));
    const products = serialiseProducts(found.products, includes, serialising);
    return {
      page: listPage(
        { resource: 'products', url, request, total: found.total },
        products.map((product) => JSON.stringify(product)),
      ),
      parts: [...partsReadFor(request), ...SHOWN_WITH_PRODUCT],
      productIds: products.map(({ id }) => id),
    };
  }

  return async (request, response) => {
    const url = request.originalUrl;
    const make = (scope: MerchantScope, isAbandoned: () => boolean) => read(url, scope, isAbandoned);
    await sendPage(request, response, await findPage(url, { pages, slots, response, make }));
  };
}
