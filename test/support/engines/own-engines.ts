/**
 * Engines of a single test file, which it may freeze, kill and start again without disturbing other files. They are
 * local programs, so they are only available if the engines of the run are local, too.
 */
import { join } from 'node:path';
import { replicaSetName } from '../../../dev/engines/engine-arguments.ts';
import { lastingPorts } from '../../../dev/engines/free-port.ts';
import { findMeilisearch, masterKeyIn, startMeilisearch } from '../../../dev/engines/meilisearch.ts';
import { findMongod, startMongod } from '../../../dev/engines/mongod.ts';
import type { EngineAddresses } from '../../../dev/engines/types.ts';
import { createRestartableProcess, type RestartableProcess } from '../../../dev/processes/restartable-process.ts';
import { createTemporaryFolder } from '../../../dev/processes/temporary-folder.ts';

export interface OwnEngine extends RestartableProcess {
  /** The folder of its data. */
  readonly dataFolder: string;
}

export interface OwnEngines {
  readonly addresses: EngineAddresses;
  readonly mongodb: OwnEngine;
  readonly meilisearch: OwnEngine;
  /** Kills the engines and deletes their data. */
  stop(): Promise<void>;
}

/** Whether the engines run as local programs. */
export const canOwnEngines = process.env.TEST_MONGODB_PID !== undefined;

/** A test that is skipped unless it can have engines of its own. */
export const ownTest = canOwnEngines ? test : test.skip;

/** Starts both engines. Resolves when they respond. */
export async function startOwnEngines(): Promise<OwnEngines> {
  const { folder, remove } = await createTemporaryFolder();
  const [mongodbPort = 0, meilisearchPort = 0] = await lastingPorts(2);
  const mongodb = await mongodbIn(join(folder, 'mongodb'), mongodbPort);
  const meilisearch = await meilisearchIn(join(folder, 'meilisearch'), meilisearchPort);
  const stop = async () => {
    await Promise.all([mongodb.end('SIGKILL'), meilisearch.end('SIGKILL')]);
    await remove();
  };
  try {
    await Promise.all([mongodb.start(), meilisearch.start()]);
  } catch (error) {
    await stop();
    throw error;
  }
  const addresses = {
    mongodbUrl: `mongodb://127.0.0.1:${mongodbPort}/?replicaSet=${replicaSetName}`,
    meilisearchUrl: `http://127.0.0.1:${meilisearchPort}`,
    meilisearchApiKey: await masterKeyIn(join(folder, 'meilisearch')),
  };
  return { addresses, mongodb, meilisearch, stop };
}

async function mongodbIn(folder: string, port: number): Promise<OwnEngine> {
  const program = await findMongod({ environment: process.env });
  return { ...createRestartableProcess({ launch: () => startMongod({ program, folder, port }) }), dataFolder: folder };
}

async function meilisearchIn(folder: string, port: number): Promise<OwnEngine> {
  const { path: program } = await findMeilisearch({ environment: process.env });
  const launch = async () => {
    const { process, ended } = await startMeilisearch({ program, folder, port });
    return { pid: process.pid, ended };
  };
  return { ...createRestartableProcess({ launch }), dataFolder: join(folder, 'data.ms') };
}
