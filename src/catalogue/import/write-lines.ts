/**
 * Writes lines of an import in bulk. A new document is inserted, which is faster than an upsert; an
 * existing one is replaced. No line can replace a document of another merchant, or another membership.
 */
import { type AnyBulkWriteOperation, type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { isUnconfirmed, MONGODB_CODES } from '../../engines/mongodb/errors.ts';
import { mapBounded } from '../../runtime/concurrency/map-bounded.ts';
import { groupBy } from '../../runtime/lists.ts';
import type { Catalogue } from '../stored-documents.ts';
import type { Target } from './record-schemas.ts';
import type { ParsedRecord } from './records.ts';

export interface Line {
  readonly number: number;
  readonly record: ParsedRecord;
}

interface RejectedLine {
  readonly line: Line;
  readonly reason: string;
}

type Identified = Document & { _id: string };

/**
 * Resolves to the lines that MongoDB rejected, in order. Throws what the driver throws; some lines may be written then.
 * Nothing is in progress afterwards, so the lines can be written again.
 */
export async function writeLines(catalogue: Catalogue, lines: readonly Line[]): Promise<readonly RejectedLine[]> {
  const byTarget = groupBy(lines, (line): Target => line.record.target);
  const rejected = await mapBounded([...byTarget], byTarget.size, ([target, group]) =>
    writeGroup(catalogue[target] as unknown as Collection<Identified>, group),
  );
  return rejected.flat().toSorted((one, other) => one.line.number - other.line.number);
}

async function writeGroup(collection: Collection<Identified>, lines: readonly Line[]): Promise<RejectedLine[]> {
  const ids = lines.map(({ record }) => record.document._id);
  const stored = collection.find({ _id: { $in: ids } }, { projection: { _id: 1 }, batchSize: ids.length + 1 });
  const known = new Set((await stored.toArray()).map(({ _id }) => _id));
  const isNew = ({ record }: Line) => !known.has(record.document._id);
  const failures = await writeBulk(collection, lines, (line) => (isNew(line) ? insertion(line) : replacement(line)));
  // Another writer was faster, or several lines have the id: then the last one counts.
  const isLate = ({ line, code }: Failure) => code === MONGODB_CODES.duplicateKey && isNew(line);
  const late = failures.filter(isLate).map(({ line }) => line);
  const rejected = [
    ...failures.filter((failure) => !isLate(failure)),
    ...(await writeBulk(collection, late, replacement)),
  ];
  return explainFailures(collection, rejected);
}

/** The rejected lines, each with its reason. */
async function explainFailures(
  collection: Collection<Identified>,
  failures: readonly Failure[],
): Promise<RejectedLine[]> {
  const taken = failures
    .filter(({ code }) => code === MONGODB_CODES.duplicateKey)
    .map(({ line }) => line.record.document._id);
  const holders =
    taken.length === 0
      ? []
      : await collection.find({ _id: { $in: taken } }, { projection: { merchantId: 1 } }).toArray();
  const merchantOf = new Map(holders.map(({ _id, merchantId }) => [_id, merchantId]));
  return failures.map(({ line, code, message }) => {
    const { _id, merchantId } = line.record.document;
    if (code !== MONGODB_CODES.duplicateKey) return { line, reason: `was rejected by MongoDB (${message})` };
    // Two documents of one merchant can have the same id only if they are memberships.
    const isOwn = merchantOf.get(_id) === merchantId;
    return { line, reason: isOwn ? `id: ${_id} is that of another membership` : 'id: belongs to another merchant' };
  });
}

type Operation = AnyBulkWriteOperation<Identified>;

const insertion = ({ record: { document } }: Line): Operation => ({ insertOne: { document } });

/**
 * The fields that identify a document and never change. Two memberships whose ids have colons can have the same `_id`.
 */
const IDENTITY = ['_id', 'merchantId', 'collectionId', 'productId'] as const;

/**
 * The filter has the whole identity, so an id that another document has causes a duplicate key error instead of a
 * replacement.
 */
function replacement({ record: { document } }: Line): Operation {
  const present = IDENTITY.filter((field) => document[field] !== undefined);
  const filter = Object.fromEntries(present.map((field) => [field, document[field]]));
  return { replaceOne: { filter, replacement: document, upsert: true } };
}

interface Failure {
  readonly line: Line;
  readonly code: number;
  readonly message: string;
}

/** Resolves to the lines that MongoDB rejected. Throws what the driver throws if it doesn't say which these are. */
async function writeBulk(
  collection: Collection<Identified>,
  lines: readonly Line[],
  operationOf: (line: Line) => Operation,
): Promise<Failure[]> {
  if (lines.length === 0) return [];
  try {
    await collection.bulkWrite(lines.map(operationOf), { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || isUnconfirmed(error)) throw error;
    const failures = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
    if (failures.length === 0) throw error;
    return failures.flatMap(({ index, code, errmsg }) => {
      const line = lines[index];
      return line === undefined ? [] : [{ line, code, message: errmsg ?? String(code) }];
    });
  }
}
