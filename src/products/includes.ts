/**
 * What a full product includes: its merchant, its location and its collections. Merchants, locations and collections
 * are few and change rarely, so they are cached. Memberships are read each time.
 */
import type { CacheBudget } from '../cache/budget.ts';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { decodable } from '../catalogue/decodable.ts';
import { findByIds } from '../catalogue/find-documents.ts';
import { type MerchantScope, visibleTo } from '../catalogue/merchant-scope.ts';
import type { Catalogue, OwnedStored, Stored } from '../catalogue/stored-documents.ts';
import { isText } from '../catalogue/values.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { groupBy } from '../runtime/lists.ts';
import type { FindMerchant } from '../tenancy/merchants.ts';
import { COLLECTION_SUMMARY_FIELDS } from './schema.ts';

/** By default, MongoDB ends the first batch after 101 documents. This size fetches the memberships in one batch. */
export const ONE_BATCH = 100_000;

/** Reads the fields of a collection summary. */
const SUMMARY = {
  ...READ_LIMIT,
  projection: Object.fromEntries(COLLECTION_SUMMARY_FIELDS.map((field) => [field, 1])),
} as const;

const PRODUCT_AND_COLLECTION = {
  _id: 0,
  productId: decodable('productId'),
  collectionId: decodable('collectionId'),
} as const;

export interface Includes {
  readonly merchant: Stored | null;
  /** By location id. */
  readonly locations: ReadonlyMap<string, OwnedStored>;
  /** By product id: the visible collections, ordered by id. */
  readonly collections: ReadonlyMap<string, readonly OwnedStored[]>;
}

/** Reads the includes of the products of one page. */
export type FindIncludes = (scope: MerchantScope, products: readonly OwnedStored[]) => Promise<Includes>;

interface IncludesOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly findMerchant: FindMerchant;
  readonly budget: Pick<CacheBudget, 'locations' | 'collections'>;
}

/** The visibility of the scope matters for collections alone. */
interface ItemKey {
  readonly scope: MerchantScope;
  readonly id: string;
}

type FindItems = (scope: MerchantScope, ids: readonly string[]) => Promise<OwnedStored[]>;

/**
 * Creates the function, with its caches. A call makes at most one query for the memberships, one for the merchant, and
 * one for each thousand locations or collections. It throws what MongoDB throws.
 */
export function createFindIncludes({ catalogue, versions, findMerchant, budget }: IncludesOptions): FindIncludes {
  /** Caches the items that `find` reads, and those that don't exist or that the scope may not see. */
  function cached(tag: 'locations' | 'collections', find: FindItems) {
    const cache = createVersionedCache<ItemKey, OwnedStored | null>({
      versions,
      maxBytes: budget[tag],
      versionOf: ({ scope }) => versions.ofTags(scope.merchantId, [tag]),
    });
    return async (scope: MerchantScope, ids: ReadonlySet<string>): Promise<Map<string, OwnedStored>> => {
      const keys = [...ids].map((id) => ({ scope, id }));
      const found = await cache.getMany(keys, async (missing) => {
        const missingIds = missing.map(({ id }) => id);
        const byId = byIdOf(await find(scope, missingIds));
        return missingIds.map((id) => byId.get(id) ?? null);
      });
      return byIdOf(found.filter((stored) => stored !== null));
    };
  }

  const findLocations = cached('locations', ({ merchantId }, ids) =>
    findByIds(catalogue.locations, { merchantId }, ids, READ_LIMIT),
  );
  const findCollections = cached('collections', (scope, ids) =>
    findByIds(catalogue.collections, visibleTo(scope), ids, SUMMARY),
  );

  function findLocationsOf(scope: MerchantScope, products: readonly OwnedStored[]) {
    const ids = products.flatMap(({ locationId }) => (typeof locationId === 'string' ? [locationId] : []));
    return findLocations(scope, new Set(ids));
  }

  async function findCollectionsOf(scope: MerchantScope, products: readonly OwnedStored[]) {
    const productIds = products.map((product) => product._id).filter(isText);
    const memberships = await catalogue.memberships
      .find(
        { merchantId: scope.merchantId, productId: { $in: productIds } },
        { ...READ_LIMIT, projection: PRODUCT_AND_COLLECTION, batchSize: ONE_BATCH },
      )
      .sort({ productId: 1, collectionId: 1 })
      .toArray();
    // A membership from before the validators may name anything.
    const ids = new Set(memberships.map((membership) => membership.collectionId).filter(isText));
    const byId = await findCollections(scope, ids);
    const pairs = memberships.flatMap(({ productId, collectionId }) => {
      const collection = byId.get(collectionId);
      return collection === undefined ? [] : [{ productId, collection }];
    });
    const byProduct = groupBy(pairs, ({ productId }) => productId);
    return new Map([...byProduct].map(([id, found]) => [id, found.map(({ collection }) => collection)]));
  }

  return async (scope, products) => {
    if (products.length === 0) return { merchant: null, locations: new Map(), collections: new Map() };
    const [merchant, locationById, collectionsByProduct] = await Promise.all([
      findMerchant(scope.merchantId),
      findLocationsOf(scope, products),
      findCollectionsOf(scope, products),
    ]);
    return { merchant, locations: locationById, collections: collectionsByProduct };
  };
}

const byIdOf = (found: readonly OwnedStored[]): Map<string, OwnedStored> =>
  new Map(found.map((stored) => [stored._id, stored]));
