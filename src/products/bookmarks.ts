/**
 * Bookmarks in sorted lists: the index keys of products whose places are known, so that a page deep in a list need not be
 * reached by passing over every entry before it. They are kept under the version of the list, see `memory/versions.ts`: a write may
 * shift every place.
 */
import { LRUCache } from 'lru-cache';
import { type Document, MaxKey, MinKey } from 'mongodb';
import { groupBy } from '../platform/group.ts';

/** The index key of the product at a position. */
export interface Bookmark {
  readonly position: number;
  readonly key: Document;
}

/** A part of a sorted list: `skip` products stand before it, and `total` are in the list. */
export interface Part {
  readonly direction: 1 | -1;
  readonly skip: number;
  readonly limit: number;
  readonly total: number;
}

/** Where reading a part begins: `pass` entries are passed over, in the part's direction or against it. */
export interface Start {
  readonly pass: number;
  readonly isBackwards: boolean;
  /** Range of index keys; absent: all of the merchant's. */
  readonly range?: { readonly min: Document; readonly max: Document };
}

/** Lowest or highest key of an index in which some parts are fixed, as the merchant is. */
export type Edge = (value: MinKey | MaxKey) => Document;

/** The start from which fewest entries are passed over: the beginning, the end, or the nearest bookmark on either side. */
export function nearestStart(part: Part, bookmarks: readonly Bookmark[], edge: Edge): Start {
  const { skip, limit, total } = part;
  const before = bookmarks.findLast(({ position }) => position < skip);
  const after = bookmarks.find(({ position }) => position >= skip + limit);
  const candidates = [
    { pass: skip, isBackwards: false },
    { pass: total - skip - limit, isBackwards: true },
    ...(before === undefined ? [] : [startFrom(before, part, false, edge)]),
    ...(after === undefined ? [] : [startFrom(after, part, true, edge)]),
  ];
  return candidates.reduce((best, candidate) => (candidate.pass < best.pass ? candidate : best));
}

/** `min` is inclusive and `max` exclusive, so where keys are read upwards the bookmarked product itself is passed over. */
function startFrom({ position, key }: Bookmark, part: Part, isBackwards: boolean, edge: Edge): Start {
  const { direction, skip, limit } = part;
  const isUpwards = (direction === 1) !== isBackwards;
  const between = isBackwards ? position - skip - limit : skip - position - 1;
  return isUpwards
    ? { pass: between + 1, isBackwards, range: { min: key, max: edge(new MaxKey()) } }
    : { pass: between, isBackwards, range: { min: edge(new MinKey()), max: key } };
}

export interface Bookmarks {
  /** Those of a list, in the order of their positions. */
  of(list: string): readonly Bookmark[];
  add(list: string, bookmark: Bookmark): void;
  /** Works for one list are done one after the other, so that the next one finds the bookmarks that the one before has left. */
  inTurn(list: string, work: () => Promise<void>): Promise<void>;
}

const MAX_LISTS = 1000;
const MAX_BOOKMARKS = 1000;

export function createBookmarks(): Bookmarks {
  const lists = new LRUCache<string, readonly Bookmark[]>({ max: MAX_LISTS });
  const turns = new Map<string, Promise<void>>();

  return {
    of: (list) => lists.get(list) ?? [],

    add(list, bookmark) {
      const known = lists.get(list) ?? [];
      const others = known.length < MAX_BOOKMARKS ? known : known.filter((_bookmark, index) => index % 2 === 0);
      const byPosition = groupBy([...others, bookmark], ({ position }) => position);
      const distinct = [...byPosition.values()].map(([first]) => first as Bookmark);
      lists.set(
        list,
        distinct.sort((one, other) => one.position - other.position),
      );
    },

    async inTurn(list, work) {
      const turn = (turns.get(list) ?? Promise.resolve()).then(work);
      // Whose work fails is told so; the next one begins all the same.
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
