/**
 * Reads products of one merchant: pages in any sort, pages of one collection in the collection's order, and products by
 * id. An index of `catalogue/definitions.ts` serves each sort, and equal keys are ordered by id, so pages never overlap
 * or skip.
 */
import type { Filter } from 'mongodb';
import type { CacheBudget } from '../cache/budget.ts';
import { tagsOfList } from '../cache/cache-tags.ts';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import { type MerchantScope, type ScopeFilter, visibleTo } from '../catalogue/merchant-scope.ts';
import { findProducts, sortIndexOf, sortOf, storedHandles } from '../catalogue/product-queries.ts';
import type { Catalogue, OwnedStored } from '../catalogue/stored-documents.ts';
import type { Status } from '../catalogue/values.ts';
import { withIndex } from '../catalogue/with-index.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { skipOf } from '../http/pagination.ts';
import { createFindMemberIds, findIdsByHandle } from './collection-members.ts';
import { createReadSorted } from './deep-pages/sorted-pages.ts';
import { DEFAULT_SORT, type ProductsRequest } from './parameters.ts';

export interface ProductPage {
  readonly total: number;
  readonly products: readonly OwnedStored[];
}

export interface ProductRepository {
  /** Throws the signal's reason before its next command if the signal is aborted. */
  findPage(scope: MerchantScope, request: ProductsRequest, signal: AbortSignal): Promise<ProductPage>;
  /** The products with these ids that exist and that the scope may see, in no order. */
  findByIds(scope: MerchantScope, ids: readonly string[], fields?: readonly string[]): Promise<OwnedStored[]>;
}

interface ProductRepositoryOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'productTotals' | 'memberIds' | 'seekAnchors'>;
}

/** Reads the page of a request from the products of a filter. Throws the signal's reason, and what MongoDB throws. */
type FindPage = (filter: ScopeFilter, request: ProductsRequest, signal: AbortSignal) => Promise<ProductPage>;

const NOTHING: ProductPage = { total: 0, products: [] };

export function createProductRepository(options: ProductRepositoryOptions): ProductRepository {
  const { products, collections } = options.catalogue;
  const findSorted = createFindSorted(options);
  const findInCollection = createFindInCollection(options);
  return {
    async findPage(scope, request, signal) {
      const filter = filterOf(scope, request.status);
      if (filter === null) return NOTHING;
      if (request.collection !== undefined) {
        const [isShown, page] = await Promise.all([
          isVisible(collections, scope, request.collection),
          findInCollection(request.collection, filter, request, signal),
        ]);
        return isShown ? page : NOTHING;
      }
      if (request.handle !== undefined) return await findByHandle(products, filter, request.handle, request);
      return await findSorted(filter, request, signal);
    },

    async findByIds(scope, ids, fields) {
      const projection =
        fields === undefined ? {} : { projection: Object.fromEntries(fields.map((field) => [field, 1])) };
      return await findProducts(products, visibleTo(scope), ids, { ...READ_LIMIT, ...projection });
    },
  };
}

/** Pages of all products in a sort. */
function createFindSorted({ catalogue: { products }, versions, budget }: ProductRepositoryOptions): FindPage {
  const readSorted = createReadSorted({ products, maxBytes: budget.seekAnchors });
  const totals = createVersionedCache<ScopeFilter, number>({
    versions,
    maxBytes: budget.productTotals,
    versionOf: ({ merchantId }) => versions.ofTags(merchantId, tagsOfList(null)),
  });
  return async (filter, request, signal) => {
    const { sortBy = DEFAULT_SORT, perPage: limit } = request;
    // Read the version before the total: anchors that rest on a total from before a write must not outlive the write.
    const version = versions.ofTags(filter.merchantId, tagsOfList(sortBy));
    const total = await totals.get(filter, () => products.countDocuments(filter, READ_LIMIT));
    const skip = skipOf(request);
    if (skip === null || skip >= total) return { total, products: [] };
    const slice = { sortBy, direction: directionOf(request, 'desc'), skip, limit, total, version };
    return { total, products: await readSorted(filter, slice, signal) };
  };
}

/** Pages of the products of one collection. */
function createFindInCollection({ catalogue, versions, budget }: ProductRepositoryOptions) {
  const { products } = catalogue;
  const findMemberIds = createFindMemberIds({ catalogue, versions, maxBytes: budget.memberIds });
  return async (
    collectionId: string,
    filter: ScopeFilter,
    request: ProductsRequest,
    signal: AbortSignal,
  ): Promise<ProductPage> => {
    const { handle, sortBy = null, perPage } = request;
    const members = { filter, collectionId, sortBy };
    const ids = await (handle === undefined ? findMemberIds(members) : findIdsByHandle(catalogue, members, handle));
    signal.throwIfAborted();
    const skip = skipOf(request);
    if (skip === null || skip >= ids.length) return { total: ids.length, products: [] };
    const isDescending = directionOf(request, sortBy === null ? 'asc' : 'desc') === -1;
    const pageIds = (isDescending ? ids.toReversed() : ids).slice(skip, skip + perPage);
    const found = await findProducts(products, filter, pageIds, READ_LIMIT);
    const byId = new Map(found.map((product) => [product._id, product]));
    return { total: ids.length, products: pageIds.flatMap((id) => byId.get(id) ?? []) };
  };
}

/** Products hardly ever share a handle. MongoDB finds the few products with the index by handle, and sorts them. */
async function findByHandle(
  products: Catalogue['products'],
  filter: ScopeFilter,
  handle: string,
  request: ProductsRequest,
): Promise<ProductPage> {
  const { sortBy = DEFAULT_SORT, perPage: limit } = request;
  const selected = { ...filter, handle: { $in: storedHandles(handle) } } as Filter<OwnedStored>;
  const byHandle = sortIndexOf({ filter, sortBy: 'handle' });
  const skip = skipOf(request) ?? Number.MAX_SAFE_INTEGER;
  const options = { ...READ_LIMIT, sort: sortOf(sortBy, directionOf(request, 'desc')), skip, limit };
  const [total, found] = await Promise.all([
    withIndex(byHandle, (hint) => products.countDocuments(selected, { ...READ_LIMIT, ...hint })),
    withIndex(byHandle, (hint) => findDocuments(products, selected, { ...options, ...hint })),
  ]);
  return { total, products: found };
}

async function isVisible(collections: Catalogue['collections'], scope: MerchantScope, collectionId: string) {
  const query = { ...visibleTo(scope), _id: collectionId };
  return (await findDocuments(collections, query, { ...READ_LIMIT, projection: { _id: 1 } })).length > 0;
}

const directionOf = ({ sortOrder }: ProductsRequest, byDefault: 'asc' | 'desc'): 1 | -1 =>
  (sortOrder ?? byDefault) === 'asc' ? 1 : -1;

/** The scope's filter, narrowed to a status. Null if the scope may see nothing with that status. */
function filterOf(scope: MerchantScope, status: Status | undefined): ScopeFilter | null {
  const visible = visibleTo(scope);
  if (status === undefined) return visible;
  return visible.status === undefined || visible.status === status ? { ...visible, status } : null;
}
