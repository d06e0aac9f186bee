/**
 * Seek anchors of sorted lists: the index keys of products at known positions. From an anchor, a read reaches a deep
 * page without skipping every entry before it. Anchors belong to one version of a list (`cache/versions.ts`), because a
 * write may shift every position.
 */
import { LRUCache } from 'lru-cache';
import { type Document, MaxKey, MinKey } from 'mongodb';
import { textBytes } from '../../runtime/text-size.ts';

/** The index key of the product at a position. */
interface SeekAnchor {
  readonly position: number;
  readonly key: Document;
}

/** A slice of a sorted list with `total` products: `skip` products come before the slice. */
export interface Slice {
  readonly direction: 1 | -1;
  readonly skip: number;
  readonly limit: number;
  readonly total: number;
}

/** Where the read of a slice starts. The read skips `skip` entries, in the slice's direction or backwards. */
export interface Start {
  readonly skip: number;
  readonly isBackwards: boolean;
  /** The range of index keys; absent: all of the merchant's. */
  readonly range?: { readonly min: Document; readonly max: Document };
}

/** Returns the lowest or highest key of an index in which some fields, such as the merchant, are fixed. */
type Edge = (value: MinKey | MaxKey) => Document;

/** The start that skips the fewest entries: the beginning, the end, or the nearest anchor on either side. */
export function nearestStart(slice: Slice, anchors: readonly SeekAnchor[], edge: Edge): Start {
  const { skip, limit, total } = slice;
  const before = anchors.findLast(({ position }) => position < skip);
  const after = anchors.find(({ position }) => position >= skip + limit);
  const candidates = [
    { skip, isBackwards: false },
    { skip: total - skip - limit, isBackwards: true },
    ...(before === undefined ? [] : [startFrom(before, slice, false, edge)]),
    ...(after === undefined ? [] : [startFrom(after, slice, true, edge)]),
  ];
  return candidates.reduce((best, candidate) => (candidate.skip < best.skip ? candidate : best));
}

/** `min` is inclusive and `max` exclusive. So where keys rise, the read also skips the anchor's own product. */
function startFrom({ position, key }: SeekAnchor, slice: Slice, isBackwards: boolean, edge: Edge): Start {
  const { direction, skip, limit } = slice;
  const isUpwards = (direction === 1) !== isBackwards;
  const between = isBackwards ? position - skip - limit : skip - position - 1;
  return isUpwards
    ? { skip: between + 1, isBackwards, range: { min: key, max: edge(new MaxKey()) } }
    : { skip: between, isBackwards, range: { min: edge(new MinKey()), max: key } };
}

interface SeekAnchors {
  /** The anchors of a list, by rising position. */
  of(list: string): readonly SeekAnchor[];
  /** Adds an anchor. Returns false if its key is too large for the budget. */
  add(list: string, anchor: SeekAnchor): boolean;
  /** Runs one work at a time for a list, in order, so that each finds the anchors of those before it. */
  runExclusive(list: string, work: () => Promise<void>): Promise<void>;
}

const MAX_ANCHORS = 1000;
/** The overhead of an anchor beside the texts of its key. */
const ANCHOR_BYTES = 250;

export function createSeekAnchors(maxBytes: number): SeekAnchors {
  const lists = new LRUCache<string, readonly SeekAnchor[]>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: (anchors, list) => textBytes(list) + anchors.reduce((sum, anchor) => sum + bytesOf(anchor), 0),
  });
  const turns = new Map<string, Promise<void>>();

  return {
    of: (list) => lists.get(list) ?? [],

    add(list, anchor) {
      const known = (lists.get(list) ?? []).filter(({ position }) => position !== anchor.position);
      const others = known.length < MAX_ANCHORS ? known : known.filter((_anchor, index) => index % 2 === 0);
      // With a larger anchor the cache would drop the whole list, and the walk would never end.
      if (bytesOf(anchor) > maxBytes / MAX_ANCHORS) return false;
      lists.set(
        list,
        [...others, anchor].sort((one, other) => one.position - other.position),
      );
      return lists.has(list);
    },

    async runExclusive(list, work) {
      const turn = (turns.get(list) ?? Promise.resolve()).then(work);
      // A failure rejects its own call only. The next work runs anyway.
      const settled = turn.catch(() => undefined);
      turns.set(list, settled);
      try {
        await turn;
      } finally {
        if (turns.get(list) === settled) turns.delete(list);
      }
    },
  };
}

const bytesOf = ({ key }: SeekAnchor): number =>
  Object.values(key).reduce(
    (sum: number, value) => sum + (typeof value === 'string' ? textBytes(value) : 16),
    ANCHOR_BYTES,
  );
