/**
 * What a full product includes: its merchant, its location, and the collections it belongs to. Merchants, locations
 * and collections change rarely and are few: they are remembered. Which product is in which collection is read each time.
 */
import type { Catalogue, OwnedStored, Stored } from '../data/collections.ts';
import { findDocuments } from '../data/find-documents.ts';
import { createKeptItems } from '../memory/items.ts';
import { createKeptRead } from '../memory/reads.ts';
import { textBytes } from '../memory/text-size.ts';
import type { Versions } from '../memory/versions.ts';
import { groupBy } from '../platform/group.ts';
import { READ_LIMIT } from '../platform/mongo.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';
import { COLLECTION_SUMMARY_FIELDS } from './schema.ts';

/** The driver's first batch is of 101 documents: what is known to be bounded comes in one. */
const ALL = 100_000;
const WHOLE = { ...READ_LIMIT, batchSize: ALL } as const;

/** What a collection is shown with in a product. */
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

/** Reads what belongs to the products of one page. */
export type FindIncludes = (scope: MerchantScope, products: readonly OwnedStored[]) => Promise<Includes>;

const MAX_COLLECTION_BYTES = 16_000_000;
const MAX_LOCATION_BYTES = 16_000_000;
const sizeOfStored = (stored: OwnedStored | null): number => textBytes(JSON.stringify(stored));

/** Null for those that are not there or may not be seen: that is remembered, too. */
async function readByIds(found: Promise<readonly OwnedStored[]>, ids: readonly string[]) {
  const byId = new Map((await found).map((stored) => [stored._id, stored]));
  return new Map(ids.map((id) => [id, byId.get(id) ?? null]));
}

export function createFindIncludes(catalogue: Catalogue, versions: Versions): FindIncludes {
  const findMerchant = createKeptRead<null, Stored | null>({
    versions,
    parts: () => ['merchant'],
    maxEntries: 5000,
    load: async (scope) => {
      const [merchant = null] = await findDocuments(catalogue.merchants, { _id: scope.merchantId }, READ_LIMIT);
      return merchant;
    },
  });
  const findLocations = createKeptItems<OwnedStored | null>({
    maxBytes: MAX_LOCATION_BYTES,
    sizeOf: sizeOfStored,
    versionOf: ({ merchantId }) => versions.ofParts(merchantId, ['locations']),
    load: ({ merchantId }, ids) =>
      readByIds(findDocuments(catalogue.locations, { merchantId, _id: { $in: [...ids] } }, WHOLE), ids),
  });

  const findCollections = createKeptItems<OwnedStored | null>({
    maxBytes: MAX_COLLECTION_BYTES,
    sizeOf: sizeOfStored,
    versionOf: ({ merchantId }) => versions.ofParts(merchantId, ['collections']),
    load: (scope, ids) =>
      readByIds(findDocuments(catalogue.collections, { ...visibleTo(scope), _id: { $in: [...ids] } }, SUMMARY), ids),
  });

  async function findLocationsOf(scope: MerchantScope, products: readonly OwnedStored[]) {
    const ids = new Set(products.flatMap(({ locationId }) => (typeof locationId === 'string' ? [locationId] : [])));
    const found = await findLocations(scope, [...ids]);
    return new Map([...found.values()].flatMap((location) => (location === null ? [] : [[location._id, location]])));
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
    const collectionIds = [...new Set(memberships.map((membership) => membership.collectionId))];
    const byId = await findCollections(scope, collectionIds);
    const pairs = memberships.flatMap(({ productId, collectionId }) => {
      const collection = byId.get(collectionId) ?? null;
      return collection === null ? [] : [{ productId, collection }];
    });
    const byProduct = groupBy(pairs, ({ productId }) => productId);
    return new Map([...byProduct].map(([id, found]) => [id, found.map(({ collection }) => collection)]));
  }

  return async (scope, products) => {
    if (products.length === 0) return { merchant: null, locations: new Map(), collections: new Map() };
    const [merchant, locations, collections] = await Promise.all([
      findMerchant(scope, null),
      findLocationsOf(scope, products),
      findCollectionsOf(scope, products),
    ]);
    return { merchant, locations, collections };
  };
}
