/** Which database the indexer reads: an id that is made once and stays in it, so that another database is noticed. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';

/** Codes with which a server says that it cannot give change streams. */
const NOT_A_REPLICA_SET = 40_573;

/** The id of the database; made where there is none. */
export async function sourceOf(database: Db): Promise<string> {
  const sources = database.collection<{ _id: string; source: string }>('indexer_source');
  const found = await sources.findOneAndUpdate(
    { _id: 'source' },
    { $setOnInsert: { source: randomUUID() } },
    { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
  );
  if (found === null) throw new Error('the id of the database could not be read');
  return found.source;
}

/** What to tell an operator when the error means that MongoDB is no replica set; null for any other error. */
export function replicaSetHint(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === NOT_A_REPLICA_SET
    ? 'MongoDB runs alone, and change streams need a replica set: start it with --replSet and initiate it (one node is enough)'
    : null;
}
