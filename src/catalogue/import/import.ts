/**
 * Imports a stream of JSON Lines in bulk. A bad line is reported with its number and reason and skipped; the rest goes in. A
 * document that is there already is replaced, so that importing twice changes nothing.
 */
import { addAbortSignal, type Readable } from 'node:stream';
import type { Catalogue } from '../collections.ts';
import { linesOf } from './input-lines.ts';
import { BadRecord, type ParsedRecord, parseRecord } from './records.ts';
import { type Line, writeLines } from './write-lines.ts';

const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 8_000_000;

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
  /** Aborted: the input is destroyed, and what was read is written. */
  readonly stopping?: AbortSignal;
}

/**
 * Imports everything that `input` gives; the result says how many lines were read, written and skipped. Throws what the driver
 * throws, and the input's fault; what was read before that is written.
 */
export async function importRecords(options: ImportOptions): Promise<ImportProgress> {
  const { catalogue, onBadLine, onUnknownField, stopping } = options;
  const seenUnknown = new Set<string>();
  const progress = { lines: 0, written: 0, skipped: 0 };

  const skip = (line: number, reason: string) => {
    progress.skipped += 1;
    onBadLine(line, reason);
  };
  const batches = createBatches(async (lines) => {
    const refused = await writeLines(catalogue, lines);
    for (const { line, reason } of refused) skip(line.number, reason);
    progress.written += lines.length - refused.length;
    options.onProgress({ ...progress });
  });

  // To look at it after each line is not enough: the next one may not come.
  if (stopping !== undefined) addAbortSignal(stopping, options.input);
  let number = 0;
  try {
    for await (const text of linesOf(options.input)) {
      number += 1;
      if (text.trim() === '') continue;
      progress.lines += 1;
      const record = parsed(text, (reason) => skip(number, reason));
      if (record !== null) {
        reportUnknown(record, seenUnknown, onUnknownField);
        await batches.add({ number, record }, text.length);
      }
      if (stopping?.aborted === true) break;
    }
  } catch (error) {
    // An input that is stopped throws; a fault of writing is thrown again at the end.
    if (stopping?.aborted !== true) throw error;
  } finally {
    await batches.end();
  }
  return { ...progress };
}

/** The record that a line holds; null where it holds none, and `report` is told why. */
function parsed(text: string, report: (reason: string) => void): ParsedRecord | null {
  try {
    return parseRecord(text);
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error;
    report(error.message);
    return null;
  }
}

interface Batches {
  /** Resolves when there is room for another. Throws what writing an earlier one threw. */
  add(line: Line, characters: number): Promise<void>;
  /** Resolves when all are written. Throws as `add` does. */
  end(): Promise<void>;
}

/** Gathers lines, and has a batch of them written while the next is read. Never two at once: of lines with one id the last counts. */
function createBatches(write: (lines: readonly Line[]) => Promise<void>): Batches {
  let lines: Line[] = [];
  let size = 0;
  let writing = Promise.resolve();

  async function writeNext(): Promise<void> {
    await writing;
    writing = write(lines);
    // It is thrown where it is waited for.
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
