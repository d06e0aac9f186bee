/**
 * Reads products of one merchant: pages in any sort, pages of one collection in the collection's order, and products by id. An index of
 * `catalogue/setup.ts` serves each sort, and equal keys are ordered by id, so pages never overlap or skip.
 */
import type { Filter } from 'mongodb';
import type { CacheBudget } from '../cache/budget.ts';
import { type Tag, tagsOfList } from '../cache/cache-tags.ts';
import { createVersionedCache, loadEach } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import type { Catalogue, OwnedStored } from '../catalogue/collections.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import type { ProductSortField } from '../catalogue/setup.ts';
import type { Status } from '../catalogue/values.ts';
import { READ_LIMIT } from '../engines/mongo.ts';
import { skipOf } from '../http/pagination.ts';
import { chunksOf } from '../runtime/chunks.ts';
import { ClientDisconnected } from '../runtime/concurrency-limiter.ts';
import { textBytes } from '../runtime/text-size.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';
import type { ProductsRequest } from './parameters.ts';
import { createReadSorted } from './sorted-pages.ts';
import { indexOf, type ProductFilter, sortOf, withHint } from './sorted-read.ts';

export interface ProductPage {
  readonly total: number;
  readonly products: readonly OwnedStored[];
}

export interface ProductRepository {
  /** Throws ClientDisconnected before its next command if the client has disconnected. */
  findPage(scope: MerchantScope, request: ProductsRequest, isDisconnected: () => boolean): Promise<ProductPage>;
  /** The products with these ids that exist and that the scope may see, in no order. */
  findByIds(scope: MerchantScope, ids: readonly string[], fields?: readonly string[]): Promise<OwnedStored[]>;
}

const IDS_IN_ONE_QUERY = 1000;
/** For a larger collection, the repository walks the index. This many ids take a fraction of the 16 MB that a command may have. */
const SORTED_BY_ID_LIST = 20_000;

interface ProductRepositoryOptions {
  readonly catalogue: Catalogue;
  readonly versions: Versions;
  readonly budget: Pick<CacheBudget, 'productTotals' | 'memberIds' | 'seekAnchors'>;
}

