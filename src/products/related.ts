/**
 * What a full product is shown with: its merchant, its location, and the collections it belongs to. Merchants and
 * locations change rarely and are few: they are remembered.
 */
import type { Catalogue, OwnedStored, Stored } from '../data/collections.ts';
import { createKeptRead } from '../memory/reads.ts';
import type { Versions } from '../memory/versions.ts';
import { groupBy } from '../platform/group.ts';
import { READ_LIMIT } from '../platform/mongo.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';

/** The driver's first batch is of 101 documents: what is known to be bounded comes in one. */
const ALL = 100_000;

export interface Related {
  readonly merchant: Stored | null;
  /** By location id. */
  readonly locations: ReadonlyMap<string, OwnedStored>;
  /** By product id: the visible collections, ordered by id. */
  readonly collections: ReadonlyMap<string, readonly OwnedStored[]>;
}

/** Reads what belongs to the products of one page. */
export type FindRelated = (scope: MerchantScope, products: readonly OwnedStored[]) => Promise<Related>;

export function createFindRelated(catalogue: Catalogue, versions: Versions): FindRelated {
  const findMerchant = createKeptRead<null, Stored | null>({
    versions,
    parts: () => ['merchant'],
    maxEntries: 5000,
    load: (scope) => catalogue.merchants.findOne({ _id: scope.merchantId }, READ_LIMIT),
  });
  const findLocation = createKeptRead<string, OwnedStored | null>({
    versions,
    parts: () => ['locations'],
    maxEntries: 20_000,
    load: (scope, id) => catalogue.locations.findOne({ merchantId: scope.merchantId, _id: id }, READ_LIMIT),
  });

  async function findLocations(scope: MerchantScope, products: readonly OwnedStored[]) {
    const ids = new Set(products.flatMap(({ locationId }) => (typeof locationId === 'string' ? [locationId] : [])));
    const found = await Promise.all([...ids].map((id) => findLocation(scope, id)));
    return new Map(found.flatMap((location) => (location === null ? [] : [[location._id, location]])));
  }

  async function findCollections(scope: MerchantScope, products: readonly OwnedStored[]) {
    const productIds = products.map((product) => product._id);
    const memberships = await catalogue.memberships
      .find(
        { merchantId: scope.merchantId, productId: { $in: productIds } },
        { ...READ_LIMIT, projection: { _id: 0, productId: 1, collectionId: 1 }, batchSize: ALL },
      )
      .sort({ productId: 1, collectionId: 1 })
      .toArray();
    const collectionIds = [...new Set(memberships.map((membership) => membership.collectionId))];
    const summaries = await catalogue.collections
      .find(
        { ...visibleTo(scope), _id: { $in: collectionIds } },
        { ...READ_LIMIT, projection: { images: 0 }, batchSize: ALL },
      )
      .toArray();
    const byId = new Map(summaries.map((collection) => [collection._id, collection]));
    const pairs = memberships.flatMap(({ productId, collectionId }) => {
      const collection = byId.get(collectionId);
      return collection === undefined ? [] : [{ productId, collection }];
    });
    const byProduct = groupBy(pairs, ({ productId }) => productId);
    return new Map([...byProduct].map(([id, found]) => [id, found.map(({ collection }) => collection)]));
  }

  return async (scope, products) => {
    if (products.length === 0) return { merchant: null, locations: new Map(), collections: new Map() };
    const [merchant, locations, collections] = await Promise.all([
      findMerchant(scope, null),
      findLocations(scope, products),
      findCollections(scope, products),
    ]);
    return { merchant, locations, collections };
  };
}
