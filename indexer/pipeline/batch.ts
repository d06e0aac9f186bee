/**
 * A batch: the content of one write to an index. It contains the changed products, loaded again, and the next chunk of
 * fan-outs if there is room. Changed products that don't fit are left for the next batch, and the checkpoint does not
 * advance past them.
 */
import type { ResumeToken } from 'mongodb';
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import type { DocumentLine } from '../documents/document-line.ts';
import { bytesOf, excludeIds, type FailedProduct, mergeLoaded } from '../products/loaded-products.ts';
import { type Rewrite, rewrittenMerchants, rewrittenProducts, strayKeys } from '../requests/rewrites.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import { nextChunk } from './fan-outs/queue.ts';
import type { Visited } from './fan-outs/visited.ts';
import type { PipelineOptions } from './options.ts';
import type { Progress } from './progress.ts';

/** The input of a batch, from which the batch can be created again. */
export interface Work {
  readonly changes: PendingChanges;
  /** The rewrites that an operator requested. */
  readonly rewrites: readonly Rewrite[];
  /** Write this batch with nothing else in flight, because it was in flight when a task failed. */
  readonly isAlone: boolean;
}

export interface Batch {
  readonly work: Work;
  /** The ids of all products in the batch. */
  readonly ids: ReadonlySet<string>;
  readonly documents: readonly DocumentLine[];
  readonly deletedKeys: readonly string[];
  /** Products without a document, because they can't be decoded or mapped. */
  readonly unreadable: readonly FailedProduct[];
  /** The keys of documents that are written even if the index has the same document. */
  readonly forcedKeys: ReadonlySet<string>;
  /** What the batch adds to the counters, if the engine rejects no document. */
  readonly progress: Progress;
  /** The work that did not fit; null when all did. */
  readonly later: Work | null;
  /** The checkpoint that is valid once the batch is in the index. */
  readonly next: Checkpoint;
}

/**
 * Creates the batch that follows a checkpoint. `visited` has no product that was loaded before the work's request of a
 * fan-out. Throws what the engines throw.
 */
export async function makeBatch(
  options: PipelineOptions & { readonly visited: Pick<Visited, 'has'> },
  from: Checkpoint,
  work: Work,
): Promise<Batch> {
  const { loader, profile } = options;
  const { limitBytes, chunkSize } = profile;
  // Every read below must see the events, also those of the fan-outs.
  const { clusterTime } = work.changes;
  if (clusterTime !== null) loader.notBefore(clusterTime);
  const { remainingIds, ...changed } = await loader.load(productIdsOf(work), limitBytes);
  const { now, later } = splitWork(work, remainingIds, from.token);
  const changedIds = productIdsOf(now);
  const fanOuts = fanOutsAfter(from, now);
  const chunk = await nextChunk({ ...options, chunkSize }, fanOuts, limitBytes - bytesOf(changed));

  const { documents, goneIds, unreadable } = mergeLoaded(changed, excludeIds(chunk.loaded, changedIds));
  const strays = strayKeys(now.rewrites);
  const deletedKeys = [...goneIds.map(indexKey), ...unreadable.map(({ productId }) => indexKey(productId)), ...strays];
  const forcedIds = [...rewrittenProducts(now.rewrites), ...chunk.forcedIds];
  return {
    work: now,
    documents,
    deletedKeys,
    unreadable,
    later,
    ids: new Set([...changedIds, ...chunk.ids]),
    forcedKeys: new Set([...forcedIds.map(indexKey), ...strays]),
    progress: {
      events: now.changes.events,
      written: documents.length,
      deleted: deletedKeys.length,
      unchanged: 0,
      deadLettered: unreadable.length,
      fanOutProducts: chunk.ids.length,
    },
    next: { ...from, token: now.changes.token, fanOuts: chunk.rest },
  };
}

/** Returns the ids of the products to load, without those of fan-outs. */
export const productIdsOf = ({ changes, rewrites }: Work): ReadonlySet<string> =>
  new Set([...changes.productIds, ...rewrittenProducts(rewrites)]);

/**
 * Splits work. `later` contains the changes and rewrites of the remaining products; null when none remain. `now`
 * contains everything else, and ends at the token `from` unless `later` is null.
 */
export function splitWork(
  work: Work,
  remainingIds: readonly string[],
  from: ResumeToken,
): { readonly now: Work; readonly later: Work | null } {
  if (remainingIds.length === 0) return { now: work, later: null };
  const { changes, rewrites } = work;
  const remaining = new Set(remainingIds);
  const isRemaining = (rewrite: Rewrite) => rewrite.kind === 'product' && remaining.has(rewrite.productId);
  const idsWhere = (isWanted: (id: string) => boolean) => new Set([...changes.productIds].filter(isWanted));
  return {
    now: {
      ...work,
      changes: { ...changes, productIds: idsWhere((id) => !remaining.has(id)), token: from },
      rewrites: rewrites.filter((rewrite) => !isRemaining(rewrite)),
    },
    later: {
      ...work,
      changes: { ...changes, productIds: idsWhere((id) => remaining.has(id)), relatedChanges: [], events: 0 },
      rewrites: rewrites.filter(isRemaining),
    },
  };
}

/** Returns the fan-outs of a checkpoint plus those that the work requests. */
export const fanOutsAfter = ({ fanOuts }: Checkpoint, { changes, rewrites }: Work): Checkpoint['fanOuts'] =>
  requestFanOuts(fanOuts, [
    ...changes.relatedChanges.map(({ kind, id }) => newFanOut(kind, id)),
    ...rewrittenMerchants(rewrites).map((id) => newFanOut('merchant', id, true)),
  ]);

/** Removes what the index already has: documents with the same hash, and deletions of missing documents. */
export function withoutUnchanged(batch: Batch, indexed: ReadonlyMap<string, IndexedDocument>): Batch {
  const { forcedKeys } = batch;
  const isDue = (document: DocumentLine) => {
    const key = indexKey(document.productId);
    return forcedKeys.has(key) || indexed.get(key)?.content_hash !== document.hash;
  };
  const documents = batch.documents.filter(isDue);
  const deletedKeys = batch.deletedKeys.filter((key) => forcedKeys.has(key) || indexed.has(key));
  const unchanged = batch.documents.length - documents.length;
  return {
    ...batch,
    documents,
    deletedKeys,
    progress: { ...batch.progress, written: documents.length, deleted: deletedKeys.length, unchanged },
  };
}

/** Returns the keys of all documents that a batch writes or deletes. */
export const keysOf = ({ documents, deletedKeys }: Batch): string[] => [
  ...documents.map(({ productId }) => indexKey(productId)),
  ...deletedKeys,
];

/**
 * Returns whether there is nothing to write. The request of a merchant's rewrite is removed with this batch, so its
 * fan-out must be stored.
 */
export const isEmpty = ({ progress, work }: Batch): boolean =>
  progress.written + progress.deleted === 0 && rewrittenMerchants(work.rewrites).length === 0;
