/**
 * Reads products of one merchant: pages in any sort, pages of one collection in its own order, and products by id.
 * Each sort is served by an index of `data/setup.ts`, and equal keys are ordered by id, so pages never overlap or skip.
 */
import { type Filter, type FindOptions, MongoServerError } from 'mongodb';
import type { Catalogue, OwnedStored } from '../data/collections.ts';
import { productSortIndex } from '../data/setup.ts';
import type { Status } from '../data/values.ts';
import { skipOf } from '../http/pagination.ts';
import { createKeptRead } from '../memory/reads.ts';
import type { Versions } from '../memory/versions.ts';
import { chunksOf } from '../platform/chunks.ts';
import { type MerchantScope, visibleTo } from '../tenancy/scope.ts';
import type { ProductsRequest } from './parameters.ts';

export interface ProductPage {
  readonly total: number;
  readonly products: readonly OwnedStored[];
}

export interface ProductRepository {
  findPage(scope: MerchantScope, request: ProductsRequest): Promise<ProductPage>;
  /** Those of the ids that exist and that the scope may see, in no order. */
  findByIds(scope: MerchantScope, ids: readonly string[], fields?: readonly string[]): Promise<OwnedStored[]>;
}

const IDS_IN_ONE_QUERY = 1000;

export function createProductRepository(catalogue: Catalogue, versions: Versions): ProductRepository {
  const { products, collections, memberships } = catalogue;

  const countOf = createKeptRead<ProductFilter, number>({
    versions,
    maxEntries: 10_000,
    load: (_scope, filter) => products.countDocuments(filter),
  });

  /** The ids of a collection's visible products in the collection's order. */
  const memberIdsOf = createKeptRead<{ filter: ProductFilter; collectionId: string }, readonly string[]>({
    versions,
    maxEntries: 200,
    load: (_scope, question) => readMemberIds(question),
  });

  async function readMemberIds({
    filter,
    collectionId,
  }: {
    filter: ProductFilter;
    collectionId: string;
  }): Promise<string[]> {
    const members = await memberships
      .find(
        { merchantId: filter.merchantId, collectionId },
        { projection: { _id: 0, productId: 1 }, batchSize: 10_000 },
      )
      .sort({ position: 1, productId: 1 })
      .toArray();
    const ids = members.map((member) => member.productId);
    const visible = new Set<string>();
    for (const chunk of chunksOf(ids, IDS_IN_ONE_QUERY)) {
      const found = products.find({ ...filter, _id: { $in: chunk } }, { projection: { _id: 1 } });
      for await (const { _id } of found) visible.add(_id);
    }
    return ids.filter((id) => visible.has(id));
  }

  async function findSorted(
    filter: Filter<OwnedStored>,
    request: ProductsRequest,
    total: number,
  ): Promise<ProductPage> {
    const skip = skipOf(request);
    if (skip === null || skip >= total) return { total, products: [] };
    const { sortBy = 'createdAt', sortOrder = 'desc' } = request;
    const direction = sortOrder === 'asc' ? 1 : -1;
    const sort = sortBy === 'id' ? { _id: direction } : { [sortBy]: direction, _id: direction };
    const found = await withHint(productSortIndex(sortBy, 'status' in filter).name, (options) =>
      products
        .find(filter, {
          ...options,
          sort: sort as FindOptions['sort'] & {},
          skip,
          limit: request.perPage,
        })
        .toArray(),
    );
    return { total, products: found };
  }

  async function findInCollection(
    scope: MerchantScope,
    filter: ProductFilter,
    collectionId: string,
    request: ProductsRequest,
  ): Promise<ProductPage> {
    const ids = await memberIdsOf(scope, { filter, collectionId });
    const skip = skipOf(request);
    if (skip === null || skip >= ids.length) return { total: ids.length, products: [] };
    if (request.sortBy !== undefined) {
      return findSorted({ ...filter, _id: { $in: [...ids] } }, request, ids.length);
    }
    const ordered = request.sortOrder === 'desc' ? ids.toReversed() : ids;
    const pageIds = ordered.slice(skip, skip + request.perPage);
    const found = await products.find({ ...filter, _id: { $in: pageIds } }, { batchSize: IDS_IN_ONE_QUERY }).toArray();
    const byId = new Map(found.map((product) => [product._id, product]));
    return { total: ids.length, products: pageIds.flatMap((id) => byId.get(id) ?? []) };
  }

  return {
    async findPage(scope, request) {
      const filter = filterOf(scope, request.status);
      if (filter === null) return { total: 0, products: [] };
      if (request.collection === undefined) {
        return findSorted(filter, request, await countOf(scope, filter));
      }
      const seen = await collections.findOne(
        { ...visibleTo(scope), _id: request.collection },
        { projection: { _id: 1 } },
      );
      if (seen === null) return { total: 0, products: [] };
      return findInCollection(scope, filter, request.collection, request);
    },

    async findByIds(scope, ids, fields) {
      const options = {
        batchSize: IDS_IN_ONE_QUERY,
        ...(fields === undefined ? {} : { projection: Object.fromEntries(fields.map((field) => [field, 1])) }),
      };
      const chunks = chunksOf(ids, IDS_IN_ONE_QUERY);
      const found = await Promise.all(
        chunks.map((chunk) => products.find({ ...visibleTo(scope), _id: { $in: chunk } }, options).toArray()),
      );
      return found.flat();
    },
  };
}

type ProductFilter = { readonly merchantId: string; readonly status?: Status };

/** The scope's filter narrowed to a status; null when the scope may see nothing of that status. */
function filterOf(scope: MerchantScope, status: Status | undefined): ProductFilter | null {
  const visible = visibleTo(scope);
  if (status === undefined) return visible;
  return visible.status === undefined || visible.status === status ? { ...visible, status } : null;
}

const BAD_HINT = 2;

/** Asks for the index by its name, so that no plan cache can choose worse; where it was never made, lets MongoDB choose. */
async function withHint<T>(hint: string, find: (options: { hint?: string }) => Promise<T>): Promise<T> {
  try {
    return await find({ hint });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === BAD_HINT && /hint/i.test(error.message)) return find({});
    throw error;
  }
}
