/** `GET /v1/products`: a page of the token merchant's products, or of one of its collections. */
import type { RequestHandler } from 'express';
import { scopeOf } from '../http/context.ts';
import { sendPage } from '../http/respond.ts';
import { parseQuery } from '../http/validation.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import { productsParameters } from './parameters.ts';
import { type Presenter, presentProduct } from './presentation.ts';
import type { FindRelated } from './related.ts';
import type { ProductRepository } from './repository.ts';

export interface ProductsDependencies {
  readonly products: ProductRepository;
  readonly findRelated: FindRelated;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
  readonly maxPerPage: number;
}

export function listProducts({
  products,
  findRelated,
  presenter,
  metrics,
  maxPerPage,
}: ProductsDependencies): RequestHandler {
  const parameters = productsParameters(maxPerPage);
  return async (request, response) => {
    const scope = scopeOf(response);
    const asked = parseQuery(request.originalUrl, parameters);
    const page = await metrics.timed('mongodb', 'products.page', () => products.findPage(scope, asked));
    const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, page.products));
    const data = page.products.map((product) => presentProduct(product, related, presenter));
    sendPage(response, { resource: 'products', request: asked, total: page.total, data });
  };
}
