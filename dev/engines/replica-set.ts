/**
 * Makes a lone mongod the writable, only member of a replica set, through the driver: change streams need a replica set, and not
 * every image or package has a shell. mongodb-memory-server cannot do it: it keeps the port of an earlier start, and knows no containers.
 */
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { replicaSetName } from './options.ts';
import { untilSucceeds } from './waiting.ts';

const ALREADY_INITIALIZED = 23;

export interface Member {
  /** Where the mongod answers from here. */
  readonly url: string;
  /** The host and port by which its replica set knows the member. */
  readonly host: string;
}

/**
 * Initiates the replica set, or moves its member here where the data came from an earlier run that listened elsewhere.
 * @param signal ends the waiting
 * @returns mongod's version
 * @throws when it is not writable within `timeoutMs`
 */
export async function makeWritable({ url, host }: Member, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const client = new MongoClient(url, { directConnection: true, serverSelectionTimeoutMS: 1_000 });
  const admin = client.db('admin');
  try {
    const step = async () => {
      // A client whose first connection has failed never connects by itself again.
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

/** May be repeated without harm. */
async function initiate(admin: Db, host: string): Promise<void> {
  try {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === ALREADY_INITIALIZED)) throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    const [member] = config.members;
    if (member.host === host) return;
    const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
    // By force: a member that is not in its own configuration cannot be elected to change it.
    await admin.command({ replSetReconfig: moved, force: true });
  }
}
