/** The cache tags that a list of products depends on: which products it has, how many, and their order. */
import { type Tag, tagsOfList } from '../cache/cache-tags.ts';
import type { ProductSortField } from '../catalogue/definitions.ts';
import type { ProductsRequest } from './parameters.ts';

export const DEFAULT_SORT = 'createdAt';

const tagsOfProducts = (sortBy: ProductSortField | null, handle: string | undefined): Tag[] => [
  ...tagsOfList(sortBy),
  ...(handle === undefined ? [] : (['handle'] as const)),
];

/**
 * The tags of a collection's products, in the collection's order (null) or in a sort, with or without a filter by
 * handle.
 */
export const tagsOfMembers = (sortBy: ProductSortField | null, handle: string | undefined): Tag[] => [
  ...tagsOfProducts(sortBy, handle),
  'memberships',
];

/** The tags that decide which products `findPage` returns for a request. */
export const tagsOf = ({ collection, sortBy, handle }: ProductsRequest): readonly Tag[] =>
  collection === undefined
    ? tagsOfProducts(sortBy ?? DEFAULT_SORT, handle)
    : [...tagsOfMembers(sortBy ?? null, handle), 'collections'];
