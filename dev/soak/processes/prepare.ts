/** The processes of a soak: mongod, Meilisearch, two indexers and the API, each on a fixed port. */
import { join } from 'node:path';
import { replicaSetName } from '../../engines/engine-arguments.ts';
import { lastingPorts } from '../../engines/free-port.ts';
import { findMeilisearch, masterKeyIn, startMeilisearch } from '../../engines/meilisearch.ts';
import { findMongod, startMongod } from '../../engines/mongod.ts';
import { WITHOUT_RATE_LIMITS } from '../../engines/service-variables.ts';
import { type Command, ofProject, startLogged } from '../../processes/launcher.ts';
import { untilReady } from '../../waiting.ts';
import type { EventLog } from '../event-log.ts';
import { createSoakProcess, type LaunchedSoakProcess, type SoakProcess } from './soak-process.ts';

export interface SoakProcesses {
  readonly mongod: SoakProcess;
  /** mongod's data folder. */
  readonly mongodFolder: string;
  readonly meilisearch: SoakProcess;
  readonly meilisearchFolder: string;
  readonly indexers: readonly SoakProcess[];
  readonly api: SoakProcess;
  readonly apiUrl: string;
  /** The environment variables that the project's programs need for this database and index. */
  readonly variables: Readonly<Record<string, string>>;
}

interface PrepareOptions {
  readonly log: EventLog;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For data and logs. */
  readonly folder: string;
  readonly stopping: AbortSignal;
}

const READY_LIMIT_MS = 60_000;

/** Finds the engines and free ports, and prepares the processes. Starts nothing. Throws if an engine can't be found. */
export async function prepareProcesses(options: PrepareOptions): Promise<SoakProcesses> {
  const { log, folder } = options;
  const [mongodPort = 0, meilisearchPort = 0, apiPort = 0, ...indexerPorts] = await lastingPorts(5);
  const mongodFolder = join(folder, 'mongodb');
  const meilisearchFolder = join(folder, 'meilisearch');
  const variables = {
    MONGODB_URL: `mongodb://127.0.0.1:${mongodPort}/soak?replicaSet=${replicaSetName}`,
    MEILISEARCH_URL: `http://127.0.0.1:${meilisearchPort}`,
    MEILISEARCH_API_KEY: await masterKeyIn(meilisearchFolder),
    MEILISEARCH_INDEX: 'soak',
    ...WITHOUT_RATE_LIMITS,
  };
  const service = (name: string, port: number, command: Command): SoakProcess =>
    createSoakProcess({
      name,
      log,
      launch: (start) => launchService(name, port, command, join(folder, `${name}-${start}.log`)),
    });
  return {
    mongod: await mongodProcess(options, mongodFolder, mongodPort),
    mongodFolder,
    meilisearch: await meilisearchProcess(options, meilisearchFolder, meilisearchPort),
    meilisearchFolder,
    indexers: indexerPorts.map((port, index) => {
      const settings = { ...variables, INDEXER_PORT: String(port), LOG_LEVEL: 'debug' };
      return service(`indexer ${index + 1}`, port, ofProject('indexer/main.js', ['run'], settings));
    }),
    api: service('API', apiPort, ofProject('src/main.js', [], { ...variables, PORT: String(apiPort) })),
    apiUrl: `http://127.0.0.1:${apiPort}`,
    variables,
  };
}

async function mongodProcess(
  { log, environment, stopping }: PrepareOptions,
  folder: string,
  port: number,
): Promise<SoakProcess> {
  const program = await findMongod({ environment, say: (line) => log.print(line), stopping });
  return createSoakProcess({
    name: 'mongod',
    log,
    launch: async () => ({ ...(await startMongod({ program, folder, port })), logFile: join(folder, 'mongod.log') }),
  });
}

async function meilisearchProcess(
  { log, environment, stopping }: PrepareOptions,
  folder: string,
  port: number,
): Promise<SoakProcess> {
  const { path: program } = await findMeilisearch({ environment, stopping });
  return createSoakProcess({
    name: 'meilisearch',
    log,
    async launch() {
      const { process } = await startMeilisearch({ program, folder, port });
      return { pid: process.pid, ended: process.outcome, logFile: join(folder, 'meilisearch.log') };
    },
  });
}

/**
 * Starts a process of the service and resolves when it responds. Throws if it ends before, or doesn't respond within a
 * minute.
 */
async function launchService(
  name: string,
  port: number,
  command: Command,
  logFile: string,
): Promise<LaunchedSoakProcess> {
  const running = startLogged(command, logFile);
  await untilReady(`${name} (see ${logFile})`, `http://127.0.0.1:${port}/livez`, READY_LIMIT_MS, running.hasEnded);
  return { pid: running.pid, ended: running.outcome, logFile };
}
