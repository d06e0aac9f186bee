/**
 * Both engines as programs on this machine that can be killed, frozen and started again, on the same data and ports.
 */
import { join } from 'node:path';
import { createRestartableProcess, type RestartableProcess } from '../processes/restartable-process.ts';
import { replicaSetName } from './engine-arguments.ts';
import { lastingPorts } from './free-port.ts';
import { findMeilisearch, masterKeyIn, startMeilisearch } from './meilisearch.ts';
import { findMongod, startMongod } from './mongod.ts';
import type { EngineAddresses, FindOptions } from './types.ts';

export interface RestartableEngine extends RestartableProcess {
  readonly dataFolder: string;
}

export interface RestartableEngines {
  readonly addresses: EngineAddresses;
  readonly mongodb: RestartableEngine;
  readonly meilisearch: RestartableEngine;
}

/**
 * Finds the programs and free ports. Starts nothing. `folder`: for the data. Calls `onUnexpectedEnd` when an engine ends
 * by itself. Throws if a program can't be found.
 */
export async function prepareEngines(
  folder: string,
  options: FindOptions,
  onUnexpectedEnd?: (outcome: string) => void,
): Promise<RestartableEngines> {
  const { path } = await findMeilisearch(options);
  const program = await findMongod(options);
  const [mongodbPort = 0, meilisearchPort = 0] = await lastingPorts(2);
  const mongodbFolder = join(folder, 'mongodb');
  const meilisearchFolder = join(folder, 'meilisearch');
  const mongodb = createRestartableProcess({
    launch: () => startMongod({ program, folder: mongodbFolder, port: mongodbPort }),
    onUnexpectedEnd: (outcome) => onUnexpectedEnd?.(`mongod ${outcome}`),
  });
  const meilisearch = createRestartableProcess({
    async launch() {
      const { process } = await startMeilisearch({ program: path, folder: meilisearchFolder, port: meilisearchPort });
      return { pid: process.pid, ended: process.outcome };
    },
    onUnexpectedEnd: (outcome) => onUnexpectedEnd?.(`Meilisearch ${outcome}`),
  });
  return {
    addresses: {
      mongodbUrl: `mongodb://127.0.0.1:${mongodbPort}/?replicaSet=${replicaSetName}`,
      meilisearchUrl: `http://127.0.0.1:${meilisearchPort}`,
      meilisearchApiKey: await masterKeyIn(meilisearchFolder),
    },
    mongodb: { ...mongodb, dataFolder: mongodbFolder },
    meilisearch: { ...meilisearch, dataFolder: join(meilisearchFolder, 'data.ms') },
  };
}
