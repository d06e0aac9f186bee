/** Members of a replica set of a test's own, which it initiates and reconfigures. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMongod } from '../../../dev/engines/find-mongod.ts';
import { startOnFreePort } from '../../../dev/engines/free-port.ts';
import { startKeeper } from '../../../dev/engines/keeper.ts';

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
  const keeper = await startKeeper({ keepsData: false, temporaryFolder: folder });
  const { path: program } = await findMongod(process.env, () => undefined);

  async function start(name: string, parameters = MEMBER_OF_TWO): Promise<string> {
    const data = join(folder, name);
    await mkdir(data);
    const log = join(data, 'mongod.log');
    return await startOnFreePort({
      ...{ name, log, timeoutMs: 30_000 },
      start(port) {
        const place = ['--dbpath', data, '--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'];
        const all = [...parameters, ...place, '--wiredTigerCacheSizeGB', '0.25', '--quiet'];
        return keeper.start({ name, program, parameters: all, environment: process.env, folder: data, log });
      },
      ready: async (port) => `127.0.0.1:${port}`,
    });
  }

  try {
    await work(start);
  } finally {
    await keeper.end();
  }
}
