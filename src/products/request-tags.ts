/** The cache tags that a list of products depends on: which products it has, how many, and their order. */
import { type Tag, tagsOfList } from '../cache/cache-tags.ts';
import type { ProductSortField } from '../catalogue/definitions.ts';
import { DEFAULT_SORT, type ProductsRequest } from './parameters.ts';

/** The tags of a collection's products, in the collection's order (null) or in a sort. */
export const tagsOfMembers = (sortBy: ProductSortField | null): Tag[] => [...tagsOfList(sortBy), 'memberships'];

/** The tags that decide which products `findPage` returns for a request. */
export const tagsOf = ({ collection, sortBy, handle }: ProductsRequest): readonly Tag[] => [
  ...(collection === undefined ? tagsOfList(sortBy ?? DEFAULT_SORT) : tagsOfMembers(sortBy ?? null)),
  ...(collection === undefined ? [] : (['collections'] as const)),
  ...(handle === undefined ? [] : (['handle'] as const)),
];
