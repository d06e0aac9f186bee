/** A MongoDB with access control, and the users that docs/operations.md tells operators to create. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { MongoClient } from 'mongodb';
import { findMongod, startInstance } from '../../../dev/engines/mongod.ts';
import { PROJECT } from '../../../dev/project.ts';
import { eventually } from '../service.ts';

const REPLICA_SET = 'catalogue';
const PASSWORD = 'a-password-of-the-tests';

export interface GuardedMongo {
  /** The address for a user that is defined in `admin`. */
  urlOf(user: string): string;
  stop(): Promise<void>;
}

/** Starts a mongod that requires a user for everything. The user `root` may do everything. */
export async function startGuardedMongo(): Promise<GuardedMongo> {
  const folder = await mkdtemp(join(tmpdir(), 'guarded-'));
  const keyFile = join(folder, 'key');
  await writeFile(keyFile, randomBytes(96).toString('base64'), { mode: 0o600 });
  const program = await findMongod({ environment: process.env });
  const parameters = ['--replSet', REPLICA_SET, '--keyFile', keyFile, '--wiredTigerCacheSizeGB', '0.25'];
  const mongod = await startInstance({ program, folder: join(folder, 'data'), auth: true }, [...parameters, '--quiet']);
  const urlOf = (user: string) =>
    `mongodb://${user}:${PASSWORD}@${mongod.host}/?replicaSet=${REPLICA_SET}&authSource=admin`;
  const stop = async () => {
    process.kill(mongod.pid, 'SIGKILL');
    await mongod.ended;
    await rm(folder, { recursive: true });
  };
  try {
    await createRoot(mongod.host);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urlOf, stop };
}

/** While there is no user, MongoDB lets a client of its own machine initiate the set and create the first one. */
async function createRoot(host: string): Promise<void> {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`);
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [{ _id: 0, host }] } });
    await eventually(
      () => admin.command({ hello: 1 }),
      ({ isWritablePrimary }) => isWritablePrimary === true,
    );
    await admin.command({ createUser: 'root', pwd: PASSWORD, roles: ['root'] });
  } finally {
    await client.close();
  }
}

/** Runs the documented commands of mongosh for the database `name`. */
export async function createDocumentedUsers(client: MongoClient, name: string): Promise<void> {
  const page = await readFile(join(PROJECT, 'docs/operations.md'), 'utf8');
  const script = /^```js\n(const admin = .*?)^```$/ms.exec(page)?.[1]?.replaceAll('"catalogue"', JSON.stringify(name));
  if (script === undefined) throw new Error('docs/operations.md has no commands that create users');
  const commands: Record<string, unknown>[] = [];
  // The functions of mongosh, which name the same commands.
  const admin = {
    createRole: ({ role, ...rest }: { role: string }) => commands.push({ createRole: role, ...rest }),
    createUser: ({ user, ...rest }: { user: string }) => commands.push({ createUser: user, ...rest }),
  };
  runInNewContext(script, { db: { getSiblingDB: () => admin }, passwordPrompt: () => PASSWORD });
  for (const command of commands) await client.db('admin').command(structuredClone(command));
}
