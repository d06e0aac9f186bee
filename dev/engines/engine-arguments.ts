/** The images and the arguments of the engines. */

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
