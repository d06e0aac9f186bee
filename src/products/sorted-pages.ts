/**
 * Reads one page of a merchant's products in a sort, from the nearest known position: the beginning, the end, or a seek anchor.
 * Skipping an index entry costs little, and half a million of them half a second. So a far jump walks in strides that leave
 * anchors: it is walked once, and requests that jump at the same time share the walk. With a multikey index pages would overlap,
 * so then every page is read from the beginning.
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
import { Abandoned } from '../platform/concurrency-limiter.ts';
import { READ_LIMIT } from '../platform/mongo.ts';
import { createIsMultikey } from './multikey.ts';
import { createSeekAnchors, nearestStart, type Slice, type Start } from './seek-anchors.ts';

/** Whose products, and optionally of one status. (A type: an interface could not be a filter of the driver.) */
export type ProductFilter = { readonly merchantId: string; readonly status?: Status };

/** A page: `skip` is less than `total`. */
export interface SortedSlice extends Slice {
  readonly sortBy: ProductSortField;
  /** Of the list, from before the total was read; null: no anchors. */
  readonly version: number | null;
}

/** An anchor nearer to the beginning than this saves too little. */
const NEAR = 1000;
/** How many index keys one command of a walk skips: some 4 ms. */
const STRIDE = 5000;
/** Skipping this many products costs about as much as one more command, though MongoDB fetches each. */
const MOST_FETCHED = 200;

/** Throws Abandoned in place of its next command when nobody waits for the page any more. */
export type ReadSorted = (
  filter: ProductFilter,
  slice: SortedSlice,
  isAbandoned: () => boolean,
) => Promise<OwnedStored[]>;

interface ReadSortedOptions {
  readonly products: Collection<OwnedStored>;
  /** Of the seek anchors. */
  readonly maxBytes: number;
  readonly stride?: number;
}

export function createReadSorted({ products, maxBytes, stride = STRIDE }: ReadSortedOptions): ReadSorted {
  const anchors = createSeekAnchors(maxBytes);
  const isMultikey = createIsMultikey(products);

  /** Whether a page may be read from elsewhere than the beginning. */
  async function mayStart(
    sortBy: ProductSortField,
    index: string,
    { isBackwards, range, skip }: Start,
  ): Promise<boolean> {
    const isFromTheBeginning = !isBackwards && range === undefined && skip <= stride;
    // No id is an array.
    if (sortBy === 'id' || isFromTheBeginning) return true;
    return await withHint(
      async () => !(await isMultikey(index)),
      () => Promise.resolve(true),
    );
  }

  return async (filter, { version, ...slice }, isAbandoned) => {
    const { sortBy, direction, skip, total } = slice;
    const index = productSortIndex(sortBy, filter.status !== undefined);
    const list = version === null ? null : JSON.stringify([version, filter, sortBy, direction]);
    const edge = (value: MinKey | MaxKey): Document =>
      Object.fromEntries(Object.keys(index.key).map((name) => [name, filter[name as keyof ProductFilter] ?? value]));
    const page: Slice = { direction, skip, limit: Math.min(slice.limit, total - skip), total };
    const nearest = (slice: Slice) => nearestStart(slice, list === null ? [] : anchors.of(list), edge);
    const startsAnywhere = await mayStart(sortBy, index.name, nearest(page));
    const startOf = startsAnywhere ? nearest : fromTheBeginning;
    const isNear = (start: Start) => start.skip <= (start.range === undefined ? stride : MOST_FETCHED);

    async function read(part: Slice, keysAlone = false): Promise<OwnedStored[]> {
      if (isAbandoned()) throw new Abandoned();
      const { skip: passed, isBackwards, range } = startOf(part);
      const find = (order: number, options: FindOptions) =>
        // With a filter beside a range MongoDB fetches each product that it skips. A read of keys alone needs no filter: both ends of
        // the range have the filter's values in them (decision 0016).
        findDocuments(products, keysAlone && options.min !== undefined ? {} : (filter as Filter<OwnedStored>), {
          ...{ ...READ_LIMIT, ...(keysAlone && { projection: index.key }), ...options },
          ...{ sort: sortOf(sortBy, order), limit: part.limit, batchSize: part.limit },
        });
      return withHint(
        async () => {
          const found = await find(isBackwards ? -direction : direction, { hint: index.name, skip: passed, ...range });
          return isBackwards ? found.toReversed() : found;
        },
        () => find(direction, { skip: part.skip }),
      );
    }

    /** Returns whether it could: not without a product, or if its key can't be an anchor. */
    function leaveAnchor(inList: string, position: number, product: OwnedStored | undefined): boolean {
      const key = product === undefined ? null : keyOf(product, index.key);
      return key !== null && anchors.add(inList, { position, key: { ...key, ...filter } });
    }

    /** Leaves an anchor a stride from the nearest one, and so on, the last one next to the page. */
    async function walk(inList: string): Promise<void> {
      for (;;) {
        const start = startOf(page);
        if (isNear(start)) return;
        const step = Math.min(start.skip - 1, stride);
        const position = start.isBackwards ? skip + page.limit - 1 + start.skip - step : skip - start.skip + step;
        const [product] = await read({ ...page, skip: position, limit: 1 }, true);
        if (!leaveAnchor(inList, position, product)) return;
      }
    }

    if (list !== null && startsAnywhere && !isNear(startOf(page))) await anchors.inTurn(list, () => walk(list));
    const found = await read(page);
    const position = skip + found.length - 1;
    if (list !== null && position > NEAR) leaveAnchor(list, position, found.at(-1));
    return found;
  };
}

const fromTheBeginning = ({ skip }: Slice): Start => ({ skip, isBackwards: false });

const sortOf = (sortBy: ProductSortField, order: number): Sort =>
  (sortBy === 'id' ? { _id: order } : { [sortBy]: order, _id: order }) as Sort;

/**
 * A product's key in an index; null if it has several (an array in a sort field), or if the key may differ from what was read.
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
