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
import { type Hit, matchesOf } from './matches.ts';
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
    const hits = await metrics.timed('meilisearch', 'search', () =>
      searchEngine.search(scope, asked, abandonedBy(response)),
    );
    const ids = [...new Set(hits.map((hit) => hit.product_id))];
    const found = await metrics.timed('mongodb', 'search.products', () =>
      products.findByIds(scope, ids, form === 'A' ? REDUCED_PRODUCT_FIELDS : undefined),
    );
    metrics.staleHits(ids.length - found.length);
    const byId = new Map(found.map((product) => [product._id, product]));
    const living = hits.flatMap((hit: Hit, index) => {
      const product = byId.get(hit.product_id);
      return product === undefined ? [] : [{ hit, index, product }];
    });

    response.setHeader('Cache-Control', 'no-store');
    if (form === 'B') {
      const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, found));
      response.json({ data: living.map(({ product }) => presentProduct(product, related, presenter)) });
      return;
    }
    response.json(
      living.map(({ hit, index, product }) => ({
        product: presentReducedProduct(product, presenter),
        search: { index, results: matchesOf(hit, asked.highlight) },
      })),
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
