/**
 * Reads the products of a search from MongoDB: as JSON, reduced (form A) or full (form B), with the scalar fields by which the
 * request's filter is checked again.
 */
import type { FindItems } from '../../memory/items.ts';
import { textBytes } from '../../memory/text-size.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import { type Presenter, REDUCED_PRODUCT_FIELDS } from '../../products/presentation.ts';
import { createProductTexts } from '../../products/product-json.ts';
import { createReducedJson } from '../../products/reduced-json.ts';
import type { FindRelated } from '../../products/related.ts';
import type { ProductRepository } from '../../products/repository.ts';
import { readableDocumentOf, type StoredProduct } from '../../products/stored-product.ts';
import { meetsScalars, SCALAR_PATHS, type ScalarFields, scalarFieldsOf } from './scalar-fields.ts';
import type { SearchFilter } from './scope-filter.ts';

export interface FoundProduct {
  readonly json: string;
  readonly scalars: ScalarFields;
}

interface FoundProductsOptions {
  readonly form: 'A' | 'B';
  readonly products: ProductRepository;
  readonly findRelated: FindRelated;
  readonly presenter: Presenter;
  readonly metrics: ApiMetrics;
}

export function createReadFoundProducts(options: FoundProductsOptions): FindItems<FoundProduct> {
  const { form, products, findRelated, presenter, metrics } = options;
  if (form === 'A') {
    const reduced = createReducedJson(presenter);
    const fields = [...new Set([...REDUCED_PRODUCT_FIELDS, ...SCALAR_PATHS])];
    return async (scope, ids) => {
      const found = await metrics.timed('mongodb', 'search.products', () => products.findByIds(scope, ids, fields));
      return new Map(found.map((product) => [product._id, withScalars(product, reduced(product))]));
    };
  }
  const texts = createProductTexts(presenter);
  return async (scope, ids) => {
    const found = await metrics.timed('mongodb', 'search.products', () => products.findByIds(scope, ids));
    const related = await metrics.timed('mongodb', 'products.related', () => findRelated(scope, found));
    const json = texts(found, related);
    return new Map(found.map((product) => [product._id, withScalars(product, json.get(product._id) ?? '')]));
  };
}

const withScalars = (product: StoredProduct, json: string): FoundProduct => ({
  json,
  scalars: scalarFieldsOf(readableDocumentOf(product)),
});

const SCALARS_BYTES = 100;

/** How much memory a product takes. */
export const foundProductBytes = ({ json, scalars }: FoundProduct): number =>
  textBytes(json) + textBytes(scalars.locationId) + SCALARS_BYTES;

/** The JSON of the products that meet the filter, by their ids. */
export function jsonOfMatching(
  products: ReadonlyMap<string, FoundProduct>,
  filter: SearchFilter,
): ReadonlyMap<string, string> {
  const matching = new Map<string, string>();
  for (const [id, { json, scalars }] of products) if (meetsScalars(scalars, filter)) matching.set(id, json);
  return matching;
}
