/** Reads the products of a search from MongoDB, as JSON: reduced (form A) or full (form B). */
import type { FindItems } from '../../memory/items.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import type { FindIncludes } from '../../products/includes.ts';
import type { ProductRepository } from '../../products/repository.ts';
import { REDUCED_PRODUCT_FIELDS } from '../../products/schema.ts';
import { type SerialiseOptions, serialiseProductSummary, serialiseProducts } from '../../products/serialise.ts';

interface FoundProductsOptions {
  readonly form: 'A' | 'B';
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly serialising: SerialiseOptions;
  readonly metrics: ApiMetrics;
}

export function createReadFoundProducts(options: FoundProductsOptions): FindItems {
  const { form, products, findIncludes, serialising, metrics } = options;
  if (form === 'A') {
    return async (scope, ids) => {
      const found = await metrics.timed('mongodb', 'search.products', () =>
        products.findByIds(scope, ids, REDUCED_PRODUCT_FIELDS),
      );
      return new Map(
        found.map((product) => [product._id, JSON.stringify(serialiseProductSummary(product, serialising))]),
      );
    };
  }
  return async (scope, ids) => {
    const found = await metrics.timed('mongodb', 'search.products', () => products.findByIds(scope, ids));
    const includes = await metrics.timed('mongodb', 'products.related', () => findIncludes(scope, found));
    const shown = serialiseProducts(found, includes, serialising);
    return new Map(shown.map((product) => [product.id, JSON.stringify(product)]));
  };
}
