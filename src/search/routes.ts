/** `POST /v1/products/search`: the engine says which products match, MongoDB what they are now. */
import type { RequestHandler, Response } from 'express';
import { scopeOf } from '../http/context.ts';
import { parseBody } from '../http/validation.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import {
  type Presenter,
  presentProduct,
  presentReducedProduct,
  REDUCED_PRODUCT_FIELDS,
} from '../products/presentation.ts';
import type { FindRelated } from '../products/related.ts';
import type { ProductRepository } from '../products/repository.ts';
import type { SearchEngine } from './engine.ts';
import { searchBody } from './parameters.ts';

export interface SearchDependencies {
  readonly searchEngine: SearchEngine;
  readonly products: ProductRepository;
  readonly findRelated: FindRelated;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
  readonly maxLimit: number;
  /** A: an array with what matched; B: an object with full products. */
  readonly form: 'A' | 'B';
}

export function searchProducts(dependencies: SearchDependencies): RequestHandler {
  const { searchEngine, products, findRelated, presenter, metrics, form } = dependencies;
  const body = searchBody(dependencies.maxLimit);
  return async (request, response) => {
    const scope = scopeOf(response);
    const asked = parseBody(request.body, body);
    const signal = abandonedBy(response);
    const ranking = await metrics.timed('meilisearch', 'search', () => searchEngine.rank(scope, asked, signal));
    const { productIds } = ranking;
    const [found, matches] = await Promise.all([
      metrics.timed('mongodb', 'search.products', () =>
        products.findByIds(scope, productIds, form === 'A' ? REDUCED_PRODUCT_FIELDS : undefined),
      ),
      form === 'B'
        ? new Map<string, never>()
        : metrics.timed('meilisearch', 'search.matches', () => searchEngine.explain(scope, asked, ranking, signal)),
    ]);
    metrics.staleHits(productIds.length - found.length);
    const byId = new Map(found.map((product) => [product._id, product]));
    const living = productIds.flatMap((id, index) => {
      const product = byId.get(id);
      return product === undefined ? [] : [{ index, product }];
    });

    response.setHeader('Cache-Control', 'no-store');
    if (form === 'B') {
      const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, found));
      response.json({ data: living.map(({ product }) => presentProduct(product, related, presenter)) });
      return;
    }
    response.json(
      living.flatMap(({ index, product }) => {
        const results = matches.get(product._id);
        if (results === undefined) return [];
        return [{ product: presentReducedProduct(product, presenter), search: { index, results } }];
      }),
    );
  };
}

/** Aborted when the caller goes away: a search box asks at each key press, and nobody waits for the answer before. */
function abandonedBy(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
