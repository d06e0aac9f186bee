/** The programs of a soak: mongod, Meilisearch, two indexers and the API, each on a fixed port. */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findMeilisearch } from '../engines/find-meilisearch.ts';
import { findMongod } from '../engines/find-mongod.ts';
import { connectTo } from '../engines/free-port.ts';
import type { Keeper } from '../engines/keeper.ts';
import { makeWritable } from '../engines/replica-set.ts';
import { meilisearchVersion } from '../engines/search-engine.ts';
import { meilisearchArguments, mongodArguments, replicaSetName } from '../engines/way.ts';
import type { Log } from './log.ts';
import { createProgram, type Program } from './program.ts';

export interface SoakEnvironment {
  readonly mongod: Program;
  /** Holds the data of mongod. */
  readonly mongodFolder: string;
  readonly meilisearch: Program;
  readonly indexers: readonly Program[];
  readonly api: Program;
  readonly apiUrl: string;
  /** The environment variables that the project's programs need for this database and index. */
  readonly variables: Readonly<Record<string, string>>;
}

interface EnvironmentOptions {
  readonly keeper: Keeper;
  readonly log: Log;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where the project is. */
  readonly projectFolder: string;
  /** For data and logs. */
  readonly folder: string;
}

const READY_LIMIT_MS = 60_000;
const MASTER_KEY = 'key-of-the-soak-alone-never-used-elsewhere';
const NO_LIMIT = '1000000';

/** Finds the engines and free ports, and prepares the programs. Starts nothing. Throws when an engine cannot be found. */
export async function prepareEnvironment(options: EnvironmentOptions): Promise<SoakEnvironment> {
  const { keeper, log, environment, folder, projectFolder } = options;
  const [mongodPort = 0, meilisearchPort = 0, apiPort = 0, ...indexerPorts] = await freePorts(5);
  const meilisearchUrl = `http://127.0.0.1:${meilisearchPort}`;
  const variables = {
    PATH: environment.PATH ?? '',
    MONGODB_URL: `mongodb://127.0.0.1:${mongodPort}/soak?replicaSet=${replicaSetName}`,
    MEILISEARCH_URL: meilisearchUrl,
    MEILISEARCH_API_KEY: MASTER_KEY,
    MEILISEARCH_INDEX: 'soak',
    RATE_LIMIT_PER_SECOND: NO_LIMIT,
    RATE_LIMIT_BURST: NO_LIMIT,
  };
  const common = { keeper, log, logFolder: folder };
  const own = (name: string, parameters: readonly string[], port: number, settings: Record<string, string>): Program =>
    createProgram({
      ...common,
      name,
      program: process.execPath,
      parameters,
      environment: { ...variables, ...settings },
      folder: projectFolder,
      ready: (_running, signal) => fetch(`http://127.0.0.1:${port}/livez`, { signal }),
    });
  return {
    mongod: await mongodProgram(options, mongodPort),
    mongodFolder: mongodFolder(folder),
    meilisearch: await meilisearchProgram(options, meilisearchUrl, meilisearchPort),
    indexers: indexerPorts.map((port, index) =>
      own(`indexer ${index + 1}`, ['dist/indexer/main.js', 'run'], port, {
        INDEXER_PORT: String(port),
        LOG_LEVEL: 'debug',
      }),
    ),
    api: own('API', ['dist/src/main.js'], apiPort, { PORT: String(apiPort) }),
    apiUrl: `http://127.0.0.1:${apiPort}`,
    variables,
  };
}

const mongodFolder = (folder: string): string => join(folder, 'mongodb');

async function mongodProgram({ keeper, log, environment, folder }: EnvironmentOptions, port: number): Promise<Program> {
  const { path } = await findMongod(environment, (line) => log.tell(line));
  const data = mongodFolder(folder);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const host = `127.0.0.1:${port}`;
  return createProgram({
    ...{ name: 'mongod', keeper, log, environment, folder: data, logFolder: folder, program: path },
    parameters: [
      ...mongodArguments,
      '--dbpath',
      data,
      '--bind_ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--nounixsocket',
    ],
    ready: async ({ processId }, signal) => {
      await connectTo(port);
      await makeWritable({ url: `mongodb://${host}`, host, processId }, READY_LIMIT_MS, signal);
    },
  });
}

async function meilisearchProgram(
  { keeper, log, environment, folder }: EnvironmentOptions,
  url: string,
  port: number,
): Promise<Program> {
  const { path } = await findMeilisearch(environment);
  const data = join(folder, 'meilisearch');
  await mkdir(data, { recursive: true, mode: 0o700 });
  const place = ['--db-path', join(data, 'data.ms'), '--http-addr', `127.0.0.1:${port}`, '--log-level', 'WARN'];
  return createProgram({
    ...{ name: 'meilisearch', keeper, log, folder: data, logFolder: folder, program: path },
    parameters: [...meilisearchArguments(availableParallelism()), ...place],
    environment: { PATH: environment.PATH, MEILI_MASTER_KEY: MASTER_KEY },
    ready: (_running, signal) => meilisearchVersion(url, MASTER_KEY, signal),
  });
}

/** Below the ephemeral ports: an outgoing connection could take the port of a program that is down. */
const PORTS = { first: 20_000, last: 32_000 };

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = PORTS.first + Math.floor(Math.random() * (PORTS.last - PORTS.first));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
