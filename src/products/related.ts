/**
 * What a full product is shown with: its merchant, its location, and the collections it belongs to. Merchants and
 * locations change rarely and are few: they are remembered for a second.
 */
import type { Catalogue, OwnedStored, Stored } from '../data/collections.ts';
import { createLookup } from '../platform/lookup.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';

const REMEMBERED_MS = 1000;

export interface Related {
  readonly merchant: Stored | null;
  /** By location id. */
  readonly locations: ReadonlyMap<string, OwnedStored>;
  /** By product id: the visible collections, ordered by id. */
  readonly collections: ReadonlyMap<string, readonly OwnedStored[]>;
}

/** Reads what belongs to the products of one page. */
export type FindRelated = (scope: MerchantScope, products: readonly OwnedStored[]) => Promise<Related>;

export function createFindRelated(catalogue: Catalogue): FindRelated {
  const findMerchant = createLookup<Stored | null>({
    load: (id) => catalogue.merchants.findOne({ _id: id }),
    maxEntries: 5000,
    ttlMs: REMEMBERED_MS,
  });
  const findLocation = createLookup<OwnedStored | null>({
    load: (key) => {
      const [merchantId, id] = JSON.parse(key) as [string, string];
      return catalogue.locations.findOne({ merchantId, _id: id });
    },
    maxEntries: 20_000,
    ttlMs: REMEMBERED_MS,
  });

  async function findLocations(scope: MerchantScope, products: readonly OwnedStored[]) {
    const ids = new Set(products.flatMap(({ locationId }) => (typeof locationId === 'string' ? [locationId] : [])));
    const found = await Promise.all([...ids].map((id) => findLocation(JSON.stringify([scope.merchantId, id]))));
    return new Map(found.flatMap((location) => (location === null ? [] : [[location._id, location]])));
  }

  async function findCollections(scope: MerchantScope, products: readonly OwnedStored[]) {
    const productIds = products.map((product) => product._id);
    const memberships = await catalogue.memberships
      .find(
        { merchantId: scope.merchantId, productId: { $in: productIds } },
        { projection: { _id: 0, productId: 1, collectionId: 1 } },
      )
      .sort({ productId: 1, collectionId: 1 })
      .toArray();
    const collectionIds = [...new Set(memberships.map((membership) => membership.collectionId))];
    const summaries = await catalogue.collections
      .find({ ...visibleTo(scope), _id: { $in: collectionIds } }, { projection: { images: 0 } })
      .toArray();
    const byId = new Map(summaries.map((collection) => [collection._id, collection]));
    const byProduct = new Map<string, OwnedStored[]>();
    for (const { productId, collectionId } of memberships) {
      const collection = byId.get(collectionId);
      if (collection === undefined) continue;
      const others = byProduct.get(productId);
      if (others === undefined) byProduct.set(productId, [collection]);
      else others.push(collection);
    }
    return byProduct;
  }

  return async (scope, products) => {
    if (products.length === 0) return { merchant: null, locations: new Map(), collections: new Map() };
    const [merchant, locations, collections] = await Promise.all([
      findMerchant(scope.merchantId),
      findLocations(scope, products),
      findCollections(scope, products),
    ]);
    return { merchant, locations, collections };
  };
}
