/** Reads the products of a search from MongoDB, as JSON: reduced (form A) or full (form B). */
import type { FindItems } from '../../memory/items.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import { type Presenter, REDUCED_PRODUCT_FIELDS } from '../../products/presentation.ts';
import { createProductTexts } from '../../products/product-json.ts';
import { createReducedJson } from '../../products/reduced-json.ts';
import type { FindRelated } from '../../products/related.ts';
import type { ProductRepository } from '../../products/repository.ts';

interface FoundProductsOptions {
  readonly form: 'A' | 'B';
  readonly products: ProductRepository;
  readonly findRelated: FindRelated;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
}

export function createReadFoundProducts(options: FoundProductsOptions): FindItems {
  const { form, products, findRelated, presenter, metrics } = options;
  if (form === 'A') {
    const reduced = createReducedJson(presenter);
    return async (scope, ids) => {
      const found = await metrics.timed('mongodb', 'search.products', () =>
        products.findByIds(scope, ids, REDUCED_PRODUCT_FIELDS),
      );
      return new Map(found.map((product) => [product._id, reduced(product)]));
    };
  }
  const texts = createProductTexts(presenter);
  return async (scope, ids) => {
    const found = await metrics.timed('mongodb', 'search.products', () => products.findByIds(scope, ids));
    const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, found));
    return texts(found, related);
  };
}
