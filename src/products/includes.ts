/**
 * What a full product includes: its merchant, its location and its collections. Merchants, locations and collections
 * are few and change rarely, so they are cached. Memberships are read each time.
 */

import type { CacheBudget } from '../cache/budget.ts';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import type { Catalogue, OwnedStored, Stored } from '../catalogue/collections.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import { READ_LIMIT } from '../engines/mongo.ts';
import { groupBy } from '../runtime/group.ts';
import { textBytes } from '../runtime/text-size.ts';
import type { FindMerchant } from '../tenancy/merchants.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';
import { COLLECTION_SUMMARY_FIELDS } from './schema.ts';

/** By default the driver's first batch has 101 documents. This size fetches a bounded result in one batch. */
const ONE_BATCH = 100_000;
const WHOLE = { ...READ_LIMIT, batchSize: ONE_BATCH } as const;

/** Reads the fields of a collection summary. */
const SUMMARY = {
  ...WHOLE,
  projection: Object.fromEntries(COLLECTION_SUMMARY_FIELDS.map((field) => [field, 1])),
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

const sizeOfStored = (stored: OwnedStored | null): number => textBytes(JSON.stringify(stored));

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

/**
 * Reads items of one scope, in the order of the keys. Null for an item that doesn't exist or that the scope may not
 * see.
 */
async function readByIds(
  keys: readonly ItemKey[],
  find: (scope: MerchantScope, ids: string[]) => Promise<OwnedStored[]>,
) {
  const [first] = keys;
  if (first === undefined) return [];
  const found = await find(
    first.scope,
    keys.map(({ id }) => id),
  );
  const byId = new Map(found.map((stored) => [stored._id, stored]));
  return keys.map(({ id }) => byId.get(id) ?? null);
}

export function createFindIncludes({ catalogue, versions, findMerchant, budget }: IncludesOptions): FindIncludes {
  const locations = createVersionedCache<ItemKey, OwnedStored | null>({
    versions,
    maxBytes: budget.locations,
    sizeOf: sizeOfStored,
    versionOf: ({ scope }) => versions.ofTags(scope.merchantId, ['locations']),
    load: (keys) =>
      readByIds(keys, ({ merchantId }, ids) =>
        findDocuments(catalogue.locations, { merchantId, _id: { $in: ids } }, WHOLE),
      ),
  });
  const collections = createVersionedCache<ItemKey, OwnedStored | null>({
    versions,
    maxBytes: budget.collections,
    sizeOf: sizeOfStored,
    versionOf: ({ scope }) => versions.ofTags(scope.merchantId, ['collections']),
    load: (keys) =>
      readByIds(keys, (scope, ids) =>
        findDocuments(catalogue.collections, { ...visibleTo(scope), _id: { $in: ids } }, SUMMARY),
      ),
  });

  async function findLocationsOf(scope: MerchantScope, products: readonly OwnedStored[]) {
    const ids = new Set(products.flatMap(({ locationId }) => (typeof locationId === 'string' ? [locationId] : [])));
    const found = await locations.getMany([...ids].map((id) => ({ scope, id })));
    return byIdOf(found);
  }

  async function findCollectionsOf(scope: MerchantScope, products: readonly OwnedStored[]) {
    const productIds = products.map((product) => product._id);
    const memberships = await catalogue.memberships
      .find(
        { merchantId: scope.merchantId, productId: { $in: productIds } },
        { ...WHOLE, projection: { _id: 0, productId: 1, collectionId: 1 } },
      )
      .sort({ productId: 1, collectionId: 1 })
      .toArray();
    const ids = new Set(memberships.map((membership) => membership.collectionId));
    const byId = byIdOf(await collections.getMany([...ids].map((id) => ({ scope, id }))));
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

const byIdOf = (found: readonly (OwnedStored | null)[]): Map<string, OwnedStored> =>
  new Map(found.flatMap((stored) => (stored === null ? [] : [[stored._id, stored] as const])));
