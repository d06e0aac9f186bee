/** Starts mongods for a test that initiates and reconfigures its own replica set. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { findMongod, type RunningMongod, startInstance } from '../../../dev/engines/mongod.ts';
import { eventually } from '../service.ts';

/** Starts a mongod with these parameters; resolves to its `host:port`. */
export type StartMember = (name: string, parameters?: readonly string[]) => Promise<string>;

/** The parameters of a member of the set `two`, with the failpoints that stop its replication. */
export const MEMBER_OF_TWO: readonly string[] = [
  '--replSet',
  'two',
  '--setParameter',
  'enableTestCommands=1',
  '--oplogSize',
  '64',
];

/**
 * Runs `work`, which can start mongods, and kills them afterwards. Needs a mongod on this machine, see `canOwnEngines`.
 */
export async function withMembers(work: (start: StartMember) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'members-'));
  const program = await findMongod({ environment: process.env });
  const members: RunningMongod[] = [];

  async function start(name: string, parameters = MEMBER_OF_TWO): Promise<string> {
    const args = [...parameters, '--wiredTigerCacheSizeGB', '0.25', '--quiet'];
    const member = await startInstance({ program, folder: join(folder, name) }, args);
    members.push(member);
    return member.host;
  }

  try {
    await work(start);
  } finally {
    // On SIGTERM, a member would first wait for the others.
    for (const { pid } of members) process.kill(pid, 'SIGKILL');
    await Promise.all(members.map(({ ended }) => ended));
    await rm(folder, { recursive: true });
  }
}

/** Initiates the set `two` with this member only. Resolves to a client of the member when it is the primary. */
export async function initiateAlone(host: string): Promise<MongoClient> {
  const client = new MongoClient(`mongodb://${host}/?directConnection=true`);
  const admin = client.db('admin');
  await admin.command({ replSetInitiate: { _id: 'two', members: [{ _id: 0, host }] } });
  await eventually(
    () => admin.command({ hello: 1 }),
    ({ isWritablePrimary }) => isWritablePrimary === true,
  );
  return client;
}

/**
 * Adds a secondary to the set of `initiateAlone`. It copies the data, and then applies nothing more. (A member with
 * `secondaryDelaySecs` doesn't work: `hello` omits it, so no driver reads from it.) With `votes` 1, no later write
 * reaches a majority, and the primary stays primary.
 */
export async function addStoppedSecondary(primary: MongoClient, host: string, votes: 0 | 1 = 0): Promise<void> {
  const admin = primary.db('admin');
  const { config } = await admin.command({ replSetGetConfig: 1 });
  const members = [...config.members, { _id: 1, host, priority: 0, votes }];
  await admin.command({ replSetReconfig: { _id: 'two', version: 2, members } });
  await eventually(
    async () => (await admin.command({ replSetGetStatus: 1 })).members as { stateStr: string }[],
    ([, second]) => second?.stateStr === 'SECONDARY',
  );
  const second = new MongoClient(`mongodb://${host}/?directConnection=true`);
  await second.db('admin').command({ configureFailPoint: 'rsSyncApplyStop', mode: 'alwaysOn' });
  await second.close();
}
