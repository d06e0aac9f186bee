/**
 * Reads a page of a merchant's collections, each with its first products in the collection's order. To detect
 * truncation, it reads one product beyond the limit. If memberships lead to products that are gone or hidden, it reads
 * further batches until it has enough products or the collection ends.
 */
import type { Filter, Sort } from 'mongodb';
import type { CacheBudget } from '../cache/budget.ts';
import type { Tag } from '../cache/cache-tags.ts';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { decodable } from '../catalogue/decodable.ts';
import { collectionsIndex } from '../catalogue/definitions.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import { type MerchantScope, type ScopeFilter, visibleTo } from '../catalogue/merchant-scope.ts';
import { COLLECTION_ORDER } from '../catalogue/product-queries.ts';
import type { Catalogue, OwnedStored, StoredMembership } from '../catalogue/stored-documents.ts';
import { isFields, isText } from '../catalogue/values.ts';
import { withIndex } from '../catalogue/with-index.ts';
import type { GuardedRead } from '../engines/breaker/guarded-reads.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { skipOf } from '../http/pagination.ts';
import type { ProductRepository } from '../products/repository.ts';
import { PRODUCT_SUMMARY_FIELDS } from '../products/schema.ts';
import { mapBounded } from '../runtime/concurrency/map-bounded.ts';
import type { CollectionsRequest } from './parameters.ts';

interface CollectionMember {
  readonly membership: Pick<StoredMembership, 'hidePrice'>;
  readonly product: OwnedStored;
}

export interface CollectionWithMembers {
  readonly collection: OwnedStored;
  readonly members: readonly CollectionMember[];
  /** The collection has more visible products than `members`. */
  readonly truncated: boolean;
}

/**
 * Resolves to a page of collections. Each is serialised as soon as it is read, because all documents of a large page
 * take a hundred megabytes. Throws the signal's reason if it is aborted.
 */
export type FindCollectionPage = <T>(
  scope: MerchantScope,
  request: CollectionsRequest,
  serialise: (collection: CollectionWithMembers) => T,
  signal: AbortSignal,
) => Promise<{ readonly total: number; readonly collections: readonly T[] }>;

/** The tags that decide which collections and products a page has. The products' own fields are not among them. */
export const TAGS: readonly Tag[] = ['collections', 'memberships', 'products'];

interface FindCollectionPageOptions {
  readonly catalogue: Catalogue;
  readonly products: ProductRepository;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'collectionTotals'>;
  readonly guardedRead: GuardedRead;
  /** The maximum number of products in each collection. */
  readonly productsLimit: number;
}

/** The connections to MongoDB that a page takes at once. No other read of one permit takes more. */
export const COLLECTIONS_AT_ONCE = 4;
/** All memberships can be read so. A malformed `hidePrice` is read as a text. */
const MEMBERSHIP = {
  _id: 0,
  productId: decodable('productId'),
  hidePrice: { $cond: [{ $in: [{ $type: '$hidePrice' }, ['bool', 'null', 'missing']] }, '$hidePrice', 'malformed'] },
} as const;
const NEWEST_FIRST: Sort = { createdAt: -1, _id: -1 };

/** Each collection's products are a separate read: a large page takes longer than one read may. */
export function createFindCollectionPage(options: FindCollectionPageOptions): FindCollectionPage {
  const { catalogue, products, versions, budget, guardedRead, productsLimit } = options;
  const totals = createVersionedCache<{ readonly scope: MerchantScope; readonly search: string }, number>({
    versions,
    maxBytes: budget.collectionTotals,
    versionOf: ({ scope }) => versions.ofTags(scope.merchantId, ['collections']),
  });

  async function findCollections(scope: MerchantScope, request: CollectionsRequest) {
    const { search } = request;
    const visible = visibleTo(scope);
    const filter = matching(visible, search);
    const index = collectionsIndex(visible.status !== undefined);
    const skip = skipOf(request) ?? Number.MAX_SAFE_INTEGER;
    const options = { ...READ_LIMIT, sort: NEWEST_FIRST, skip, limit: request.perPage };
    const [total, found] = await Promise.all([
      totals.get({ scope, search }, () =>
        withIndex(index, (hint) => catalogue.collections.countDocuments(filter, { ...READ_LIMIT, ...hint })),
      ),
      withIndex(index, (hint) => findDocuments(catalogue.collections, filter, { ...options, ...hint })),
    ]);
    return { total, found };
  }

  async function membersOf(scope: MerchantScope, collectionId: string, signal: AbortSignal) {
    const members: CollectionMember[] = [];
    // No membership names an object, and the driver can't write every one that it reads.
    if (isFields(collectionId)) return { members, truncated: false };
    const wanted = productsLimit + 1;
    const memberships = catalogue.memberships
      .find(
        { merchantId: scope.merchantId, collectionId },
        { ...READ_LIMIT, projection: MEMBERSHIP, batchSize: wanted },
      )
      .sort(COLLECTION_ORDER);
    try {
      while (members.length < wanted && (await memberships.hasNext())) {
        signal.throwIfAborted();
        const batch = memberships.readBufferedDocuments();
        // A membership from before the validators may name anything.
        const ids = batch.map(({ productId }) => productId).filter(isText);
        const found = await products.findByIds(scope, ids, PRODUCT_SUMMARY_FIELDS);
        const byId = new Map(found.map((product) => [product._id, product]));
        for (const membership of batch) {
          const product = byId.get(membership.productId);
          if (product !== undefined) members.push({ membership, product });
        }
      }
    } finally {
      // The page doesn't wait for MongoDB to close the cursor.
      void memberships.close().catch(() => undefined);
    }
    return { members: members.slice(0, productsLimit), truncated: members.length > productsLimit };
  }

  return async (scope, request, serialise, signal) => {
    const { total, found } = await guardedRead('collections.page', () => findCollections(scope, request));
    const collections = await mapBounded(found, COLLECTIONS_AT_ONCE, async (collection) => {
      signal.throwIfAborted();
      const members = await guardedRead('collections.products', () => membersOf(scope, collection._id, signal));
      return serialise({ collection, ...members });
    });
    return { total, collections };
  };
}

/** Matches plain text anywhere in name, handle or description, in any case. */
function matching(visible: ScopeFilter, search: string): Filter<OwnedStored> {
  if (search === '') return visible;
  const pattern = { $regex: search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
  return { ...visible, $or: [{ name: pattern }, { handle: pattern }, { description: pattern }] };
}
