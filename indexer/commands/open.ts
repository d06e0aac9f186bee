/** Opens what every command of the indexer works with, and registers how it's closed. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type DbOptions, type MongoClient, ReadConcern } from 'mongodb';
import type { ConfigOf } from '../../src/config.ts';
import { createHttpClient } from '../../src/engines/http-client.ts';
import { openMeilisearch } from '../../src/engines/meilisearch.ts';
import { openMongo } from '../../src/engines/mongo.ts';
import type { Releasers } from '../../src/runtime/lifecycle.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import type { IndexerContext } from '../context.ts';
import { createStandbys } from '../leadership/standbys.ts';
import { createJobs } from '../operations/jobs.ts';
import { createIndexerMetrics } from '../operations/metrics.ts';
import { createDeadLetters } from '../pipeline/dead-letters.ts';
import { createRewrites } from '../pipeline/rewrites.ts';

export type IndexerConfig = ConfigOf<'indexer'>;

const MEILISEARCH_TIMEOUT_MS = 60_000;
const MONGODB_SOCKET_TIMEOUT_MS = 60_000;

/**
 * The lease, requests and dead letters must be read as they were last written, whatever MONGODB_URL says. These options
 * override the URL for every collection and change stream of the `Db`. `Db.command` always goes to the primary;
 * another database of the client (`local`) doesn't inherit them.
 */
const CONTROL_DATA: DbOptions = {
  readPreference: 'primary',
  readConcern: new ReadConcern('majority'),
  writeConcern: { w: 'majority' },
};

export interface OpenedIndexer extends IndexerContext {
  /** Resolves when the process stops and MongoDB doesn't respond: nobody needs to wait for it any more. */
  readonly givenUp: Promise<void>;
}

/** Connects to nothing yet. At the stop, MongoDB gets half of STOP_TIMEOUT_MS for its last responses. */
export function openIndexer(
  config: IndexerConfig,
  logger: Logger,
  releasers: Releasers,
  stopping: AbortSignal,
): OpenedIndexer {
  const mongo = openMongo(config.MONGODB_URL, {
    appName: 'catalogue-indexer',
    socketTimeoutMs: MONGODB_SOCKET_TIMEOUT_MS,
  });
  const givenUp = closeInTime(mongo, { logger, releasers, stopping, timeoutMs: config.STOP_TIMEOUT_MS / 2 });
  const database = mongo.db(undefined, CONTROL_DATA);
  const holder = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  return {
    mongo,
    database,
    meilisearch: openMeilisearch({
      url: config.MEILISEARCH_URL,
      apiKey: config.MEILISEARCH_API_KEY,
      timeoutMs: MEILISEARCH_TIMEOUT_MS,
      // A swap of indexes that runs twice is undone.
      http: createHttpClient({ retriesClosed: false }),
    }),
    indexName: config.MEILISEARCH_INDEX,
    holder,
    standbys: createStandbys(database, config.MEILISEARCH_INDEX, holder),
    jobs: createJobs(database, config.MEILISEARCH_INDEX),
    rewrites: createRewrites(database, config.MEILISEARCH_INDEX),
    deadLetters: createDeadLetters(database, config.MEILISEARCH_INDEX),
    taskRetentionMs: config.TASKS_KEPT_MS,
    onLostPosition: config.ON_LOST_POSITION,
    metrics: createIndexerMetrics(config.MEILISEARCH_INDEX),
    logger,
    givenUp,
  };
}

interface Closing {
  readonly logger: Logger;
  readonly releasers: Releasers;
  readonly stopping: AbortSignal;
  /** How long MongoDB may take for its last responses. */
  readonly timeoutMs: number;
}

/**
 * Closes the client at the stop. The returned promise resolves when MongoDB did not respond in time; then the release
 * throws, because the lease may still be held.
 */
function closeInTime(mongo: MongoClient, { logger, releasers, stopping, timeoutMs }: Closing): Promise<void> {
  let isGivenUp = false;
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<void>((resolve) => {
    const giveUp = () => {
      isGivenUp = true;
      logger.error({ timeoutMs }, 'MongoDB gives no answer: what waits for one is given up');
      // This closes the connections; the driver may still wait for a new one.
      mongo.close().catch(() => undefined);
      resolve();
    };
    const giveUpLater = () => {
      timer = setTimeout(giveUp, timeoutMs);
    };
    stopping.addEventListener('abort', giveUpLater, { once: true });
  });
  releasers.onStop('mongodb', async () => {
    await Promise.race([mongo.close(), givenUp]);
    clearTimeout(timer);
    if (isGivenUp)
      throw new Error(
        'MongoDB gave no answer: a lease that was held is not released and expires; the index is resumed from its checkpoint',
      );
  });
  return givenUp;
}
