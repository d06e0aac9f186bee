/** The options and results of all providers, and the settings of the engines. */

/** The caller's environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** How programs are looked for. */
export interface FindOptions {
  /** The environment variables that select the engines: ENGINES, MONGODB_URL and others, see the documentation. */
  readonly environment: Environment;
  /** Called with lines of progress. */
  readonly say?: (line: string) => void;
  /** Called with the reason why a provider or a place was not used. */
  readonly explain?: (line: string) => void;
  /** Ends the search, a download included: it then throws the signal's reason. */
  readonly stopping?: AbortSignal;
}

export interface EngineOptions extends FindOptions {
  /** Keeps the data for the next start. Absent: the data is deleted with the engines. */
  readonly dataFolder?: string;
}

export interface EngineAddresses {
  /** The address of the replica set, without a database unless the caller's own address has one, see `withDatabase`. */
  readonly mongodbUrl: string;
  readonly meilisearchUrl: string;
  /** Empty if the engine has no key. */
  readonly meilisearchApiKey: string;
}

/** A running MongoDB (a replica set) and a running Meilisearch. */
export interface Engines extends EngineAddresses {
  /** Lines for the user. The first names the engines, the others where each comes from. */
  readonly how: readonly string[];
  /** Absent for engines that aren't processes on this machine. */
  readonly processIds?: { readonly mongodb: number; readonly meilisearch: number };
  /** Resolves to which engine ended, and how. Absent for engines that aren't processes on this machine. */
  readonly ended?: Promise<string>;
  /** Stops what was started, and deletes its data unless a data folder was given. Safe to call twice. */
  stop(): Promise<void>;
}

/** The name of every replica set that is started here. */
export const replicaSetName = 'catalogue';
export const mongodbImage = 'mongo:8.0';
export const meilisearchImage = 'getmeili/meilisearch:v1.21.0';

/** The arguments of Meilisearch in containers and on this machine. `cores`: the available cores. */
export function meilisearchArguments(cores: number): string[] {
  return [
    '--no-analytics',
    '--env',
    'production',
    // Half the cores: indexing leaves room for MongoDB and the tests.
    '--max-indexing-threads',
    String(Math.max(1, Math.floor(cores / 2))),
    '--max-indexing-memory',
    '1GiB',
    '--experimental-limit-batched-tasks-total-size',
    '67108864',
  ];
}

/**
 * Half of MongoDB's default on a large machine. MongoDB evicts written data above a twentieth of its cache: with 1 GB
 * and 200,000 products, eviction took half of its CPU.
 */
const cacheGigabytes = (memory: number): number => Math.max(1, Math.floor(memory / 2 ** 32));

/**
 * The arguments of mongod in containers and on this machine: a quiet replica set with a small oplog. `memory`: of the
 * machine that it runs on, in bytes.
 */
export const mongodArguments = (memory: number): string[] => [
  '--replSet',
  replicaSetName,
  '--wiredTigerCacheSizeGB',
  String(cacheGigabytes(memory)),
  '--oplogSize',
  '512',
  '--quiet',
  '--setParameter',
  'diagnosticDataCollectionEnabled=false',
  // The only member doesn't need to wait for another primary when it stops.
  '--setParameter',
  'shutdownTimeoutMillisForSignaledShutdown=100',
];
