/**
 * Makes a lone mongod the writable, only member of a replica set, through the driver: change streams need a replica set, and not
 * every image or package has a shell. mongodb-memory-server cannot do it: it keeps the port of an earlier start, and knows no containers.
 */
import { type Db, MongoClient, MongoServerError } from 'mongodb';
import { replicaSetName } from './options.ts';
import { untilSucceeds } from './waiting.ts';

const notYetInitialized = 94;

export interface Member {
  /** Where the mongod answers from here. */
  readonly url: string;
  /** The host and port the member is to be known by in its replica set. */
  readonly host: string;
}

/**
 * Initiates the replica set, or, where the data came from an earlier run that listened elsewhere, moves its member here.
 * @param signal gives the waiting up
 * @returns mongod's version
 * @throws when it is not writable within `timeoutMs`
 */
export async function makeWritable(member: Member, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const client = new MongoClient(member.url, { directConnection: true, serverSelectionTimeoutMS: 1_000 });
  const admin = client.db('admin');
  try {
    const step = async () => {
      // A client whose first connection has failed never connects by itself again.
      await client.connect();
      await takeStep(admin, member);
    };
    await untilSucceeds('MongoDB is no primary', timeoutMs, step, signal);
    return String((await admin.command({ buildInfo: 1 })).version);
  } finally {
    await client.close();
  }
}

/** Does what is to be done next, and fails until nothing is left: each step may be repeated without harm. */
async function takeStep(admin: Db, { host }: Member): Promise<void> {
  const config = await currentConfig(admin);
  if (config === undefined) {
    await admin.command({ replSetInitiate: { _id: replicaSetName, members: [{ _id: 0, host }] } });
  } else if (config.members[0]?.host !== host) {
    const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
    // By force, as a member that does not find itself in its own configuration cannot be elected to change it.
    await admin.command({ replSetReconfig: moved, force: true });
  }
  const { isWritablePrimary } = await admin.command({ hello: 1 });
  if (!isWritablePrimary) throw new Error('it has not been elected yet');
}

interface ReplicaSetConfig {
  readonly version: number;
  readonly members: readonly { readonly host: string }[];
}

async function currentConfig(admin: Db): Promise<ReplicaSetConfig | undefined> {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === notYetInitialized) return undefined;
    throw error;
  }
}
