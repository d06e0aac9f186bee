/** The processes of a soak: mongod, Meilisearch, two indexers and the API, each on a fixed port. */
import { join } from 'node:path';
import { lastingPorts } from '../../engines/free-port.ts';
import { prepareEngines, type RestartableEngine } from '../../engines/restartable-engines.ts';
import { serviceVariables, WITHOUT_RATE_LIMITS } from '../../engines/service-variables.ts';
import { type Command, ofProject, startLogged } from '../../processes/launcher.ts';
import { createRestartableProcess, type RestartableProcess } from '../../processes/restartable-process.ts';
import { untilReady } from '../../waiting.ts';
import type { EventLog } from '../event-log.ts';

export interface SoakProcess extends RestartableProcess {
  readonly name: string;
}

export type SoakEngine = SoakProcess & RestartableEngine;

export interface SoakProcesses {
  readonly mongod: SoakEngine;
  readonly meilisearch: SoakEngine;
  readonly indexers: readonly SoakProcess[];
  readonly api: SoakProcess;
  readonly apiUrl: string;
  /** The environment variables that the project's programs need for this database and index. */
  readonly variables: ReturnType<typeof serviceVariables>;
}

interface PrepareOptions {
  readonly log: EventLog;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** For data and logs. */
  readonly folder: string;
  readonly stopping: AbortSignal;
}

const READY_LIMIT_MS = 60_000;

/**
 * Finds the engines and free ports, and prepares the processes. Starts nothing. Throws if an engine can't be found. The
 * soak fails when a process ends by itself.
 */
export async function prepareProcesses({ log, environment, folder, stopping }: PrepareOptions): Promise<SoakProcesses> {
  const fail = (outcome: string) => log.fail('a process ended by itself', outcome);
  const search = { environment, say: (line: string) => log.print(line), stopping };
  const { addresses, mongodb, meilisearch } = await prepareEngines(folder, search, fail);
  const variables = serviceVariables(addresses, 'soak');
  const settings = { ...variables, ...WITHOUT_RATE_LIMITS };
  const [apiPort = 0, ...indexerPorts] = await lastingPorts(3);
  const service = (name: string, port: number, command: Command): SoakProcess => {
    const logOf = (start: number) => join(folder, `${name}-${start}.log`);
    const process = createRestartableProcess({
      launch: (start) => launchService(name, port, command, logOf(start)),
      onUnexpectedEnd: (outcome) => fail(`${name} ${outcome}`),
    });
    return { ...process, name };
  };
  return {
    mongod: { ...mongodb, name: 'mongod' },
    meilisearch: { ...meilisearch, name: 'meilisearch' },
    indexers: indexerPorts.map((port, index) => {
      const ofIndexer = { ...settings, INDEXER_PORT: String(port), LOG_LEVEL: 'debug' };
      return service(`indexer ${index + 1}`, port, ofProject('indexer/main.js', ['run'], ofIndexer));
    }),
    api: service('API', apiPort, ofProject('src/main.js', [], { ...settings, PORT: String(apiPort) })),
    apiUrl: `http://127.0.0.1:${apiPort}`,
    variables,
  };
}

/**
 * Starts a process of the service and resolves when it responds. Throws if it ends before, or doesn't respond within a
 * minute.
 */
async function launchService(name: string, port: number, command: Command, logFile: string) {
  const running = startLogged(command, logFile);
  await untilReady(`${name} (see ${logFile})`, `http://127.0.0.1:${port}/livez`, READY_LIMIT_MS, running.hasEnded);
  return { pid: running.pid, ended: running.outcome };
}
