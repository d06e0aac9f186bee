/** What every provider of the two engines takes and gives, and the settings that engines get in all of them. */
import { totalmem } from 'node:os';

/** The caller's environment variables, handed in rather than read from the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface EngineOptions {
  readonly environment: Environment;
  /** Where data is kept for the next start; without it, data goes when the engines do. */
  readonly dataFolder?: string;
  /** Gets short lines about what is being done. */
  readonly say: (line: string) => void;
  /** Gets the reason against each place that was asked and not taken. */
  readonly explain: (line: string) => void;
}

/** A running MongoDB (a replica set) and a running Meilisearch. */
export interface Engines {
  /** Address of the replica set, without a database in its path unless the caller's own had one: see `withDatabase`. */
  readonly mongodbUrl: string;
  readonly meilisearchUrl: string;
  /** Empty where the engine asks for no key. */
  readonly meilisearchApiKey: string;
  /** Readable lines. The first says which engines were taken, the others where each came from. */
  readonly how: readonly string[];
  /** Only for programs on this machine. */
  readonly processIds?: { readonly mongodb: number; readonly meilisearch: number };
  /** Only for programs on this machine: settles, with which one and how, when one has ended. */
  readonly ended?: Promise<string>;
  /** Ends what was started, and removes its data unless a data folder was given. Safe to call twice. */
  stop(): Promise<void>;
}

/** The name every replica set started here has. */
export const replicaSetName = 'catalogue';
export const mongodbImage = 'mongo:8.0';
export const meilisearchImage = 'getmeili/meilisearch:v1.21.0';

/** Meilisearch's arguments that are the same in a container and on this machine; `cores` is how many it may use. */
export function meilisearchArguments(cores: number): string[] {
  return [
    '--no-analytics',
    ...['--env', 'production'],
    // Half the cores, so that an indexing run leaves room for MongoDB and for the tests themselves.
    ...['--max-indexing-threads', String(Math.max(1, Math.floor(cores / 2)))],
    ...['--max-indexing-memory', '1GiB'],
    ...['--experimental-limit-batched-tasks-total-size', '67108864'],
  ];
}

/**
 * Half of what MongoDB itself would take of a large machine. It evicts what was written once that is a twentieth of its cache: with
 * 1 GB and 200,000 products half of its CPU went into that.
 */
const cacheGigabytes = Math.max(1, Math.floor(totalmem() / 2 ** 32));

/** mongod's arguments that are the same in a container and on this machine: a quiet replica set with a small oplog. */
export const mongodArguments: readonly string[] = [
  ...['--replSet', replicaSetName],
  ...['--wiredTigerCacheSizeGB', String(cacheGigabytes)],
  ...['--oplogSize', '512'],
  '--quiet',
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  // A lone member has nobody to hand over to, so it need not wait for a successor when it ends.
  ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
];
