/** Reads products in the order of a sort index from a known start, and reads the index keys for seek anchors. */
import { isDate } from 'node:util/types';
import { type Collection, Decimal128, type Document, type Filter, type FindOptions, Long } from 'mongodb';
import { findDocuments } from '../../catalogue/find-documents.ts';
import { type SortedProducts, sortIndexOf, sortOf } from '../../catalogue/product-queries.ts';
import type { OwnedStored } from '../../catalogue/stored-documents.ts';
import { withIndex } from '../../catalogue/with-index.ts';
import { READ_LIMIT } from '../../engines/mongodb/client.ts';
import type { Slice, Start } from './seek-anchors.ts';

/** A merchant's products in a sort. */
export interface SortedList extends SortedProducts {
  readonly products: Collection<OwnedStored>;
  readonly direction: 1 | -1;
}

/** The products of the slice. Throws what MongoDB throws. */
export function readSlice(list: SortedList, slice: Slice, start: Start): Promise<OwnedStored[]> {
  return find(list, list.filter as Filter<OwnedStored>, slice, start, {});
}

/**
 * The first product of the slice, with the fields of its index key only. Undefined if the slice is empty. Throws what
 * MongoDB throws.
 */
export async function readKey(list: SortedList, slice: Slice, start: Start): Promise<OwnedStored | undefined> {
  // With a filter beside a range, MongoDB fetches each product that it skips. A read of keys alone needs no filter: both
  // ends of the range contain the filter's values (decision 0016).
  const filter = start.range === undefined ? (list.filter as Filter<OwnedStored>) : {};
  const [product] = await find(list, filter, { ...slice, limit: 1 }, start, { projection: sortIndexOf(list).key });
  return product;
}

async function find(
  list: SortedList,
  filter: Filter<OwnedStored>,
  { direction, skip, limit }: Slice,
  start: Start,
  options: FindOptions,
): Promise<OwnedStored[]> {
  const sorted = (given: Filter<OwnedStored>, order: number, position: FindOptions) =>
    findDocuments(list.products, given, {
      ...READ_LIMIT,
      ...options,
      ...position,
      sort: sortOf(list.sortBy, order),
      limit,
    });
  return withIndex(sortIndexOf(list), async ({ hint }) => {
    // A range of keys needs the index: without it, the read skips all products before the slice.
    if (hint === undefined) return sorted(list.filter as Filter<OwnedStored>, direction, { skip });
    const order = start.isBackwards ? -direction : direction;
    const found = await sorted(filter, order, { hint, skip: start.skip, ...start.range });
    return start.isBackwards ? found.toReversed() : found;
  });
}

/**
 * A product's key in the list's index. Null if it has several (an array in a sort field), or if the stored key may
 * differ.
 */
export function keyOf(list: SortedList, product: OwnedStored): Document | null {
  const fields = Object.keys(sortIndexOf(list).key);
  const entries = fields.map((field) => [field, field in product ? product[field] : null] as const);
  return entries.every(([, value]) => isReadAsStored(value))
    ? { ...Object.fromEntries(entries), ...list.filter }
    : null;
}

/**
 * Whether the driver writes a value as it is stored. False for a text with U+FFFD, whose stored bytes may be invalid
 * UTF-8, for a time that no Date has, and for any object, which may contain these, or keys that the driver reorders or
 * rejects.
 */
function isReadAsStored(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\ufffd');
  if (isDate(value)) return !Number.isNaN(value.getTime());
  const isNumber = typeof value === 'number' || value instanceof Decimal128 || value instanceof Long;
  return value === null || typeof value === 'boolean' || isNumber;
}
