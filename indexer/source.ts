/** Which database the indexer reads, so that another one at the same address is noticed, and what time it is there. */
import { randomUUID } from 'node:crypto';
import type { Db, Timestamp } from 'mongodb';

/** Codes with which a server says that it cannot give change streams. */
const NOT_A_REPLICA_SET = 40_573;

const SOURCES = 'indexer_source';

/**
 * Tells this database from any other: an id that is made once and stays in it, and the server's own id of the collection
 * that holds it, since a database restored from a dump brings the first along but not the second.
 */
export async function sourceOf(database: Db): Promise<string> {
  const sources = database.collection<{ _id: string; source: string }>(SOURCES);
  const found = await sources.findOneAndUpdate(
    { _id: 'source' },
    { $setOnInsert: { source: randomUUID() } },
    { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
  );
  if (found === null) throw new Error('the id of the database could not be read');
  const [collection] = await database.listCollections({ name: SOURCES }).toArray();
  const uuid = collection !== undefined && 'info' in collection ? collection.info?.uuid : undefined;
  return `${found.source} ${uuid?.toString('hex') ?? ''}`;
}

/** The time of the newest write that MongoDB has, in ms since 1970, to the second. */
export async function clusterTimeMs(database: Db): Promise<number> {
  const { operationTime } = await database.command({ ping: 1 });
  return (operationTime as Timestamp).getHighBitsUnsigned() * 1000;
}

/** What to tell an operator when the error means that MongoDB is no replica set; null for any other error. */
export function replicaSetHint(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === NOT_A_REPLICA_SET
    ? 'MongoDB runs alone, and change streams need a replica set: start it with --replSet and initiate it (one node is enough)'
    : null;
}
