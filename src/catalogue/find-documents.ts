/**
 * Reads documents that other systems wrote. MongoDB stores values that no driver can decode, such as a binary value of
 * a wrong length, and one such value fails the whole query. The documents are then read again, field by field: a field
 * that can't be decoded is UNDECODABLE, which the readers of `values.ts` count as malformed, and all other fields are
 * as stored. A document whose `_id` is no text, number or boolean is then left out.
 *
 * A filter by merchant or status selects documents whose field is that text. MongoDB alone would also select those with
 * an array that contains it.
 */
import { BSON, type Collection, type Document, type Filter, type FindCursor, type FindOptions } from 'mongodb';
import { deserialise, READ_LIMIT } from '../engines/mongodb/client.ts';
import { chunksOf } from '../runtime/lists.ts';
import { MAX_RESPONSE_BYTES, responseTooLarge } from '../runtime/response-size.ts';
import { decodable } from './decodable.ts';
import type { Stored } from './stored-documents.ts';
import { type Fields, UNDECODABLE } from './values.ts';

/** MongoDB ends a batch here, or at `batchSize` documents. */
const BATCH_BYTES = 16 * 1024 * 1024;
const MAX_BATCHES = MAX_RESPONSE_BYTES / BATCH_BYTES;
/** No read has so many documents. By default, MongoDB ends the first batch after 101. */
const BATCH_DOCUMENTS = 100_000;

const IDS_IN_ONE_QUERY = 1000;

/** The fields that decide who sees a document. */
const SCOPE_FIELDS = ['merchantId', 'status'] as const;

/**
 * Resolves to the documents of the query, in its order. There may be fewer than `limit` before the end, too: those that
 * MongoDB selected by an array, or that can't be read because of their `_id`, are left out. Throws the Problem
 * `invalid_request` if they are too large together, and what the driver throws, except if it can't decode a document.
 */
export async function findDocuments<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions,
): Promise<T[]> {
  const found = await readDocuments(collection, filter, withScopeFields(filter, options));
  return found.filter((document) => isSelected(document, filter));
}

/** Resolves to the documents of the filter with these ids, in no order. Throws as `findDocuments` does. */
export async function findByIds<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  ids: readonly string[],
  options: FindOptions,
): Promise<T[]> {
  const found: T[] = [];
  // One after the other: each query takes a connection, and other requests need some too.
  for (const chunk of chunksOf(ids, IDS_IN_ONE_QUERY)) {
    const query = { ...filter, _id: { $in: chunk } } as Filter<T>;
    found.push(...(await findDocuments(collection, query, options)));
  }
  return found;
}

/**
 * Whether the document's fields are the texts of the filter. A condition in the query would make MongoDB fetch each
 * document that it counts or skips.
 */
function isSelected(document: object, filter: object): boolean {
  const [stored, selected] = [document as Fields, filter as Fields];
  return SCOPE_FIELDS.every((field) => typeof selected[field] !== 'string' || stored[field] === selected[field]);
}

/** The options, with the fields of `isSelected` in their projection. */
function withScopeFields(filter: object, { projection, ...options }: FindOptions): FindOptions {
  if (projection === undefined) return options;
  const fields = SCOPE_FIELDS.filter((field) => field in filter).map((field) => [field, 1]);
  return { ...options, projection: { ...projection, ...Object.fromEntries(fields) } };
}

/** Also reads documents that MongoDB selects by an array. */
async function readDocuments<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions,
): Promise<T[]> {
  try {
    return (await readBatches(collection.find(filter, { ...options, batchSize: BATCH_DOCUMENTS }))) as T[];
  } catch (error) {
    if (!(error instanceof BSON.BSONError || error instanceof RangeError)) throw error;
    return await findFieldByField(collection, filter, options);
  }
}

async function readBatches<T>(cursor: FindCursor<T>): Promise<T[]> {
  const batches: T[][] = [];
  try {
    while (await cursor.hasNext()) {
      if (batches.length === MAX_BATCHES) throw responseTooLarge();
      batches.push(cursor.readBufferedDocuments());
    }
  } finally {
    await cursor.close();
  }
  return batches.flat();
}

async function findFieldByField<T extends { readonly _id: string }>(
  collection: Collection<T>,
  filter: Filter<T>,
  options: FindOptions,
): Promise<T[]> {
  const { projection } = options;
  const found = await collection.find<Stored>(filter, { ...options, projection: { _id: decodable('_id') } }).toArray();
  const ids = found.map(({ _id }) => _id).filter((id) => id !== null);
  const documents = new Map(ids.map((_id) => [_id, new Map<string, unknown>()]));
  const namesAndValues = collection.aggregate<Uint8Array>(
    [
      { $match: { $and: [filter, { _id: { $in: ids } }] } },
      ...(projection === undefined ? [] : [{ $project: projection }]),
      ...NAMES_AND_VALUES,
    ],
    { ...READ_LIMIT, raw: true },
  );
  let name: { readonly _id: string; readonly name: string } | null = null;
  let totalBytes = 0;
  for await (const bytes of namesAndValues) {
    totalBytes += bytes.length;
    if (totalBytes > MAX_RESPONSE_BYTES) throw responseTooLarge();
    if (name === null) name = deserialise<{ _id: string; name: string }>(bytes);
    else {
      documents.get(name._id)?.set(name.name, decode(bytes));
      name = null;
    }
  }
  return [...documents.values()]
    .filter((fields) => fields.has('_id'))
    .map(Object.fromEntries<unknown>) as unknown as T[];
}

/** Two documents for each field, in this order: the names of the document and of the field, and the value alone. */
const NAMES_AND_VALUES: readonly Document[] = [
  { $project: { field: { $objectToArray: '$$ROOT' } } },
  { $unwind: '$field' },
  { $project: { pair: [{ _id: '$_id', name: '$field.k' }, { value: '$field.v' }] } },
  { $unwind: '$pair' },
  { $replaceRoot: { newRoot: '$pair' } },
];

function decode(bytes: Uint8Array): unknown {
  try {
    return deserialise<{ value: unknown }>(bytes).value;
  } catch {
    return UNDECODABLE;
  }
}
