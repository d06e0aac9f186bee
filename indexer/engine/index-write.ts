/**
 * What one write brings to an index, and the requests that it takes. Documents are lines of JSON from the moment that they
 * were made: thousands of them wait while the engine works, and a line takes a tenth of the memory. They are bytes: strings
 * would be copied by the collection of garbage for as long as they wait.
 */
import { type Position, toDocument } from '../checkpoint/checkpoint.ts';
import type { DocumentLine } from '../documents/document-line.ts';

/** First the deletions, then the documents, and with the last of them the new position. */
export interface IndexWrite {
  /** What the index must hold for the write to be right; null: not known. */
  readonly previous: Position | null;
  /** What it may hold as well, where several writes were under way. */
  readonly orHeld?: readonly Position[];
  readonly deletedKeys: readonly string[];
  readonly documents: readonly DocumentLine[];
  readonly position: Position;
}

const jsonLine = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const MAX_PAYLOAD_BYTES = 8_000_000;

/**
 * The documents as NDJSON payloads of bounded size; the position is the last line of the last, so it comes with the data it
 * covers. Those before it bring the position as it was: by its epoch, documents of a leader that did not know its end are
 * noticed.
 */
export function* payloadsOf({ documents, previous, position }: IndexWrite): Generator<Buffer> {
  const standing = previous === null ? [] : [jsonLine(toDocument(previous))];
  let lines: Buffer[] = [];
  let bytes = 0;
  for (const { json } of documents) {
    if (bytes + json.length > MAX_PAYLOAD_BYTES && lines.length > 0) {
      yield Buffer.concat([...lines, ...standing]);
      lines = [];
      bytes = 0;
    }
    lines.push(json);
    bytes += json.length;
  }
  yield Buffer.concat([...lines, jsonLine(toDocument(position))]);
}
