/**
 * The parts of a merchant's data that change apart from each other. What is kept names the parts that it was made from, and
 * a write raises those that it may have changed. Single products have versions of their own, see `versions.ts`.
 */
import { PRODUCT_SORT_FIELDS, type ProductSortField } from '../data/setup.ts';

export type Part =
  | 'merchant'
  | 'locations'
  | 'collections'
  | 'memberships'
  | 'rules'
  /** The detected language of a merchant. */
  | 'language'
  /** Of an access token, by its hash: it is an owner of its own, as it is looked up before its merchant is known. */
  | 'token'
  /** Which products there are, and of which status. */
  | 'products'
  /** The values of one field in all products, which a list sorted by it has its order from. */
  | ProductSortField;

/** What a page was made from. */
export interface Sources {
  readonly parts: readonly Part[];
  /** The products that it shows. */
  readonly productIds: readonly string[];
}

/** What a full product is shown with. Its memberships are not among it: a write to one raises its product. */
export const SHOWN_WITH_PRODUCT: readonly Part[] = ['merchant', 'locations', 'collections'];

/** What decides which products a list has, how many, and in which order. Null: it is in no order of products' fields. */
export const partsOfList = (sortBy: ProductSortField | null): readonly Part[] =>
  sortBy === null ? ['products'] : ['products', sortBy];

/** Fields of a product that are shown, and that no list is filtered or sorted by. */
const ONLY_SHOWN: ReadonlySet<string> = new Set([
  'locationId',
  'description',
  'inventory',
  'variants',
  'specifications',
  'images',
]);

/** The status decides which products a token may see, the id never changes: neither is a part of its own. */
const SORTED_BY: ReadonlySet<string> = new Set(
  PRODUCT_SORT_FIELDS.filter((field) => field !== 'status' && field !== 'id'),
);

/** The parts that a change of these fields of a product changes. A field that nobody knows here may decide anything. */
export function partsOfFields(fields: Iterable<string>): Part[] {
  const changing = [...fields].filter((field) => !ONLY_SHOWN.has(field));
  return changing.map((field) => (SORTED_BY.has(field) ? (field as ProductSortField) : 'products'));
}
