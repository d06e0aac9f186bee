/**
 * Makes a single mongod the writable, only member of a replica set, through the driver: change streams need a replica
 * set, and not every image or package has a shell. mongodb-memory-server can't do it: it keeps the port of an earlier
 * start, and doesn't support containers.
 */
import { type Db, MongoClient } from 'mongodb';
import { hasCode, MONGODB_CODES } from '../../src/engines/mongodb/errors.ts';
import { untilSucceeds } from '../waiting.ts';
import { replicaSetName } from './engine-arguments.ts';

interface Member {
  /** The address of mongod from here. */
  readonly url: string;
  /** The member's host and port in the replica set's configuration. */
  readonly host: string;
}

/**
 * Initiates the replica set, or changes its member's address if the data comes from an earlier start at another port.
 * Resolves to mongod's version. Throws if it isn't writable within `timeoutMs`, or at the signal.
 */
export async function makeWritable({ url, host }: Member, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const client = new MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 1_000 });
  const admin = client.db('admin');
  try {
    const step = async () => {
      // After a failed first connection, a client never connects by itself.
      await client.connect();
      await initiate(admin, host);
      const { isWritablePrimary } = await admin.command({ hello: 1 });
      if (!isWritablePrimary) throw new Error('it has not been elected yet');
    };
    await untilSucceeds('MongoDB is no primary', timeoutMs, step, signal);
    return String((await admin.command({ buildInfo: 1 })).version);
  } finally {
    await client.close();
  }
}

/** Idempotent. */
async function initiate(admin: Db, host: string): Promise<void> {
  try {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } });
  } catch (error) {
    if (!hasCode(error, MONGODB_CODES.alreadyInitialized)) throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const [member] = config.members;
    if (member.host === host) return;
    const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
    // By force: a member that isn't in its own configuration can't be elected to change it.
    await admin.command({ replSetReconfig: moved, force: true });
  }
}
