/**
 * One write to an index: documents, tombstones, and the checkpoint that covers them, in one payload and therefore in
 * one task of Meilisearch. The engine applies all of it or nothing.
 *
 * A tombstone is the document `{ id, deleted: true }`. It replaces a deletion, which would need its own task, and
 * appears in the index together with the checkpoint. It has no `merchant_id`, so no search or count includes it.
 * `sweep` removes it later.
 */
import { type Checkpoint, checkpointToDocument } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';

export interface IndexWrite {
  readonly documents: readonly Pick<DocumentLine, 'json'>[];
  /** The keys of the documents to replace by tombstones. */
  readonly deletedKeys: readonly string[];
  /** The checkpoint that is valid once the write is in the index. */
  readonly checkpoint: Checkpoint;
  /** The index must hold one of these, or `checkpoint` from an earlier attempt. Null skips this check. */
  readonly expected: readonly Checkpoint[] | null;
}

/** Selects the tombstones of an index. */
export const TOMBSTONES = 'deleted = true';

export const jsonLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

/** Returns the write as newline-delimited JSON. */
export function payloadOf({ documents, deletedKeys, checkpoint }: IndexWrite): Buffer {
  return Buffer.concat([
    ...documents.map(({ json }) => json),
    ...deletedKeys.map((id) => jsonLine({ id, deleted: true })),
    jsonLine(checkpointToDocument(checkpoint)),
  ]);
}
