/**
 * A batch: what one write brings to an index. It has the changed products, loaded again, and the next chunk of the fan-outs
 * as far as there is room. Changed products that don't fit are left for the next batch, and the checkpoint waits for them.
 */
import { indexKey } from '../../src/search/index/document.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import type { DocumentLine } from '../documents/document-line.ts';
import { bytesOf, joined, without } from '../documents/loaded-products.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexedProduct } from '../engine/index-client.ts';
import type { TaskFailed } from '../engine/index-errors.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import type { Rejection } from './dead-letters.ts';
import type { Chunk } from './fan-out-queue.ts';
import type { Rewrite } from './rewrites.ts';

/** What a batch is made of: enough to make it again. */
export interface Work {
  readonly changes: PendingChanges;
  /** Products that an operator wants to be written again. */
  readonly rewrites: readonly Rewrite[];
  /** Written with nothing else in flight, because it was in flight when a task failed. */
  readonly isAlone: boolean;
  /** Why the engine rejected it while it was in flight; null where it did not. */
  readonly rejection: TaskFailed | null;
}

export interface Batch {
  readonly work: Work;
  /** Ids of all products that it covers. */
  readonly ids: ReadonlySet<string>;
  readonly documents: readonly DocumentLine[];
  readonly deletedKeys: readonly string[];
  /** Products of which no document can be made. */
  readonly unreadable: readonly Rejection[];
  /** Keys that are written although the index has the same document. */
  readonly forcedKeys: ReadonlySet<string>;
  readonly fanOutProducts: number;
  /** Of documents: written and deleted by it, and left out since the index has the same. */
  readonly counts: { readonly written: number; readonly deleted: number; readonly unchanged: number };
  /** The changed products that did not fit; null where all did. */
  readonly left: Work | null;
  /** What is true of the index when the batch is in it. */
  readonly next: Checkpoint;
}

interface BatchOptions {
  readonly loader: ProductLoader;
  /** The most that one batch brings, but for its last document. */
  readonly limitBytes: number;
  readonly chunkOf: (fanOuts: Checkpoint['fanOuts'], limitBytes: number) => Promise<Chunk | null>;
}

/** Makes the batch that follows a checkpoint. Throws what the engines throw. */
export async function makeBatch(options: BatchOptions, from: Checkpoint, work: Work): Promise<Batch> {
  const { changes, rewrites } = work;
  const changedIds = new Set([...changes.productIds, ...rewrites.flatMap(({ productId }) => productId ?? [])]);
  // The changes first: whatever is loaded after them is not older than their events either.
  const limits = { atLeast: changes.clusterTime, limitBytes: options.limitBytes };
  const { leftIds, ...changed } = await options.loader.load(changedIds, limits);
  const fanOuts = fanOutsAfter(from, work);
  const room = options.limitBytes - bytesOf(changed);
  const chunk = leftIds.length > 0 || room <= 0 ? null : await options.chunkOf(fanOuts, room);

  const left = new Set(leftIds);
  const { documents, goneIds, unreadable } =
    chunk === null ? changed : joined(changed, without(chunk.loaded, changedIds));
  const strayKeys = rewrites.flatMap(({ key, productId, merchantId }) =>
    productId === null && merchantId === null ? [key] : [],
  );
  const deletedKeys = [
    ...goneIds.map(indexKey),
    ...unreadable.map(({ productId }) => indexKey(productId)),
    ...strayKeys,
  ];
  const forcedIds = [...rewrites.flatMap(({ productId }) => productId ?? []), ...(chunk?.forcedIds ?? [])];
  return {
    ...{ work: left.size > 0 ? { ...work, rewrites: [] } : work, documents, deletedKeys, unreadable },
    ids: new Set([...changedIds, ...(chunk?.ids ?? [])].filter((id) => !left.has(id))),
    forcedKeys: new Set([...forcedIds.map(indexKey), ...strayKeys]),
    fanOutProducts: chunk?.ids.length ?? 0,
    counts: { written: documents.length, deleted: deletedKeys.length, unchanged: 0 },
    left: left.size === 0 ? null : { ...work, changes: { ...changes, productIds: left, fanOuts: [], events: 0 } },
    next: { ...from, token: left.size > 0 ? from.token : changes.token, fanOuts: chunk?.rest ?? fanOuts },
  };
}

/** The fan-outs of a checkpoint with those that the work requests. */
export const fanOutsAfter = ({ fanOuts }: Checkpoint, { changes, rewrites }: Work): Checkpoint['fanOuts'] =>
  requestFanOuts(fanOuts, [
    ...changes.fanOuts.map(({ kind, id }) => newFanOut(kind, id)),
    ...rewrites.flatMap(({ merchantId }) => (merchantId === null ? [] : [newFanOut('merchant', merchantId, true)])),
  ]);

/** The batch without what the index holds already: documents with the same hash, and deletions of what is not there. */
export function withoutUnchanged(batch: Batch, indexed: ReadonlyMap<string, IndexedProduct>): Batch {
  const { forcedKeys } = batch;
  const isDue = (document: DocumentLine) => {
    const key = indexKey(document.productId);
    return forcedKeys.has(key) || indexed.get(key)?.hash !== document.hash;
  };
  const documents = batch.documents.filter(isDue);
  const deletedKeys = batch.deletedKeys.filter((key) => forcedKeys.has(key) || indexed.has(key));
  const unchanged = batch.documents.length - documents.length;
  return {
    ...batch,
    documents,
    deletedKeys,
    counts: { written: documents.length, deleted: deletedKeys.length, unchanged },
  };
}

/** The keys of all documents that a batch writes or deletes. */
export const keysOf = ({ documents, deletedKeys }: Batch): string[] => [
  ...documents.map(({ productId }) => indexKey(productId)),
  ...deletedKeys,
];

/** Whether there is nothing to write. A requested rewrite of a merchant must be stored: the request is removed then. */
export const isEmpty = ({ counts, work }: Batch): boolean =>
  counts.written + counts.deleted === 0 && work.rewrites.every(({ merchantId }) => merchantId === null);
