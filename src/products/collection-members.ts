/**
 * The ids of a collection's visible products, in the collection's order or in a sort. They are cached until one of them
 * changes. Those with a handle are few, so they are read without the others.
 */
import type { Filter } from 'mongodb';
import { createVersionedCache } from '../cache/versioned-cache.ts';
import type { Versions } from '../cache/versions.ts';
import { decodable } from '../catalogue/decodable.ts';
import type { ProductSortField } from '../catalogue/definitions.ts';
import { findDocuments } from '../catalogue/find-documents.ts';
import type { ScopeFilter } from '../catalogue/merchant-scope.ts';
import { COLLECTION_ORDER, findProducts, sortIndexOf, sortOf, storedHandles } from '../catalogue/product-queries.ts';
import type { Catalogue, OwnedStored } from '../catalogue/stored-documents.ts';
import { isText } from '../catalogue/values.ts';
import { withIndex } from '../catalogue/with-index.ts';
import { READ_LIMIT } from '../engines/mongodb/client.ts';
import { textBytes } from '../runtime/text-size.ts';
import { tagsOfMembers } from './request-tags.ts';

export interface Members {
  readonly filter: ScopeFilter;
  readonly collectionId: string;
  /** Null: the collection's own order. */
  readonly sortBy: ProductSortField | null;
}

type ReadCatalogue = Pick<Catalogue, 'products' | 'memberships'>;

interface MemberIdsOptions {
  readonly catalogue: ReadCatalogue;
  readonly versions: Versions;
  readonly maxBytes: number;
}

/** MongoDB fetches and sorts the products of such a collection. More could exceed the 100 MB that a sort may take. */
const FETCHED_AND_SORTED = 5000;
/** This many ids take a fraction of the 16 MB that a command may have. */
const IDS_IN_ONE_COMMAND = 20_000;
const PRODUCT_ID = { _id: 0, productId: decodable('productId') } as const;

export function createFindMemberIds(options: MemberIdsOptions): (members: Members) => Promise<readonly string[]> {
  const { catalogue, versions, maxBytes } = options;
  const cache = createVersionedCache<Members, readonly string[]>({
    versions,
    maxBytes,
    sizeOf: (ids) => ids.reduce((sum, id) => sum + textBytes(id), 0),
    versionOf: ({ filter, sortBy }) => versions.ofTags(filter.merchantId, tagsOfMembers(sortBy)),
  });
  return (members) =>
    cache.get(members, () =>
      members.sortBy === null ? idsInOrder(catalogue, members) : sortedIds(catalogue, members, members.sortBy),
    );
}

/** The ids of the members with this handle: the few products that have it, then their memberships. */
export async function findIdsByHandle(
  { products, memberships }: ReadCatalogue,
  { filter, collectionId, sortBy }: Members,
  handle: string,
): Promise<readonly string[]> {
  const options = { ...READ_LIMIT, projection: { _id: 1 }, sort: sortOf(sortBy ?? 'id', 1) };
  const selected = { ...filter, handle: { $in: storedHandles(handle) } } as Filter<OwnedStored>;
  const found = await withIndex(sortIndexOf({ filter, sortBy: 'handle' }), (hint) =>
    findDocuments(products, selected, { ...options, ...hint }),
  );
  const ids = found.map(({ _id }) => _id).filter(isText);
  const inOrder = await memberships
    .find(
      { merchantId: filter.merchantId, productId: { $in: ids }, collectionId },
      { ...READ_LIMIT, projection: PRODUCT_ID, sort: COLLECTION_ORDER },
    )
    .toArray();
  const members = new Set(inOrder.map(({ productId }) => productId).filter(isText));
  return sortBy === null ? [...members] : ids.filter((id) => members.has(id));
}

async function idsInOrder(catalogue: ReadCatalogue, { filter, collectionId }: Members): Promise<string[]> {
  const found = await catalogue.memberships
    .find({ merchantId: filter.merchantId, collectionId }, { ...READ_LIMIT, projection: PRODUCT_ID, batchSize: 10_000 })
    .sort(COLLECTION_ORDER)
    .toArray();
  // A membership from before the validators may name anything.
  const ids = found.map((membership) => membership.productId).filter(isText);
  const products = await findProducts(catalogue.products, filter, ids, { ...READ_LIMIT, projection: { _id: 1 } });
  const visible = new Set(products.map(({ _id }) => _id));
  return ids.filter((id) => visible.has(id));
}

/** In a large collection, the index of the sort is walked. Beyond a limit, this function selects the members in it. */
async function sortedIds(catalogue: ReadCatalogue, members: Members, sortBy: ProductSortField): Promise<string[]> {
  const { products } = catalogue;
  const { filter } = members;
  const ids = await idsInOrder(catalogue, members);
  const options = { ...READ_LIMIT, projection: { _id: 1 }, sort: sortOf(sortBy, 1), batchSize: 10_000 };
  if (ids.length <= IDS_IN_ONE_COMMAND) {
    const index = sortIndexOf({ filter, sortBy: ids.length <= FETCHED_AND_SORTED ? 'id' : sortBy });
    const sorted = await withIndex(index, (hint) =>
      products.find({ ...filter, _id: { $in: ids } }, { ...options, ...hint }).toArray(),
    );
    return sorted.map(({ _id }) => _id);
  }
  const isMember = new Set(ids);
  return await withIndex(sortIndexOf({ filter, sortBy }), async (hint) => {
    const sorted: string[] = [];
    const walk = products.find(filter, { ...options, ...hint, projection: { _id: decodable('_id') } });
    for await (const { _id } of walk) if (isMember.has(_id)) sorted.push(_id);
    return sorted;
  });
}
