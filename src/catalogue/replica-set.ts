/**
 * Change streams need a replica set; one member is enough. This file checks whether MongoDB is a replica set, and
 * initiates one through the driver, because an image of MongoDB may lack the shell.
 */
import { type Db, MongoClient } from 'mongodb';
import { hasCode, MONGODB_CODES, StandaloneServer } from '../engines/mongodb/errors.ts';
import { isRouter } from '../engines/mongodb/primary.ts';
import { ConfigError } from '../runtime/config-error.ts';
import { backoffMs, sleep } from '../runtime/retry.ts';

const TIMEOUT_MS = 60_000;

/** The driver sends every read to the one server of a direct connection. */
const DIRECT =
  'MONGODB_URL: has directConnection and reaches one of several members, which shows old data while it is a secondary; name the members and the replica set instead';

/**
 * Throws StandaloneServer when MongoDB is neither a member of a replica set nor a router, ConfigError when it's one of
 * several members over a direct connection, and what the driver throws.
 */
export async function assertReplicaSet(database: Db): Promise<void> {
  const hello = await database.command({ hello: 1 });
  const { setName, hosts = [], passives = [] } = hello;
  if (setName === undefined && !isRouter(hello)) throw new StandaloneServer();
  if (database.client.options.directConnection && hosts.length + passives.length > 1) throw new ConfigError([DIRECT]);
}

/**
 * Initiates the replica set that the `replicaSet` parameter of `url` names (`catalogue` when absent), unless it's
 * initiated. `member` is the host and port under which clients reach its one member. Resolves when the member is
 * primary, to whether this call initiated the set. Throws what the driver throws, and an Error when there is no primary
 * after a minute.
 */
export async function initiateReplicaSet(url: string, member: string): Promise<boolean> {
  const [address = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const name = parameters.get('replicaSet') ?? 'catalogue';
  // The driver finds an uninitiated member only over a direct connection.
  parameters.delete('replicaSet');
  parameters.set('directConnection', 'true');
  const client = new MongoClient(`${address}?${parameters}`, { serverSelectionTimeoutMS: TIMEOUT_MS });
  try {
    const admin = client.db('admin');
    const isNew = !(await isInitiated(admin)) && (await initiate(admin, name, member));
    const endsAtMs = performance.now() + TIMEOUT_MS;
    for (let attempt = 1; (await admin.command({ hello: 1 })).isWritablePrimary !== true; attempt += 1) {
      if (performance.now() > endsAtMs)
        throw new Error(`the replica set ${name} has no primary after ${TIMEOUT_MS} ms`);
      await sleep(backoffMs(attempt, 50, 500));
    }
    return isNew;
  } finally {
    await client.close();
  }
}

async function isInitiated(admin: Db): Promise<boolean> {
  try {
    await admin.command({ replSetGetStatus: 1 });
    return true;
  } catch (error) {
    if (hasCode(error, MONGODB_CODES.notYetInitialized)) return false;
    throw error;
  }
}

/** Resolves to false if another process was faster. */
async function initiate(admin: Db, name: string, member: string): Promise<boolean> {
  try {
    await admin.command({ replSetInitiate: { _id: name, members: [{ _id: 0, host: member }] } });
    return true;
  } catch (error) {
    if (hasCode(error, MONGODB_CODES.alreadyInitialized)) return false;
    throw error;
  }
}
