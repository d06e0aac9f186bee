/**
 * Imports a stream of JSON Lines by bulk upserts. A bad line is reported with its number and reason and skipped; the
 * rest goes in. A document is replaced by its id, so that importing twice changes nothing. No line can take over a
 * document of another merchant.
 */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { type AnyBulkWriteOperation, type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { groupBy } from '../platform/group.ts';
import type { Catalogue } from './collections.ts';
import { BadRecord, type ParsedRecord, parseRecord, type Target } from './records.ts';

const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 8_000_000;
const DUPLICATE_KEY = 11_000;

export interface ImportProgress {
  /** Lines read so far, empty ones not counted. */
  readonly lines: number;
  readonly written: number;
  readonly skipped: number;
}

interface ImportOptions {
  readonly catalogue: Catalogue;
  /** The lines, plain or compressed by gzip: which of the two is seen from the first bytes. */
  readonly input: Readable;
  readonly onBadLine: (line: number, reason: string) => void;
  readonly onUnknownField: (kind: string, field: string) => void;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Aborted: what was read is written, the rest is not read. */
  readonly stopping?: AbortSignal;
}

interface Line {
  readonly number: number;
  readonly record: ParsedRecord;
}

/** Imports everything that `input` gives; the result says how many lines were read, written and skipped. Throws what the driver throws. */
export async function importRecords(options: ImportOptions): Promise<ImportProgress> {
  const { catalogue, onBadLine } = options;
  const seenUnknown = new Set<string>();
  const progress = { lines: 0, written: 0, skipped: 0 };
  let batch: Line[] = [];
  let batchCharacters = 0;

  const skip = (line: number, reason: string) => {
    progress.skipped += 1;
    onBadLine(line, reason);
  };
  const writeBatch = async () => {
    const refused = await writeLines(catalogue, batch);
    for (const [line, reason] of refused) skip(line, reason);
    progress.written += batch.length - refused.length;
    batch = [];
    batchCharacters = 0;
    options.onProgress({ ...progress });
  };

  let lineNumber = 0;
  for await (const line of linesOf(await plain(options.input))) {
    lineNumber += 1;
    if (line.trim() === '') continue;
    progress.lines += 1;
    try {
      const record = parseRecord(line);
      reportUnknown(record, seenUnknown, options.onUnknownField);
      batch.push({ number: lineNumber, record });
      batchCharacters += line.length;
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      skip(lineNumber, error.message);
    }
    if (batch.length >= BATCH_LINES || batchCharacters >= BATCH_CHARACTERS) await writeBatch();
    if (options.stopping?.aborted === true) break;
  }
  await writeBatch();
  return { ...progress };
}

function reportUnknown(record: ParsedRecord, seen: Set<string>, report: ImportOptions['onUnknownField']): void {
  for (const field of record.unknownFields) {
    const name = `${record.kind}.${field}`;
    if (!seen.has(name)) {
      seen.add(name);
      report(record.kind, field);
    }
  }
}

/** The lines of a UTF-8 stream, without their ends. Unlike readline it passes the stream's own errors on. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

/** Gzip begins with 1f 8b (RFC 1952); JSON never does. */
async function plain(input: Readable): Promise<Readable> {
  const first = await new Promise<Buffer | null>((resolve, reject) => {
    input.once('error', reject);
    input.once('end', () => resolve(null));
    input.once('readable', () => resolve(input.read() as Buffer | null));
  });
  if (first === null) return input;
  input.unshift(first);
  if (!(first[0] === 0x1f && first[1] === 0x8b)) return input;
  const gunzip = createGunzip();
  input.once('error', (error) => gunzip.destroy(error));
  return input.pipe(gunzip);
}

/** Writes the lines, a bulk per collection; returns the lines that MongoDB refused, with the reason. */
async function writeLines(
  catalogue: Catalogue,
  lines: readonly Line[],
): Promise<readonly (readonly [number, string])[]> {
  const byTarget = groupBy(lines, (line): Target => line.record.target);
  const refused = await Promise.all(
    [...byTarget].map(([target, group]) => writeGroup(catalogue[target] as unknown as Collection<Document>, group)),
  );
  return refused.flat();
}

async function writeGroup(
  collection: Collection<Document>,
  lines: readonly Line[],
): Promise<(readonly [number, string])[]> {
  const operations = lines.map(({ record: { document } }): AnyBulkWriteOperation<Document> => {
    // With the merchant in the filter, an id that another merchant holds is a duplicate key instead of a replacement.
    const { _id, merchantId } = document;
    const filter: Document = merchantId === undefined ? { _id } : { _id, merchantId };
    return { replaceOne: { filter, replacement: document, upsert: true } };
  });
  try {
    await collection.bulkWrite(operations, { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (failures.length === 0) throw error;
    return failures.map((failure) => {
      const reason =
        failure.code === DUPLICATE_KEY
          ? 'id: belongs to another merchant'
          : `was refused by MongoDB (${failure.errmsg ?? failure.code})`;
      return [lines[failure.index]?.number ?? 0, reason] as const;
    });
  }
}
