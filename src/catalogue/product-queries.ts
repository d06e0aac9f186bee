/** What the queries of products share: how a merchant's products are selected and sorted, and the index of a sort. */
import type { FindOptions, Sort } from 'mongodb';
import { type ProductSortField, productSortIndex } from './definitions.ts';
import { findByIds } from './find-documents.ts';
import type { ScopeFilter } from './merchant-scope.ts';
import type { Catalogue, OwnedStored } from './stored-documents.ts';
import { withIndex } from './with-index.ts';

/** The fields that lists are filtered by. A write of one bumps `products`. A list by `handle` has a tag of its own. */
export const FILTERED_FIELDS = { status: true } as const satisfies Record<
  Exclude<keyof ScopeFilter, 'merchantId' | symbol>,
  true
>;

/** The order of the products in a collection, for queries of memberships. */
export const COLLECTION_ORDER = { position: 1, productId: 1 } as const;

/** The stored values that are shown as this handle: a writer may store a number. */
export function storedHandles(handle: string): (string | number)[] {
  const number = Number(handle);
  return String(number) === handle ? [handle, number] : [handle];
}

export const sortOf = (sortBy: ProductSortField, order: number): Sort =>
  (sortBy === 'id' ? { _id: order } : { [sortBy]: order, _id: order }) as Sort;

/** The products of a filter in a sort. */
export interface SortedProducts {
  readonly filter: ScopeFilter;
  readonly sortBy: ProductSortField;
}

/** The index that serves them. */
export const sortIndexOf = ({ filter, sortBy }: SortedProducts) =>
  productSortIndex(sortBy, filter.status !== undefined);

/**
 * Resolves to the products of the filter with these ids, in no order. Without a hint, MongoDB tries each index that
 * starts with the merchant, and fetches the products by all of them. Throws as `findDocuments` does.
 */
export const findProducts = (
  products: Catalogue['products'],
  filter: ScopeFilter,
  ids: readonly string[],
  options: FindOptions,
): Promise<OwnedStored[]> =>
  withIndex(sortIndexOf({ filter, sortBy: 'id' }), (hint) => findByIds(products, filter, ids, { ...options, ...hint }));
