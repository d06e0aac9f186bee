/** Which database the indexer reads, so that another one at the same address is noticed, and what time it is there. */
import { randomUUID } from 'node:crypto';
import type { Db, ObjectId, Timestamp } from 'mongodb';
import { isMongoUnavailable } from '../../src/platform/mongo.ts';

const SOURCES = 'indexer_source';
const MAJORITY = { readConcern: 'majority', readPreference: 'primary' } as const;

/**
 * Tells this database from any other, in three parts: an id that is made once and stays in it; the server's own id of the
 * collection that holds it, which a database restored from a dump does not bring along; and the id of the replica set,
 * which a copy of the data files in another set does not have. The last is empty where it may not be read.
 */
export async function sourceOf(database: Db): Promise<string> {
  const sources = database.collection<{ _id: string; source: string }>(SOURCES);
  const found =
    (await sources.findOne({ _id: 'source' }, MAJORITY)) ??
    (await sources.findOneAndUpdate(
      { _id: 'source' },
      { $setOnInsert: { source: randomUUID() } },
      { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
    ));
  if (found === null) throw new Error('the id of the database could not be read');
  const [collection] = await database.listCollections({ name: SOURCES }).toArray();
  const uuid = collection !== undefined && 'info' in collection ? collection.info?.uuid : undefined;
  return [found.source, uuid?.toString('hex') ?? '', await replicaSetId(database)].join(' ').trimEnd();
}

/** Needs the right to read the database `local`, and a replica set rather than a router. */
async function replicaSetId(database: Db): Promise<string> {
  const configs = database.client.db('local').collection<{ settings?: { replicaSetId?: ObjectId } }>('system.replset');
  const options = { projection: { 'settings.replicaSetId': 1 }, readPreference: 'primary' } as const;
  const config = await configs.findOne({}, options).catch((error: unknown) => {
    if (isMongoUnavailable(error)) throw error;
    return null;
  });
  return config?.settings?.replicaSetId?.toHexString() ?? '';
}

/** Whether two texts of `sourceOf` tell of one database. A part that one of them does not know says nothing. */
export function isSameSource(one: string, other: string): boolean {
  const others = other.split(' ');
  return one.split(' ').every((part, at) => part === others[at] || part === '' || (others[at] ?? '') === '');
}

/** The time of the newest write that MongoDB has, in ms since 1970, to the second. */
export async function clusterTimeMs(database: Db): Promise<number> {
  const { operationTime } = await database.command({ ping: 1 });
  return (operationTime as Timestamp).getHighBitsUnsigned() * 1000;
}
