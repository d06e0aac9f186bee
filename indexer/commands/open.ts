/** Creates the dependencies of a command and registers how to close them. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type DbOptions, type MongoClient, ReadConcern } from 'mongodb';
import type { ConfigOf } from '../../src/config.ts';
import { createHttpClient } from '../../src/engines/http-client.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { MAJORITY, openMongo } from '../../src/engines/mongodb/client.ts';
import type { ShutdownHooks } from '../../src/runtime/lifecycle.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import type { IndexerContext } from '../context.ts';
import { createIndexerProcesses } from '../election/processes.ts';
import { leaseCollection, readLease } from '../election/stored-lease.ts';
import { createIndexerMetrics } from '../monitoring/metrics.ts';
import { createDeadLetters } from '../pipeline/dead-letters.ts';
import { createJobs } from '../requests/jobs.ts';
import { createRewrites } from '../requests/rewrites.ts';

export type IndexerConfig = ConfigOf<'indexer'>;

const MEILISEARCH_TIMEOUT_MS = 60_000;
const MONGODB_SOCKET_TIMEOUT_MS = 60_000;

/**
 * The lease, requests and dead letters must be read as they were last written, whatever MONGODB_URL says. These options
 * override those of the client for every collection and change stream of the `Db`. Another database of the client
 * (`local`) doesn't inherit them.
 */
export const CONTROL_DATA: DbOptions = {
  readConcern: new ReadConcern('majority'),
  writeConcern: MAJORITY,
};

export interface OpenedIndexer extends IndexerContext {
  /** Resolves when the process is stopping and MongoDB has not responded in time. Stop waiting for MongoDB then. */
  readonly closeTimedOut: Promise<void>;
}

/** Opens no connection yet. At shutdown, MongoDB gets half of STOP_TIMEOUT_MS for its last responses. */
export function openIndexer(
  config: IndexerConfig,
  logger: Logger,
  shutdownHooks: ShutdownHooks,
  stopping: AbortSignal,
): OpenedIndexer {
  const mongo = openMongo(config.MONGODB_URL, {
    appName: 'catalogue-indexer',
    socketTimeoutMs: MONGODB_SOCKET_TIMEOUT_MS,
  });
  const closeTimedOut = closeWithTimeout(mongo, {
    logger,
    shutdownHooks,
    stopping,
    timeoutMs: config.STOP_TIMEOUT_MS / 2,
  });
  const database = mongo.db(undefined, CONTROL_DATA);
  const leases = leaseCollection(database);
  const indexName = config.MEILISEARCH_INDEX;
  const holder = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  return {
    mongo,
    database,
    meilisearch: openMeilisearch({
      url: config.MEILISEARCH_URL,
      apiKey: config.MEILISEARCH_API_KEY,
      timeoutMs: MEILISEARCH_TIMEOUT_MS,
      // A swap must not be retried: a second swap undoes the first.
      http: createHttpClient({ retriesClosed: false }),
    }),
    indexName,
    holder,
    readLease: () => readLease(leases, indexName),
    processes: createIndexerProcesses(database, indexName, holder),
    jobs: createJobs(database, indexName),
    rewrites: createRewrites(database, indexName),
    deadLetters: createDeadLetters(database, indexName),
    taskRetentionMs: config.TASKS_KEPT_MS,
    onLostPosition: config.ON_LOST_POSITION,
    metrics: createIndexerMetrics(indexName),
    logger,
    closeTimedOut,
  };
}

interface Closing {
  readonly logger: Logger;
  readonly shutdownHooks: ShutdownHooks;
  readonly stopping: AbortSignal;
  /** How long to wait for the last responses of MongoDB. */
  readonly timeoutMs: number;
}

/**
 * Closes the client at shutdown. The returned promise resolves when MongoDB did not respond in time. Closing then
 * throws, because the lease may still be held.
 */
function closeWithTimeout(mongo: MongoClient, { logger, shutdownHooks, stopping, timeoutMs }: Closing): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    const startTimer = () => {
      timer = setTimeout(resolve, timeoutMs);
    };
    stopping.addEventListener('abort', startTimer, { once: true });
  });
  const closeTimedOut = timedOut.then(() => {
    logger.error({ timeoutMs }, 'MongoDB does not respond: unfinished operations are abandoned');
    // This closes the connections; the driver may still wait for a new one.
    mongo.close().catch(() => undefined);
  });
  shutdownHooks.onStop('mongodb', async () => {
    const isLate = await Promise.race([closeTimedOut.then(() => true), mongo.close().then(() => false)]);
    clearTimeout(timer);
    if (isLate)
      throw new Error(
        'MongoDB did not respond: a held lease is not released and will expire; the next leader resumes from the checkpoint',
      );
  });
  return closeTimedOut;
}
