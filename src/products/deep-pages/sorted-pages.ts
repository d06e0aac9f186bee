/**
 * Reads one page of a merchant's products in a sort, from the nearest known position: the beginning, the end, or a seek
 * anchor. Skipping half a million index entries takes half a second. So a far jump walks the index in strides and
 * leaves an anchor after each stride. The index is walked once, and concurrent requests share the walk. With a multikey
 * index pages could overlap, so every page is read from the beginning.
 */
import type { Collection, Document, MaxKey, MinKey } from 'mongodb';
import type { ProductSortField } from '../../catalogue/definitions.ts';
import type { ScopeFilter } from '../../catalogue/merchant-scope.ts';
import { sortIndexOf } from '../../catalogue/product-queries.ts';
import type { OwnedStored } from '../../catalogue/stored-documents.ts';
import { withIndex } from '../../catalogue/with-index.ts';
import { createIsMultikey } from './multikey.ts';
import { createSeekAnchors, nearestStart, type Slice, type Start } from './seek-anchors.ts';
import { keyOf, readKey, readSlice, type SortedList } from './sorted-read.ts';

/** A page. `skip` is less than `total`. */
export interface SortedSlice extends Slice {
  readonly sortBy: ProductSortField;
  /** The version of the list from before the total was read; null: anchors aren't used. */
  readonly version: number | null;
}

/** An anchor closer to the beginning than this saves too little. */
const MIN_ANCHOR_POSITION = 1000;
/** How many index keys one command of a walk skips. The command is short, so a walk ends soon after its client left. */
const STRIDE = 5000;
/** Skipping this many products costs about as much as one more command, although MongoDB fetches each product. */
const MAX_FETCHED = 200;

/** Throws the signal's reason before its next command if the signal is aborted. */
type ReadSorted = (filter: ScopeFilter, slice: SortedSlice, signal: AbortSignal) => Promise<OwnedStored[]>;

interface ReadSortedOptions {
  readonly products: Collection<OwnedStored>;
  /** For the seek anchors. */
  readonly maxBytes: number;
  readonly stride?: number;
}

export function createReadSorted({ products, maxBytes, stride = STRIDE }: ReadSortedOptions): ReadSorted {
  const anchors = createSeekAnchors(maxBytes);
  const isMultikey = createIsMultikey(products);

  /** The index by id is never multikey, because no id is an array. Neither is a missing index. */
  const hasMultikeyIndex = async (list: SortedList): Promise<boolean> =>
    list.sortBy !== 'id' &&
    (await withIndex(sortIndexOf(list), async ({ hint }) => hint !== undefined && (await isMultikey(hint))));

  const isNear = ({ skip, range }: Start) => skip <= (range === undefined ? stride : MAX_FETCHED);

  /** Returns false without a product, or if the product's key can't be an anchor. */
  function leaveAnchor(list: SortedList, name: string, position: number, product: OwnedStored | undefined): boolean {
    const key = product === undefined ? null : keyOf(list, product);
    return key !== null && anchors.add(name, { position, key });
  }

  /** Leaves anchors a stride apart, from the nearest one to the page; the last is next to the page. */
  async function walk(list: SortedList, name: string, page: Slice, signal: AbortSignal): Promise<void> {
    const nearest = (slice: Slice) => nearestStart(slice, anchors.of(name), edgeOf(list));
    for (;;) {
      const start = nearest(page);
      if (isNear(start)) return;
      signal.throwIfAborted();
      /** How many products are between the new anchor and the page, the anchor's product included. */
      const left = Math.max(1, start.skip - stride);
      const position = start.isBackwards ? page.skip + page.limit - 1 + left : page.skip - left;
      const slice = { ...page, skip: position, limit: 1 };
      if (!leaveAnchor(list, name, position, await readKey(list, slice, nearest(slice)))) return;
    }
  }

  /** Where to read a page from. If every known position is far, walks the index first. `name`: null without anchors. */
  async function startOf(list: SortedList, name: string | null, page: Slice, signal: AbortSignal): Promise<Start> {
    const beginning: Start = { skip: page.skip, isBackwards: false };
    // Computed at each use: the walks of this request and of others change the anchors.
    const nearest = () => nearestStart(page, name === null ? [] : anchors.of(name), edgeOf(list));
    const { isBackwards, range } = nearest();
    if (!isBackwards && range === undefined && page.skip <= stride) return beginning;
    // With a multikey index pages could overlap, so every page is read from the beginning.
    if (await hasMultikeyIndex(list)) return beginning;
    if (name !== null && !isNear(nearest())) await anchors.runExclusive(name, () => walk(list, name, page, signal));
    return nearest();
  }

  return async (filter, { version, sortBy, ...slice }, signal) => {
    const { direction, skip, total } = slice;
    const list: SortedList = { products, filter, sortBy, direction };
    const name = version === null ? null : JSON.stringify([version, filter, sortBy, direction]);
    const page: Slice = { ...slice, limit: Math.min(slice.limit, total - skip) };
    const start = await startOf(list, name, page, signal);
    signal.throwIfAborted();
    const found = await readSlice(list, page, start);
    const last = skip + page.limit - 1;
    const isWhole = found.length === page.limit;
    if (name !== null && isWhole && last > MIN_ANCHOR_POSITION) leaveAnchor(list, name, last, found.at(-1));
    return found;
  };
}

/** The lowest or highest key of the list's index, with the filter's values fixed. */
const edgeOf =
  (list: SortedList) =>
  (value: MinKey | MaxKey): Document =>
    Object.fromEntries(
      Object.keys(sortIndexOf(list).key).map((field) => [field, list.filter[field as keyof ScopeFilter] ?? value]),
    );
