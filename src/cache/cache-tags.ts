/**
 * Cache tags: the parts of a merchant's data that change apart from each other. A cached value names the tags that it was made
 * from, and a write bumps the tags that it may have changed. Single products have versions of their own, see `versions.ts`.
 */
import { PRODUCT_SORT_FIELDS, type ProductSortField } from '../catalogue/setup.ts';

export type Tag =
  | 'merchant'
  | 'locations'
  | 'collections'
  | 'memberships'
  | 'rules'
  /** The detected language of a merchant. */
  | 'language'
  /** An access token, by its hash: it is its own owner, since it is looked up before its merchant is known. */
  | 'token'
  /** Which products there are, and with which status. */
  | 'products'
  /** The values of one field in all products: the order of a list sorted by it. */
  | ProductSortField;

/** What a page was made from. */
export interface Sources {
  readonly tags: readonly Tag[];
  /** The products that it shows. */
  readonly productIds: readonly string[];
}

/** What a full product includes, except for its memberships: a write to a membership bumps its product. */
export const INCLUDED_IN_PRODUCT: readonly Tag[] = ['merchant', 'locations', 'collections'];

/** What decides which products a list has, how many, and their order. Null: the list is not ordered by a field of products. */
export const tagsOfList = (sortBy: ProductSortField | null): readonly Tag[] =>
  sortBy === null ? ['products'] : ['products', sortBy];

/** Fields of a product that are shown, and that no list is filtered or sorted by. */
const SHOWN_ONLY: ReadonlySet<string> = new Set([
  'locationId',
  'description',
  'inventory',
  'variants',
  'specifications',
  'images',
]);

/** The status decides which products a token may see, and the id never changes: neither has a tag of its own. */
const SORTED_BY: ReadonlySet<string> = new Set(
  PRODUCT_SORT_FIELDS.filter((field) => field !== 'status' && field !== 'id'),
);

/** The tags that a change of these fields of a product bumps. A field that this file doesn't know may decide anything. */
export function tagsOfFields(fields: Iterable<string>): Tag[] {
  const changing = [...fields].filter((field) => !SHOWN_ONLY.has(field));
  return changing.map((field) => (SORTED_BY.has(field) ? (field as ProductSortField) : 'products'));
}
