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
import { productsParameters } from './parameters.ts';
import type { Presenter } from './presentation.ts';
import { createWriteProducts } from './product-json.ts';
import type { FindRelated } from './related.ts';
import { type ProductRepository, partsReadFor } from './repository.ts';

export interface ProductsDependencies {
  readonly products: ProductRepository;
  readonly findRelated: FindRelated;
  readonly pages: KeptPages;
  readonly slots: Slots;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
  readonly maxPerPage: number;
}

export function listProducts(dependencies: ProductsDependencies): RequestHandler {
  const { products, findRelated, pages, slots, presenter, metrics, maxPerPage } = dependencies;
  const parameters = productsParameters(maxPerPage);
  const write = createWriteProducts(presenter);

  async function read(url: string, scope: MerchantScope, isAbandoned: () => boolean): Promise<MadePage> {
    const request = parseQuery(url, parameters);
    const found = await metrics.timed('mongodb', 'products.page', () => products.findPage(scope, request, isAbandoned));
    if (isAbandoned()) throw new Abandoned();
    const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, found.products));
    return {
      page: listPage({ resource: 'products', url, request, total: found.total }, write(found.products, related)),
      parts: [...partsReadFor(request), ...SHOWN_WITH_PRODUCT],
      productIds: found.products.map(({ _id }) => String(_id)),
    };
  }

  return async (request, response) => {
    const url = request.originalUrl;
    const make = (scope: MerchantScope, isAbandoned: () => boolean) => read(url, scope, isAbandoned);
    await sendPage(request, response, await findPage(url, { pages, slots, response, make }));
  };
}
