/**
 * What one write brings to an index: documents, tombstones, and the checkpoint that covers them, in one payload and so in one
 * task of Meilisearch. Either all of it gets in or none.
 *
 * A deletion is written as a tombstone, a document that has nothing but its id: it needs no task of its own and is in the
 * index at the same moment as the checkpoint. It has no `merchant_id`, so nothing finds or counts it; `sweep` removes it later.
 */
import { type Checkpoint, toDocument } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';

export interface IndexWrite {
  readonly documents: readonly DocumentLine[];
  /** Keys of documents that become tombstones. */
  readonly deletedKeys: readonly string[];
  /** What is true of the index when the write is in it. */
  readonly checkpoint: Checkpoint;
  /** The index must hold one of these, or `checkpoint` from an earlier try; null: it is not looked at. */
  readonly expected: readonly Checkpoint[] | null;
}

/** Selects the tombstones of an index. */
export const TOMBSTONES = 'deleted = true';

/** Selects the products of an index: neither tombstones nor checkpoints. */
export const PRODUCTS = 'merchant_id EXISTS';

const jsonLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** The write as newline-delimited JSON. */
export function payloadOf({ documents, deletedKeys, checkpoint }: IndexWrite): Buffer {
  return Buffer.concat([
    ...documents.map(({ json }) => json),
    ...deletedKeys.map((id) => jsonLine({ id, deleted: true })),
    jsonLine(toDocument(checkpoint)),
  ]);
}
