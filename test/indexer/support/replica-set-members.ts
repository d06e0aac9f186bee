/** Members of a replica set of a test's own, which it initiates and reconfigures. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod, type RunningMongod, startInstance } from '../../../dev/engines/mongod.ts';

/** Starts a mongod with these parameters; resolves to its `host:port`. */
export type StartMember = (name: string, parameters?: readonly string[]) => Promise<string>;

/** The parameters of a member of the set `two`. Failpoints stop what a member gets from the others. */
export const MEMBER_OF_TWO: readonly string[] = [
  '--replSet',
  'two',
  '--setParameter',
  'enableTestCommands=1',
  '--oplogSize',
  '64',
];

/** Lets `work` start mongods, which end with it. Needs a mongod on this machine, as `canOwnEngines` tells. */
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
    // Asked to end, a member would first wait for the others.
    for (const { pid } of members) process.kill(pid, 'SIGKILL');
    await Promise.all(members.map(({ ended }) => ended));
    await rm(folder, { recursive: true });
  }
}
