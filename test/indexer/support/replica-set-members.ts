/** Starts mongods for a test that initiates and reconfigures its own replica set. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod, type RunningMongod, startInstance } from '../../../dev/engines/mongod.ts';

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
  const program = await findMongod(process.env, () => undefined);
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