export function createProductRepository(options: ProductRepositoryOptions): ProductRepository {
  const { catalogue, versions, budget } = options;
  const { products, collections, memberships } = catalogue;

  const readSorted = createReadSorted({ products, maxBytes: budget.seekAnchors });
  const totals = createVersionedCache<ProductFilter, number>({
    versions,
    maxBytes: budget.productTotals,
    sizeOf: () => 8,
    versionOf: ({ merchantId }) => versions.ofTags(merchantId, tagsOfList(null)),
    load: loadEach((filter) => products.countDocuments(filter, READ_LIMIT)),
    maxStaleMs: MAX_STALE_TOTAL_MS,
  });

  /** The ids of a collection's visible products, in the collection's order or in a sort. */
  const memberIds = createVersionedCache<MembersKey, readonly string[]>({
    versions,
    maxBytes: budget.memberIds,
    sizeOf: (ids) => ids.reduce((sum, id) => sum + textBytes(id), 0),
    versionOf: ({ filter, sortBy }) => versions.ofTags(filter.merchantId, tagsOfMembers(sortBy, filter.handle)),
    load: loadEach((members) =>
      members.sortBy === null ? readMemberIds(members) : sortMemberIds(members, members.sortBy),
    ),
  });

  async function readMemberIds({ filter, collectionId }: MembersKey): Promise<string[]> {
    const found = await memberships
      .find(
        { merchantId: filter.merchantId, collectionId },
        { ...READ_LIMIT, projection: { _id: 0, productId: 1 }, batchSize: 10_000 },
      )
      .sort({ position: 1, productId: 1 })
      .toArray();
    const ids = found.map((membership) => membership.productId);
    const visible = new Set<string>();
    for (const chunk of chunksOf(ids, IDS_IN_ONE_QUERY)) {
      const chunkFound = products.find(
        { ...filter, _id: { $in: chunk } },
        { ...READ_LIMIT, projection: { _id: 1 }, batchSize: IDS_IN_ONE_QUERY },
      );
      for await (const { _id } of chunkFound) visible.add(_id);
    }
    return ids.filter((id) => visible.has(id));
  }

  /** MongoDB sorts the products of a small collection. For a large one, this function walks the index of the sort. */
  async function sortMemberIds(members: MembersKey, sortBy: ProductSortField): Promise<string[]> {
    const { filter } = members;
    const ids = await readMemberIds(members);
    const options = { ...READ_LIMIT, projection: { _id: 1 }, sort: sortOf(sortBy, 1), batchSize: 10_000 };
    if (ids.length <= SORTED_BY_ID_LIST) {
      const sorted = await products.find({ ...filter, _id: { $in: ids } }, options).toArray();
      return sorted.map(({ _id }) => _id);
    }
    const isMember = new Set(ids);
    const sorted: string[] = [];
    for await (const { _id } of products.find(filter, options)) if (isMember.has(_id)) sorted.push(_id);
    return sorted;
  }

  async function findInCollection(
    filter: ProductFilter,
    collectionId: string,
    request: ProductsRequest,
    isDisconnected: () => boolean,
  ): Promise<ProductPage> {
    const { sortBy = null } = request;
    const ids = await memberIds.get({ filter: withHandle(filter, request), collectionId, sortBy });
    if (isDisconnected()) throw new ClientDisconnected();
    const skip = skipOf(request);
    if (skip === null || skip >= ids.length) return { total: ids.length, products: [] };
    const isDescending = directionOf(request, sortBy === null ? 'asc' : 'desc') === -1;
    const pageIds = (isDescending ? ids.toReversed() : ids).slice(skip, skip + request.perPage);
    const options = { ...READ_LIMIT, batchSize: IDS_IN_ONE_QUERY };
    const found = await findDocuments(products, { ...filter, _id: { $in: pageIds } }, options);
    const byId = new Map(found.map((product) => [product._id, product]));
    return { total: ids.length, products: pageIds.flatMap((id) => byId.get(id) ?? []) };
  }

  /** Products hardly ever share a handle. MongoDB finds the few products with the index by handle, and sorts them. */
  async function findByHandle(filter: ProductFilter, request: ProductsRequest): Promise<ProductPage> {
    const { handle, sortBy = DEFAULT_SORT, perPage: limit } = request;
    const selected = { ...filter, handle } as Filter<OwnedStored>;
    const hint = indexOf({ sortBy: 'handle', filter }).name;
    const total = await withHint(
      () => products.countDocuments(selected, { ...READ_LIMIT, hint }),
      () => products.countDocuments(selected, READ_LIMIT),
    );
    const skip = skipOf(request);
    if (skip === null || skip >= total) return { total, products: [] };
    const options = { ...READ_LIMIT, sort: sortOf(sortBy, directionOf(request, 'desc')), skip, limit };
    const found = await withHint(
      () => findDocuments(products, selected, { ...options, hint }),
      () => findDocuments(products, selected, options),
    );
    return { total, products: found };
  }

  return {
    async findPage(scope, request, isDisconnected) {
      const filter = filterOf(scope, request.status);
      if (filter === null) return { total: 0, products: [] };
      if (request.collection === undefined) {
        if (request.handle !== undefined) return await findByHandle(filter, request);
        const { sortBy = DEFAULT_SORT, perPage: limit } = request;
        // Read the version before the total: anchors that rest on a total from before a write must not outlive the write.
        const version = versions.ofTags(scope.merchantId, tagsOfList(sortBy));
        const total = await totals.get(filter);
        const skip = skipOf(request);
        if (skip === null || skip >= total) return { total, products: [] };
        const slice = { sortBy, direction: directionOf(request, 'desc'), skip, limit, total, version };
        return { total, products: await readSorted(filter, slice, isDisconnected) };
      }
      const seen = await collections.findOne(
        { ...visibleTo(scope), _id: request.collection },
        { ...READ_LIMIT, projection: { _id: 1 } },
      );
      if (seen === null) return { total: 0, products: [] };
      if (isDisconnected()) throw new ClientDisconnected();
      return findInCollection(filter, request.collection, request, isDisconnected);
    },

    async findByIds(scope, ids, fields) {
      const options = {
        ...READ_LIMIT,
        batchSize: IDS_IN_ONE_QUERY,
        ...(fields === undefined ? {} : { projection: Object.fromEntries(fields.map((field) => [field, 1])) }),
      };
      const chunks = chunksOf(ids, IDS_IN_ONE_QUERY);
      const found = await Promise.all(
        chunks.map((chunk) => findDocuments(products, { ...visibleTo(scope), _id: { $in: chunk } }, options)),
      );
      return found.flat();
    },
  };
}

const DEFAULT_SORT = 'createdAt';
/** While the stream is disconnected, counting a large catalogue for each request would bring MongoDB down. */
export const MAX_STALE_TOTAL_MS = 1000;

/** The tags that a list of products depends on, with or without a filter by handle. */
const tagsOfProducts = (sortBy: ProductSortField | null, handle: string | undefined): Tag[] => [
  ...tagsOfList(sortBy),
  ...(handle === undefined ? [] : (['handle'] as const)),
];

/** The tags that the products of a collection depend on, in the collection's order or in a sort. */
const tagsOfMembers = (sortBy: ProductSortField | null, handle: string | undefined): Tag[] => [
  ...tagsOfProducts(sortBy, handle),
  'memberships',
];

/** The tags that decide which products `findPage` returns for a request, how many there are, and their order. */
export const tagsOf = ({ collection, sortBy, handle }: ProductsRequest): readonly Tag[] =>
  collection === undefined
    ? tagsOfProducts(sortBy ?? DEFAULT_SORT, handle)
    : [...tagsOfMembers(sortBy ?? null, handle), 'collections'];

type MembersFilter = ProductFilter & { readonly handle?: string };

const withHandle = (filter: ProductFilter, { handle }: ProductsRequest): MembersFilter =>
  handle === undefined ? filter : { ...filter, handle };

interface MembersKey {
  readonly filter: MembersFilter;
  readonly collectionId: string;
  /** null: the collection's own order. */
  readonly sortBy: ProductSortField | null;
}

const directionOf = ({ sortOrder }: ProductsRequest, byDefault: 'asc' | 'desc'): 1 | -1 =>
  (sortOrder ?? byDefault) === 'asc' ? 1 : -1;

/** The scope's filter, narrowed to a status. Null if the scope may see nothing with that status. */
function filterOf(scope: MerchantScope, status: Status | undefined): ProductFilter | null {
  const visible = visibleTo(scope);
  if (status === undefined) return visible;
  return visible.status === undefined || visible.status === status ? { ...visible, status } : null;
}
