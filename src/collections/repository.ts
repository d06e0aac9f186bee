/**
 * Reads a page of a merchant's collections, and for each the first products in its own order. Memberships are read one
 * page beyond the limit, so that a cut is known; where some of them lead to products that are gone or hidden, more are
 * read until the limit is full or the collection ends.
 */
import type { Filter, Sort } from 'mongodb';
import type { CacheBudget } from '../cache/budget.ts';
import type { Tag } from '../cache/cache-tags.ts';
import { createVersionedCache, loadEach } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import type { Catalogue, OwnedStored, StoredMembership } from '../catalogue/collections.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import { type NamedRead, READ_LIMIT } from '../engines/mongo.ts';
import { skipOf } from '../http/pagination.ts';
import { MAX_STALE_TOTAL_MS, type ProductRepository } from '../products/repository.ts';
import { REDUCED_PRODUCT_FIELDS } from '../products/schema.ts';
import { ClientDisconnected } from '../runtime/concurrency-limiter.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';
import type { CollectionsRequest } from './parameters.ts';

export interface CollectionMember {
  readonly membership: StoredMembership;
  readonly product: OwnedStored;
}

export interface CollectionWithMembers {
  readonly collection: OwnedStored;
  readonly members: readonly CollectionMember[];
  /** The collection has more visible products than `members`. */
  readonly truncated: boolean;
}

export interface PageReading<T> {
  readonly productsLimit: number;
  readonly isDisconnected: () => boolean;
  /** What the page needs of a collection. */
  readonly serialise: (collection: CollectionWithMembers) => T;
}

export interface CollectionRepository {
  /**
   * A page of collections with at most `productsLimit` products each. Each is serialised as soon as it is read:
   * all of a large page's documents at once would be a hundred megabytes. Throws ClientDisconnected when the client disconnects.
   */
  findPage<T>(
    scope: MerchantScope,
    request: CollectionsRequest,
    { productsLimit, isDisconnected, serialise }: PageReading<T>,
  ): Promise<{ total: number; collections: T[] }>;
}

/** What decides which collections and products a page has, beside the products' own fields. */
export const TAGS: readonly Tag[] = ['collections', 'memberships', 'products'];

interface CollectionRepositoryOptions {
  readonly catalogue: Catalogue;
  readonly products: ProductRepository;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'collectionTotals'>;
  readonly read: NamedRead;
}

const COLLECTIONS_AT_ONCE = 8;
const COLLECTION_ORDER: Sort = { position: 1, productId: 1 };
const NEWEST_FIRST: Sort = { createdAt: -1, _id: -1 };

/** Each collection's products are a read of their own: a large page takes longer than any one read may. */
export function createCollectionRepository(options: CollectionRepositoryOptions): CollectionRepository {
  const { catalogue, products, versions, budget, read } = options;
  const totals = createVersionedCache<{ readonly scope: MerchantScope; readonly search: string }, number>({
    versions,
    maxBytes: budget.collectionTotals,
    sizeOf: () => 8,
    versionOf: ({ scope }) => versions.ofTags(scope.merchantId, ['collections']),
    load: loadEach(({ scope, search }) =>
      catalogue.collections.countDocuments(matching(visibleTo(scope), search), READ_LIMIT),
    ),
    maxStaleMs: MAX_STALE_TOTAL_MS,
  });

  async function findCollections(scope: MerchantScope, request: CollectionsRequest) {
    const total = await totals.get({ scope, search: request.search });
    const skip = skipOf(request);
    if (skip === null || skip >= total) return { total, found: [] };
    const found = await findDocuments(catalogue.collections, matching(visibleTo(scope), request.search), {
      ...{ ...READ_LIMIT, sort: NEWEST_FIRST, skip, limit: request.perPage },
    });
    return { total, found };
  }

  async function membersOf(scope: MerchantScope, collectionId: string, limit: number) {
    const members: CollectionMember[] = [];
    const wanted = limit + 1;
    for (let skip = 0; members.length < wanted; skip += wanted) {
      const memberships = await findDocuments(
        catalogue.memberships,
        { merchantId: scope.merchantId, collectionId },
        { ...READ_LIMIT, projection: { productId: 1, hidePrice: 1 }, sort: COLLECTION_ORDER, skip, limit: wanted },
      );
      const ids = memberships.map((membership) => membership.productId);
      const found = await products.findByIds(scope, ids, REDUCED_PRODUCT_FIELDS);
      const byId = new Map(found.map((product) => [product._id, product]));
      for (const membership of memberships) {
        const product = byId.get(membership.productId);
        if (product !== undefined) members.push({ membership, product });
      }
      if (memberships.length < wanted) break;
    }
    return { members: members.slice(0, limit), truncated: members.length > limit };
  }

  return {
    async findPage(scope, request, { productsLimit, isDisconnected, serialise }) {
      const { total, found } = await read('collections.page', () => findCollections(scope, request));
      const collections = await mapBounded(found, COLLECTIONS_AT_ONCE, async (collection) => {
        if (isDisconnected()) throw new ClientDisconnected();
        const members = await read('collections.products', () => membersOf(scope, collection._id, productsLimit));
        return serialise({ collection, ...members });
      });
      return { total, collections };
    },
  };
}

/** Plain text, anywhere in name, handle or description, in any case. */
function matching(visible: { merchantId: string; status?: 'published' }, search: string): Filter<OwnedStored> {
  if (search === '') return visible;
  const pattern = { $regex: search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
  return { ...visible, $or: [{ name: pattern }, { handle: pattern }, { description: pattern }] };
}

/** Like Promise.all over `map`, with at most `atOnce` in work. */
async function mapBounded<T, R>(items: readonly T[], atOnce: number, map: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const entries = items.entries();
  const worker = async () => {
    for (const [index, item] of entries) results[index] = await map(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}
