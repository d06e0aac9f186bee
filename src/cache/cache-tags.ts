/**
 * Cache tags: the parts of a merchant's data that change independently. A cached value lists the tags that it depends
 * on, and a write bumps the tags that it may change. Single products have their own versions, see `versions.ts`.
 */
import { PRODUCT_SORT_FIELDS, type ProductSortField } from '../catalogue/definitions.ts';
import { FILTERED_FIELDS } from '../catalogue/product-queries.ts';

export type Tag =
  | 'merchant'
  | 'locations'
  | 'collections'
  | 'memberships'
  | 'rules'
  /** The detected language of a merchant. */
  | 'language'
  /** An access token. Its owner is its hash, because a token is looked up before its merchant is known. */
  | 'token'
  /** Which products exist, and their status. */
  | 'products'
  /** The values of one field in all products: they order a list that is sorted by the field. */
  | ProductSortField;

/** What a page depends on. */
export interface CacheDependencies {
  readonly tags: readonly Tag[];
  /** The products on the page. */
  readonly productIds: readonly string[];
}

/** The tags of what a full product includes. Memberships have none here: a write to a membership bumps its product. */
export const INCLUDED_IN_PRODUCT: readonly Tag[] = ['merchant', 'locations', 'collections'];

/**
 * The tags that decide which products a list has, how many, and their order. Null: the list isn't ordered by a product
 * field.
 */
export const tagsOfList = (sortBy: ProductSortField | null): readonly Tag[] =>
  sortBy === null ? ['products'] : ['products', sortBy];

/** Product fields that are only shown: no list is filtered or sorted by them. */
const SHOWN_ONLY: ReadonlySet<string> = new Set([
  'locationId',
  'description',
  'inventory',
  'variants',
  'specifications',
  'images',
]);

/**
 * The fields with a tag of their own. Fields that lists are filtered by have none, because they decide which products a
 * list has, and `id` never changes.
 */
const SORTED_BY: ReadonlySet<string> = new Set(
  PRODUCT_SORT_FIELDS.filter((field) => !Object.hasOwn(FILTERED_FIELDS, field) && field !== 'id'),
);

/** The tags that a change of these product fields bumps. A field that this file doesn't list bumps `products`. */
export function tagsOfFields(fields: Iterable<string>): Tag[] {
  const changing = [...fields].filter((field) => !SHOWN_ONLY.has(field));
  return changing.map((field) => (SORTED_BY.has(field) ? (field as ProductSortField) : 'products'));
}
