/**
 * Identifies a MongoDB database, so that an indexer detects when another one responds at the same address. An identity
 * has three parts:
 *
 * - the id that the database stores in its collection `indexer_source`;
 * - the UUID of that collection, which a restore from a dump changes;
 * - the id of the replica set, which differs for a copy of the data files in another replica set.
 *
 * As text, the parts are separated by spaces. An unknown part is empty.
 */
import { randomUUID } from 'node:crypto';
import type { Db, ObjectId } from 'mongodb';
import { isMongoUnavailable } from '../../src/engines/mongodb/errors.ts';
import { Interrupted } from '../interruption.ts';

export const SOURCE_COLLECTION = 'indexer_source';

/**
 * Resolves to the identity of a database, as text. Stores an id if the database has none. `database` reads and writes
 * with majority. Throws what the driver throws.
 */
export async function sourceOf(database: Db): Promise<string> {
  const sources = database.collection<{ _id: string; source: string }>(SOURCE_COLLECTION);
  const [found, uuid, replicaSet] = await Promise.all([
    sources.findOne({ _id: 'source' }),
    collectionUuid(database),
    replicaSetId(database),
  ]);
  if (found !== null) return asText(found.source, uuid, replicaSet);
  const stored = await sources.findOneAndUpdate(
    { _id: 'source' },
    { $setOnInsert: { source: randomUUID() } },
    { upsert: true, returnDocument: 'after' },
  );
  if (stored === null) throw new Error('MongoDB returned no id of the database');
  return asText(stored.source, await collectionUuid(database), replicaSet);
}

const asText = (...parts: readonly string[]): string => parts.join(' ').trimEnd();

async function collectionUuid(database: Db): Promise<string> {
  const [collection] = await database.listCollections({ name: SOURCE_COLLECTION }).toArray();
  const uuid = collection !== undefined && 'info' in collection ? collection.info?.uuid : undefined;
  return uuid?.toString('hex') ?? '';
}

/**
 * Resolves to an empty string behind a router (`mongos`), and for an account that may not read the database `local`.
 * That database is not replicated, so it supports no majority reads.
 */
async function replicaSetId(database: Db): Promise<string> {
  const configs = database.client.db('local').collection<{ settings?: { replicaSetId?: ObjectId } }>('system.replset');
  const options = { readConcern: 'local', projection: { 'settings.replicaSetId': 1 } } as const;
  const config = await configs.findOne({}, options).catch((error: unknown) => {
    if (isMongoUnavailable(error)) throw error;
    return null;
  });
  return config?.settings?.replicaSetId?.toHexString() ?? '';
}

/**
 * Throws Interrupted `foreign index` if the database that responds has another identity. Throws what the driver throws.
 */
export async function assertSameSource(database: Db, source: string): Promise<void> {
  const difference = sourceDifference(source, await sourceOf(database));
  if (difference !== null) throw new Interrupted('foreign index', difference);
}

/**
 * Returns how the identity in an index's checkpoint differs from MongoDB's, as a sentence for an operator without its
 * full stop; null if both are of one database: no part that is known in both differs.
 */
export function sourceDifference(index: string, mongodb: string): string | null {
  const part = differingPart(index, mongodb);
  if (part === null) return null;
  return `the index was built from ${describe(index)}, this MongoDB is ${describe(mongodb)}: ${VERDICTS[part]}`;
}

const VERDICTS = {
  database: 'another database',
  collection: 'the database was restored from a dump',
  replicaSet: 'a copy of the data files in another replica set',
} as const;

interface Identity {
  readonly database: string;
  readonly collection: string;
  readonly replicaSet: string;
}

function parse(identity: string): Identity {
  const [database = '', collection = '', replicaSet = ''] = identity.split(' ');
  return { database, collection, replicaSet };
}

function differingPart(a: string, b: string): keyof Identity | null {
  const [one, other] = [parse(a), parse(b)];
  const parts = ['database', 'collection', 'replicaSet'] as const;
  return parts.find((part) => one[part] !== other[part] && one[part] !== '' && other[part] !== '') ?? null;
}

function describe(identity: string): string {
  const { database, collection, replicaSet } = parse(identity);
  const or = (value: string) => (value === '' ? 'not known' : value);
  return `database id ${or(database)} (replica set ${or(replicaSet)}, collection ${or(collection)})`;
}
