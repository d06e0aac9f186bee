/**
 * The position that an index carries of itself: a document of the index, written in the same task as the data that it
 * covers. It has no `merchant_id`, so no search returns it.
 *
 * Each leader writes a document of its own, named by the epoch of its lease. A leader that lost its lease without
 * knowing and wrote once more can thus be seen: its document stands again beside the current one, and whoever finds
 * more than one goes back to the oldest of them.
 */
import type { ResumeToken } from 'mongodb';
import { tokenText } from '../../src/platform/resume-token.ts';
import { INDEX_SETTINGS } from '../../src/search/index-settings.ts';

/** Work that waits: products to be read again, in the order of their ids, those up to `after` being done. */
export interface BacklogItem {
  readonly kind: 'all' | 'collection' | 'merchant';
  /** Of the collection or merchant; empty for `all`. */
  readonly id: string;
  readonly after: string;
}

export interface Position {
  readonly epoch: number;
  /** Where the change stream goes on. */
  readonly token: ResumeToken;
  /** Which database the index was made from. */
  readonly source: string;
  /** Which mapping it was made with, and which of the settings that documents are indexed by. */
  readonly schema: string;
  /** Which of the other settings it has; empty where an earlier version of this program wrote the position. */
  readonly tuning: string;
  /** Counts rebuilds: of two indexes the one with the higher number is the newer. */
  readonly generation: number;
  readonly backlog: readonly BacklogItem[];
}

/** The position as a document of the index; `epoch` is filterable, so that such documents can be found. */
export interface PositionDocument {
  readonly id: string;
  readonly epoch: number;
  readonly position: string;
}

export const positionId = (epoch: number): string => `_position-${epoch}`;

/** The engine refuses to search a field that no document has, as long as there are no products. */
const EMPTY_FIELDS = Object.fromEntries(INDEX_SETTINGS.searchableAttributes.map((field) => [field, []]));

export function toDocument(position: Position): PositionDocument {
  const { epoch, ...rest } = position;
  return { ...EMPTY_FIELDS, id: positionId(epoch), epoch, position: JSON.stringify(rest) };
}

/** Null when the document is not a position that this program wrote. */
export function fromDocument(document: Partial<PositionDocument>): Position | null {
  try {
    const { token, source, schema, tuning, generation, backlog } = JSON.parse(document.position ?? '') as Position;
    const usable =
      typeof document.epoch === 'number' &&
      typeof (token as { _data?: unknown } | null)?._data === 'string' &&
      typeof source === 'string' &&
      typeof schema === 'string' &&
      typeof generation === 'number' &&
      Array.isArray(backlog);
    if (!usable) return null;
    const known = typeof tuning === 'string' ? tuning : '';
    return { epoch: document.epoch as number, token, source, schema, tuning: known, generation, backlog };
  } catch {
    return null;
  }
}

/** Of several positions of one index the one that leaves nothing out: the oldest token, and the work of all. */
export function oldestOf(positions: readonly Position[]): Position | null {
  const [first, ...others] = positions.toSorted((one, other) =>
    tokenText(one.token) < tokenText(other.token) ? -1 : 1,
  );
  if (first === undefined) return null;
  const waiting = others.flatMap((other) => other.backlog);
  return { ...first, backlog: addToBacklog(first.backlog, waiting) };
}

const MAX_BACKLOG = 1000;

/** MongoDB's order of ids, by their bytes; JavaScript's own is another where a character takes two of its units. */
const isBefore = (one: string, other: string): boolean => Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;

/**
 * Adds work to a backlog. Work that stands there already starts over, and a backlog that grows too long becomes one
 * visit to everything. Such a visit comes after all other work, some of which asks the index: nothing can be sent ahead until that is
 * done.
 */
export function addToBacklog(backlog: readonly BacklogItem[], added: readonly BacklogItem[]): readonly BacklogItem[] {
  const items = new Map(backlog.map((item) => [`${item.kind} ${item.id}`, item]));
  for (const item of added) {
    const key = `${item.kind} ${item.id}`;
    const standing = items.get(key);
    items.set(key, standing !== undefined && isBefore(standing.after, item.after) ? standing : item);
  }
  if (items.size > MAX_BACKLOG) return [{ kind: 'all', id: '', after: '' }];
  return [...items.values()].toSorted((one, other) => Number(one.kind === 'all') - Number(other.kind === 'all'));
}
