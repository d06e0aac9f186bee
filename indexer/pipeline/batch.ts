/**
 * What one write brings: the changes that gathered, read again, and the next piece of the backlog. Of changed products that are
 * very large only some: it then moves the position no further, and the next write brings others.
 */
import { indexKey } from '../../src/search/index-document.ts';
import { addToBacklog, type BacklogItem, type Position } from '../checkpoint/checkpoint.ts';
import { joined, without } from '../documents/loaded-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexWrite } from '../engine/index-write.ts';
import type { Repair } from '../operations/repairs.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import type { Rejection } from './dead-letters.ts';
import type { BacklogReader } from './fan-out-queue.ts';

/** What it is made of: enough to make it again. */
export interface Ingredients {
  readonly gathered: PendingChanges;
  readonly wanted: readonly Repair[];
}

export interface Flush extends Ingredients {
  /** All products that it is about. */
  readonly ids: ReadonlySet<string>;
  /** Those of them of which no document can be made. */
  readonly unreadable: readonly Rejection[];
  readonly written: number;
  readonly deleted: number;
  readonly backlogDone: number;
  /** What of the changes did not fit; null where all did. */
  readonly left: Ingredients | null;
  /** What is true of the index when it is done. */
  readonly next: Position;
}

/** A write that is ready, and what it is about. */
export interface PreparedFlush {
  readonly flush: Flush;
  readonly data: FlushedData;
}

export type FlushedData = Pick<IndexWrite, 'deletedKeys' | 'documents'>;

/** The backlog with the work that was added by changes. */
export function backlogAfter({ backlog }: Position, { fanOuts }: PendingChanges): readonly BacklogItem[] {
  const added = fanOuts.map(({ kind, id }): BacklogItem => ({ kind, id, after: '' }));
  return added.length === 0 ? backlog : addToBacklog(backlog, added);
}

interface PrepareOptions {
  readonly reader: ProductLoader;
  readonly pieces: BacklogReader;
  /** So much of changed products is enough for one write. */
  readonly enoughBytes: number;
}

/** Reads what comes after a position. Throws what MongoDB throws. */
export async function prepareFlush(
  { reader, pieces, enoughBytes }: PrepareOptions,
  from: Position,
  { gathered, wanted }: Ingredients,
): Promise<PreparedFlush> {
  const changedIds = new Set([...gathered.productIds, ...wanted.flatMap(({ productId }) => productId ?? [])]);
  const strayKeys = wanted.flatMap(({ key, productId }) => (productId === null ? [key] : []));
  // The changes first: whatever is read after them is not older than their events either.
  const changed = await reader.load(changedIds, { atLeast: gathered.clusterTime, limitBytes: enoughBytes });
  const left = new Set(changed.leftIds);
  const isAll = left.size === 0;
  const piece = await pieces.next(backlogAfter(from, gathered));
  const { documents, goneIds, unreadable } = joined(changed, without(piece.reading, changedIds));
  const outIds = [...goneIds, ...unreadable.map(({ productId }) => productId)];
  return {
    data: { deletedKeys: [...outIds.map(indexKey), ...strayKeys], documents },
    flush: {
      ...{ gathered, wanted: isAll ? wanted : [], unreadable, written: documents.length, deleted: goneIds.length },
      ids: new Set([...changedIds, ...piece.ids].filter((id) => !left.has(id))),
      backlogDone: piece.ids.length,
      left: isAll ? null : { gathered: { ...gathered, productIds: left, fanOuts: [] }, wanted },
      next: { ...from, token: isAll ? gathered.token : from.token, backlog: piece.rest },
    },
  };
}
