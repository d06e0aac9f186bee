/**
 * Makes a lone MongoDB a replica set of one node, which change streams need. It is done by the driver, so that it works
 * where no shell is at hand, and does nothing where a replica set stands.
 */
import { MongoClient, MongoServerError } from 'mongodb';
import { backoffMs, pause } from '../platform/retry.ts';

const NOT_YET_INITIALIZED = 94;
const ALREADY_INITIALIZED = 23;

/**
 * `url` is the service's own address, whose `replicaSet` is the name of the set; `member` is the host and port by which
 * clients reach the node. Resolves when there is a primary. Throws what the driver throws, or that none came in time.
 */
export async function initiateReplicaSet(url: string, member: string, limitMs = 60_000): Promise<void> {
  const [address = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const name = parameters.get('replicaSet') ?? 'catalogue';
  // A member of no set yet can only be asked directly.
  parameters.delete('replicaSet');
  parameters.set('directConnection', 'true');
  const client = new MongoClient(`${address}?${parameters}`, { serverSelectionTimeoutMS: limitMs });
  try {
    const admin = client.db('admin');
    const status = await admin.command({ replSetGetStatus: 1 }).catch((error: unknown) => {
      if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return null;
      throw error;
    });
    if (status === null) {
      const configuration = { _id: name, members: [{ _id: 0, host: member }] };
      await admin.command({ replSetInitiate: configuration }).catch((error: unknown) => {
        if (!(error instanceof MongoServerError && error.code === ALREADY_INITIALIZED)) throw error;
      });
    }
    const endMs = performance.now() + limitMs;
    for (let attempt = 1; (await admin.command({ hello: 1 })).isWritablePrimary !== true; attempt += 1) {
      if (performance.now() > endMs) throw new Error(`the replica set ${name} has no primary after ${limitMs} ms`);
      await pause(backoffMs(attempt, 50, 500));
    }
  } finally {
    await client.close();
  }
}
