/**
 * Reads the products of a search from MongoDB: as JSON, reduced or full, with the scalar fields against which the
 * request's filter is checked again. Each product is cached until it is written.
 */
import { createVersionedCache } from '../../cache/versioned-cache.ts';
import type { Versions } from '../../cache/versions.ts';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import type { OwnedStored } from '../../catalogue/stored-documents.ts';
import type { GuardedRead } from '../../engines/breaker/guarded-reads.ts';
import type { FindIncludes } from '../../products/includes.ts';
import type { ProductRepository } from '../../products/repository.ts';
import { PRODUCT_SUMMARY_FIELDS } from '../../products/schema.ts';
import { productSerialiser, type SerialiseOptions, serialiseProductSummary } from '../../products/serialise.ts';
import type { ConcurrencyLimiter } from '../../runtime/concurrency/concurrency-limiter.ts';
import { serialiseItems } from '../../runtime/response-size.ts';
import { textBytes } from '../../runtime/text-size.ts';
import type { SearchFilter } from '../engine/scope-filter.ts';
import { meetsScalars, SCALAR_PATHS, type ScalarFields, scalarFieldsOf } from './scalar-fields.ts';

/** The fields that the JSON and the scalar fields of a reduced product need. */
const SUMMARY_FIELDS = [...new Set([...PRODUCT_SUMMARY_FIELDS, ...SCALAR_PATHS])];

interface LoadedProduct {
  readonly json: string;
  readonly scalars: ScalarFields;
}

/** How much of a product its JSON has. */
export type Detail = 'reduced' | 'full';

/** Resolves to the products by their ids, without those that don't exist or that the scope may not see. */
export type FindProducts = (
  scope: MerchantScope,
  ids: readonly string[],
  detail: Detail,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, LoadedProduct>>;

interface FindProductsOptions {
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly serialiseOptions: SerialiseOptions;
  readonly guardedRead: GuardedRead;
  readonly versions: Versions;
  readonly mongodbLimiter: ConcurrencyLimiter;
  /** 0 disables the cache. */
  readonly maxBytes: number;
}

interface ProductKey {
  readonly scope: MerchantScope;
  readonly id: string;
  readonly detail: Detail;
}

export function createFindProducts(options: FindProductsOptions): FindProducts {
  const { products, findIncludes, serialiseOptions, guardedRead, versions, mongodbLimiter, maxBytes } = options;

  const findByIds = (scope: MerchantScope, ids: readonly string[], fields?: readonly string[]) =>
    guardedRead('search.products', () => products.findByIds(scope, ids, fields));

  async function readProducts(
    scope: MerchantScope,
    ids: readonly string[],
    detail: Detail,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, LoadedProduct>> {
    if (detail === 'reduced') {
      const found = await findByIds(scope, ids, SUMMARY_FIELDS);
      return await loadProducts(found, (product) => serialiseProductSummary(product, serialiseOptions), signal);
    }
    const found = await findByIds(scope, ids);
    const includes = await guardedRead('products.includes', () => findIncludes(scope, found));
    return await loadProducts(found, productSerialiser(includes, serialiseOptions), signal);
  }

  const cache = createVersionedCache<ProductKey, LoadedProduct | null>({
    versions,
    maxBytes,
    sizeOf: (product) => (product === null ? 0 : bytesOf(product)),
    versionOf: ({ scope, id }) => versions.ofProduct(scope.merchantId, id),
  });

  return async (scope, ids, detail, signal) => {
    const keys = ids.map((id) => ({ scope, id, detail }));
    const found = await cache.getMany(keys, async (missing) => {
      const missingIds = missing.map(({ id }) => id);
      const read = () => readProducts(scope, missingIds, detail, signal);
      const byId = await mongodbLimiter.run(scope.merchantId, read, signal);
      return missingIds.map((id) => byId.get(id) ?? null);
    });
    return new Map(
      ids.flatMap((id, index) => {
        const product = found[index] ?? null;
        return product === null ? [] : [[id, product] as const];
      }),
    );
  };
}

async function loadProducts(
  found: readonly OwnedStored[],
  serialise: (product: OwnedStored) => object,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LoadedProduct>> {
  const json = await serialiseItems(found, (product) => JSON.stringify(serialise(product)), signal);
  return new Map(
    found.map((product, index) => [product._id, { json: json[index] ?? '', scalars: scalarFieldsOf(product) }]),
  );
}

const SCALARS_BYTES = 100;

const bytesOf = ({ json, scalars }: LoadedProduct): number =>
  textBytes(json) + textBytes(scalars.locationId) + SCALARS_BYTES;

/** The JSON of the products that meet the filter, by their ids. */
export function jsonOfMatching(
  products: ReadonlyMap<string, LoadedProduct>,
  filter: SearchFilter,
): ReadonlyMap<string, string> {
  const matching = new Map<string, string>();
  for (const [id, { json, scalars }] of products) if (meetsScalars(scalars, filter)) matching.set(id, json);
  return matching;
}
