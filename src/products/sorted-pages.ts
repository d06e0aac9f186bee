/**
 * Reads one page of a merchant's products in a sort, from the nearest place that is known: the beginning, the end, or a
 * bookmark. Passing over an index entry costs little, and half a million of them half a second: a far jump is made in strides that
 * leave bookmarks, so that it is made once, and those who jump at the same time go together. Where products have several entries in an
 * index, pages would overlap and skip: then every page is read from the beginning.
 */
import {
  type Collection,
  type Document,
  type Filter,
  type FindOptions,
  type MaxKey,
  type MinKey,
  MongoServerError,
  type Sort,
} from 'mongodb';
import type { OwnedStored } from '../data/collections.ts';
import { findDocuments } from '../data/find-documents.ts';
import { type ProductSortField, productSortIndex } from '../data/setup.ts';
import { type Status, UNDECODABLE } from '../data/values.ts';
import { READ_LIMIT } from '../platform/mongo.ts';
import { Abandoned } from '../platform/slots.ts';
import { createBookmarks, nearestStart, type Part, type Start } from './bookmarks.ts';
import { createHasOneEntryEach } from './one-entry-each.ts';

/** Whose products, and optionally of one status. (A type: an interface could not be a filter of the driver.) */
export type ProductFilter = { readonly merchantId: string; readonly status?: Status };

/** A page: `skip` is less than `total`. */
export interface SortedSlice extends Part {
  readonly sortBy: ProductSortField;
  /** Of the list, as it stood before the total was read; null: no bookmarks. */
  readonly version: number | null;
}

/** So near to the beginning a bookmark saves nothing worth keeping it for. */
const NEAR = 1000;
/** So many index keys are passed over in some 4 ms. */
const STRIDE = 5000;
/** Passing over so many products by fetching each costs about what one more command does. */
const MOST_FETCHED = 200;

/** Throws Abandoned in place of its next command when nobody waits for the page any more. */
export type ReadSorted = (
  filter: ProductFilter,
  slice: SortedSlice,
  isAbandoned: () => boolean,
) => Promise<OwnedStored[]>;

/** `stride`: how many index keys one command of a walk passes over. */
export function createReadSorted(products: Collection<OwnedStored>, stride = STRIDE): ReadSorted {
  const bookmarks = createBookmarks();
  const hasOneEntryEach = createHasOneEntryEach(products);

  /** Whether a page may be read from there: not from elsewhere than the beginning where a product has several entries. */
  async function mayStart(
    sortBy: ProductSortField,
    index: string,
    { isBackwards, range, pass }: Start,
  ): Promise<boolean> {
    const isFromTheBeginning = !isBackwards && range === undefined && pass <= stride;
    // No id is a list.
    if (sortBy === 'id' || isFromTheBeginning) return true;
    return await withHint(
      () => hasOneEntryEach(index),
      () => Promise.resolve(true),
    );
  }

  return async (filter, { version, ...slice }, isAbandoned) => {
    const { sortBy, direction, skip, total } = slice;
    const index = productSortIndex(sortBy, filter.status !== undefined);
    const list = version === null ? null : JSON.stringify([version, filter, sortBy, direction]);
    const edge = (value: MinKey | MaxKey): Document =>
      Object.fromEntries(Object.keys(index.key).map((name) => [name, filter[name as keyof ProductFilter] ?? value]));
    const page: Part = { direction, skip, limit: Math.min(slice.limit, total - skip), total };
    const nearest = (part: Part) => nearestStart(part, list === null ? [] : bookmarks.of(list), edge);
    const startsAnywhere = await mayStart(sortBy, index.name, nearest(page));
    const startOf = startsAnywhere ? nearest : fromTheBeginning;
    const isNear = ({ pass, range }: Start) => pass <= (range === undefined ? stride : MOST_FETCHED);

    async function read(part: Part, keysAlone = false): Promise<OwnedStored[]> {
      if (isAbandoned()) throw new Abandoned();
      const { pass, isBackwards, range } = startOf(part);
      const find = (order: number, options: FindOptions) =>
        // Beside a range MongoDB fetches each product that is passed over, to look at its merchant. Keys alone need no such look: both
        // ends of the range have the filter's values in them (decision 0016).
        findDocuments(products, keysAlone && options.min !== undefined ? {} : (filter as Filter<OwnedStored>), {
          ...{ ...READ_LIMIT, ...(keysAlone && { projection: index.key }), ...options },
          ...{ sort: sortOf(sortBy, order), limit: part.limit, batchSize: part.limit },
        });
      return withHint(
        async () => {
          const found = await find(isBackwards ? -direction : direction, { hint: index.name, skip: pass, ...range });
          return isBackwards ? found.toReversed() : found;
        },
        () => find(direction, { skip: part.skip }),
      );
    }

    /** Returns whether it could: not where there is no product, or one without a key of its own. */
    function leaveBookmark(inList: string, position: number, product: OwnedStored | undefined): boolean {
      const key = product === undefined ? null : keyOf(product, index.key);
      if (key !== null) bookmarks.add(inList, { position, key: { ...key, ...filter } });
      return key !== null;
    }

    /** Leaves a bookmark a stride from the nearest one, and so on, the last beside the page. */
    async function approach(inList: string): Promise<void> {
      for (;;) {
        const start = startOf(page);
        if (isNear(start)) return;
        const { pass, isBackwards } = start;
        const step = Math.min(pass - 1, stride);
        const position = isBackwards ? skip + page.limit - 1 + pass - step : skip - pass + step;
        const [product] = await read({ ...page, skip: position, limit: 1 }, true);
        if (!leaveBookmark(inList, position, product)) return;
      }
    }

    if (list !== null && startsAnywhere && !isNear(startOf(page))) await bookmarks.inTurn(list, () => approach(list));
    const found = await read(page);
    const position = skip + found.length - 1;
    if (list !== null && position > NEAR) leaveBookmark(list, position, found.at(-1));
    return found;
  };
}

const fromTheBeginning = ({ skip }: Part): Start => ({ pass: skip, isBackwards: false });

const sortOf = (sortBy: ProductSortField, order: number): Sort =>
  (sortBy === 'id' ? { _id: order } : { [sortBy]: order, _id: order }) as Sort;

/**
 * A product's key in an index; null where it has several (a list in a sort field, which only a mistaken writer leaves), or
 * another one than was read.
 */
function keyOf(product: OwnedStored, index: Readonly<Record<string, unknown>>): Document | null {
  const entries = Object.keys(index).map((part) => [part, product[part] ?? null] as const);
  return entries.some(([, value]) => Array.isArray(value) || isReadOtherwise(value))
    ? null
    : Object.fromEntries(entries);
}

/** Whether a value may be stored otherwise than it was read: undecodable, a time that no date has, a text whose bytes are no UTF-8. */
function isReadOtherwise(value: unknown): boolean {
  if (value === UNDECODABLE) return true;
  if (value instanceof Date) return Number.isNaN(value.getTime());
  return typeof value === 'string' && value.includes('\ufffd');
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
