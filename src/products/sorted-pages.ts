/**
 * Reads one page of a merchant's products in a sort, from the nearest place that is known: the beginning, the end, or a
 * bookmark, the index key of the last product of a page that was read before. Skipping costs an index entry each, so
 * without bookmarks the middle of a million products would cost half a million of them.
 *
 * Bookmarks are kept under the version of the list, see `memory/versions.ts`: a write may shift every position.
 */

import { LRUCache } from 'lru-cache';
import {
  type Collection,
  type Document,
  type Filter,
  type FindOptions,
  MaxKey,
  MinKey,
  MongoServerError,
  type Sort,
} from 'mongodb';
import type { OwnedStored } from '../data/collections.ts';
import { type ProductSortField, productSortIndex } from '../data/setup.ts';
import type { Status } from '../data/values.ts';
import { groupBy } from '../platform/group.ts';
import { READ_LIMIT } from '../platform/mongo.ts';
import { documentOf, findStored, type StoredProduct } from './stored-product.ts';

/** Whose products, and optionally of one status. (A type: an interface could not be a filter of the driver.) */
export type ProductFilter = { readonly merchantId: string; readonly status?: Status };

export interface SortedSlice {
  readonly sortBy: ProductSortField;
  readonly direction: 1 | -1;
  /** How many products stand before the page, less than `total`. */
  readonly skip: number;
  readonly limit: number;
  readonly total: number;
  /** Of the list, as it stood before the total was read; null: no bookmarks. */
  readonly version: number | null;
}

/** Where reading begins: `pass` entries are passed over, in the slice's direction or from the end. */
interface Start {
  readonly pass: number;
  readonly fromEnd: boolean;
  /** Range of index keys; absent: all of the merchant's. */
  readonly range?: { readonly min: Document; readonly max: Document };
}

/** The index key of the product at a position. */
interface Bookmark {
  readonly position: number;
  readonly key: Document;
}

const MAX_LISTS = 1000;
const MAX_BOOKMARKS = 1000;
/** So near to the beginning a bookmark saves nothing worth keeping it for. */
const NEAR = 1000;

export type ReadSorted = (filter: ProductFilter, slice: SortedSlice) => Promise<StoredProduct[]>;

export function createReadSorted(products: Collection<OwnedStored>): ReadSorted {
  const bookmarksOf = new LRUCache<string, Bookmark[]>({ max: MAX_LISTS });

  return async (filter, slice) => {
    const { sortBy, direction, skip, total, version } = slice;
    const index = productSortIndex(sortBy, filter.status !== undefined);
    const list = version === null ? null : JSON.stringify([version, filter, sortBy, direction]);
    const bookmarks = (list === null ? undefined : bookmarksOf.get(list)) ?? [];
    const limit = Math.min(slice.limit, total - skip);
    const start = nearestStart({ ...slice, limit }, index.key, filter, bookmarks);

    const find = (order: number, options: FindOptions) =>
      findStored(products, filter as Filter<OwnedStored>, {
        ...READ_LIMIT,
        sort: sortOf(sortBy, order),
        limit,
        batchSize: limit,
        ...options,
      });
    const page = await withHint(
      async () => {
        const options = { hint: index.name, skip: start.pass, ...start.range };
        return start.fromEnd ? (await find(-direction, options)).toReversed() : await find(direction, options);
      },
      () => find(direction, { skip }),
    );

    const last = page.at(-1);
    const position = skip + page.length - 1;
    if (list !== null && last !== undefined && position > NEAR) {
      const key = keyOf(documentOf(last), index.key);
      if (key !== null) bookmarksOf.set(list, withBookmark(bookmarks, { position, key }));
    }
    return page;
  };
}

const sortOf = (sortBy: ProductSortField, order: number): Sort =>
  (sortBy === 'id' ? { _id: order } : { [sortBy]: order, _id: order }) as Sort;

function nearestStart(
  { direction, skip, limit, total }: SortedSlice,
  index: Readonly<Record<string, unknown>>,
  filter: ProductFilter,
  bookmarks: readonly Bookmark[],
): Start {
  const fromBeginning: Start = { pass: skip, fromEnd: false };
  const fromEnd: Start = { pass: total - skip - limit, fromEnd: true };
  const bookmark = bookmarks.findLast(({ position }) => position < skip);
  const candidates = [
    fromBeginning,
    fromEnd,
    ...(bookmark === undefined ? [] : [startAfter(bookmark, direction, skip, index, filter)]),
  ];
  return candidates.reduce((best, candidate) => (candidate.pass < best.pass ? candidate : best));
}

/** `min` is inclusive and `max` exclusive, so upwards the bookmarked product itself is passed over. */
function startAfter(
  { position, key }: Bookmark,
  direction: 1 | -1,
  skip: number,
  index: Readonly<Record<string, unknown>>,
  filter: ProductFilter,
): Start {
  const edge = (value: MinKey | MaxKey): Document =>
    Object.fromEntries(Object.keys(index).map((part) => [part, filter[part as keyof ProductFilter] ?? value]));
  return direction === 1
    ? { pass: skip - position, fromEnd: false, range: { min: key, max: edge(new MaxKey()) } }
    : { pass: skip - position - 1, fromEnd: false, range: { min: edge(new MinKey()), max: key } };
}

/** A product's key in an index; null where it has several (a list in a sort field, which only a mistaken writer leaves). */
function keyOf(product: OwnedStored, index: Readonly<Record<string, unknown>>): Document | null {
  const entries = Object.keys(index).map((part) => [part, product[part] ?? null] as const);
  return entries.some(([, value]) => Array.isArray(value)) ? null : Object.fromEntries(entries);
}

function withBookmark(bookmarks: readonly Bookmark[], added: Bookmark): Bookmark[] {
  const others = bookmarks.length < MAX_BOOKMARKS ? bookmarks : bookmarks.filter((_bookmark, index) => index % 2 === 0);
  const byPosition = groupBy([...others, added], ({ position }) => position);
  return [...byPosition.values()]
    .map(([bookmark]) => bookmark as Bookmark)
    .sort((one, other) => one.position - other.position);
}

const BAD_VALUE = 2;

/** Asks for the index by its name, so that no plan cache can choose worse; where it was never made, lets MongoDB choose. */
async function withHint<T>(find: () => Promise<T>, findWithout: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === BAD_VALUE && /hint/i.test(error.message))
      return findWithout();
    throw error;
  }
}
