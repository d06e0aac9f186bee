/** The products of a search from MongoDB, as JSON: reduced (form A) or full (form B). Each is cached until it is written. */
import type { OwnedStored } from '../../data/collections.ts';
import { textBytes } from '../../memory/text-size.ts';
import { createVersionedCache } from '../../memory/versioned-cache.ts';
import type { Versions } from '../../memory/versions.ts';
import type { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts';
import type { ApiMetrics } from '../../platform/metrics.ts';
import type { FindIncludes } from '../../products/includes.ts';
import type { ProductRepository } from '../../products/repository.ts';
import { REDUCED_PRODUCT_FIELDS } from '../../products/schema.ts';
import { type SerialiseOptions, serialiseProductSummary, serialiseProducts } from '../../products/serialise.ts';
import type { MerchantScope } from '../../tenancy/scope.ts';

/** Resolves to the JSON of the products by their ids, without those that don't exist or that the scope may not see. */
export type FindProducts = (
  scope: MerchantScope,
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>;

interface FindProductsOptions {
  readonly form: 'A' | 'B';
  readonly products: ProductRepository;
  readonly findIncludes: FindIncludes;
  readonly serialising: SerialiseOptions;
  readonly metrics: ApiMetrics;
  readonly versions: Versions;
  readonly mongodbLimiter: ConcurrencyLimiter;
  /** 0: nothing is cached. */
  readonly maxBytes: number;
}

interface ProductKey {
  readonly scope: MerchantScope;
  readonly id: string;
  /** Of the request that wants the product; no part of the key's name. */
  readonly signal: AbortSignal;
}

export function createFindProducts(options: FindProductsOptions): FindProducts {
  const { form, products, findIncludes, serialising, metrics, versions, mongodbLimiter, maxBytes } = options;

  const findByIds = (scope: MerchantScope, ids: readonly string[], fields?: readonly string[]) =>
    metrics.timed('mongodb', 'search.products', () => products.findByIds(scope, ids, fields));

  async function readProducts(scope: MerchantScope, ids: readonly string[]): Promise<readonly { id: string }[]> {
    if (form === 'A') {
      const found = await findByIds(scope, ids, REDUCED_PRODUCT_FIELDS);
      return found.map((product: OwnedStored) => serialiseProductSummary(product, serialising));
    }
    const found = await findByIds(scope, ids);
    const includes = await metrics.timed('mongodb', 'products.related', () => findIncludes(scope, found));
    return serialiseProducts(found, includes, serialising);
  }

  const cache = createVersionedCache<ProductKey, string | null>({
    versions,
    maxBytes,
    nameOf: ({ scope, id }) => JSON.stringify([scope.visibility, scope.merchantId, id]),
    sizeOf: (json) => textBytes(json ?? ''),
    versionOf: ({ scope, id }) => versions.ofProduct(scope.merchantId, id),
    async load(keys) {
      const [first] = keys;
      if (first === undefined) return [];
      const ids = keys.map(({ id }) => id);
      const { scope, signal } = first;
      const shown = await mongodbLimiter.run(scope.merchantId, () => readProducts(scope, ids), signal);
      const byId = new Map(shown.map((product) => [product.id, JSON.stringify(product)]));
      return ids.map((id) => byId.get(id) ?? null);
    },
  });

  return async (scope, ids, signal) => {
    const found = await cache.getMany(ids.map((id) => ({ scope, id, signal })));
    return new Map(
      ids.flatMap((id, index) => {
        const json = found[index] ?? null;
        return json === null ? [] : [[id, json] as const];
      }),
    );
  };
}
