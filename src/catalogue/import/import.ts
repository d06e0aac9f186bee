/**
 * Imports a stream of JSON Lines in bulk. An invalid line is reported with its number and the reason, and skipped. An
 * existing document is replaced, so importing twice changes nothing.
 */
import { addAbortSignal, type Readable } from 'node:stream';
import { retryElection } from '../../engines/mongodb/retry-election.ts';
import type { Catalogue } from '../stored-documents.ts';
import { linesOf } from './input-lines.ts';
import { InvalidRecord, type ParsedRecord, parseRecord } from './records.ts';
import { type Line, writeLines } from './write-lines.ts';

const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 8_000_000;

interface ImportProgress {
  /** Lines read so far, without empty ones. */
  readonly lines: number;
  readonly written: number;
  readonly skipped: number;
}

interface ImportOptions {
  readonly catalogue: Catalogue;
  /** The lines, plain or compressed by gzip. The first bytes show which. */
  readonly input: Readable;
  readonly onBadLine: (line: number, reason: string) => void;
  readonly onUnknownField: (kind: string, field: string) => void;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Called before lines are written again because MongoDB was unavailable. */
  readonly onRetry?: () => void;
  /** When aborted, the input is destroyed, and the lines read so far are written. */
  readonly stopping?: AbortSignal;
}

/**
 * Imports all of `input`. Resolves to how many lines were read, written and skipped. Throws what the driver throws, and
 * InputFault; lines that were read before are written. Waits while MongoDB is unavailable, as long as an election may
 * take.
 */
export async function importRecords(options: ImportOptions): Promise<ImportProgress> {
  const { catalogue, onBadLine, onUnknownField, onRetry, stopping } = options;
  const seenUnknown = new Set<string>();
  const progress = { lines: 0, written: 0, skipped: 0 };

  const skip = (line: number, reason: string) => {
    progress.skipped += 1;
    onBadLine(line, reason);
  };
  const batches = createBatches(async (lines) => {
    const rejected = await retryElection(() => writeLines(catalogue, lines), onRetry);
    for (const { line, reason } of rejected) skip(line.number, reason);
    progress.written += lines.length - rejected.length;
    options.onProgress({ ...progress });
  });

  // A check after each line is not enough: the next line may never come.
  if (stopping !== undefined) addAbortSignal(stopping, options.input);
  let number = 0;
  try {
    for await (const text of linesOf(options.input)) {
      number += 1;
      if (text?.trim() === '') continue;
      progress.lines += 1;
      if (text === null) {
        skip(number, 'is not UTF-8');
        continue;
      }
      const record = parseLine(text, (reason) => skip(number, reason));
      if (record !== null) {
        reportUnknown(record, seenUnknown, onUnknownField);
        await batches.add({ number, record }, text.length);
      }
      if (stopping?.aborted === true) break;
    }
  } catch (error) {
    // An aborted input throws. `batches.end` throws the error of a write again.
    if (stopping?.aborted !== true) throw error;
  } finally {
    await batches.end();
  }
  return { ...progress };
}

/** The record of a line. If the line is invalid, returns null and calls `report` with the reason. */
function parseLine(text: string, report: (reason: string) => void): ParsedRecord | null {
  try {
    return parseRecord(text);
  } catch (error) {
    if (!(error instanceof InvalidRecord)) throw error;
    report(error.message);
    return null;
  }
}

interface Batches {
  /** Resolves when there is room for another line. Throws the error of an earlier write. */
  add(line: Line, characters: number): Promise<void>;
  /** Resolves when all lines are written. Throws as `add` does. */
  end(): Promise<void>;
}

/** Collects lines, and writes one batch at a time while the next is read. So the last line of an id wins. */
function createBatches(write: (lines: readonly Line[]) => Promise<void>): Batches {
  let lines: Line[] = [];
  let size = 0;
  let writing = Promise.resolve();

  async function writeNext(): Promise<void> {
    await writing;
    writing = write(lines);
    // The next `await writing` throws the error.
    writing.catch(() => undefined);
    lines = [];
    size = 0;
  }

  return {
    async add(line, characters) {
      lines.push(line);
      size += characters;
      if (lines.length >= BATCH_LINES || size >= BATCH_CHARACTERS) await writeNext();
    },
    async end() {
      if (lines.length > 0) await writeNext();
      await writing;
    },
  };
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
