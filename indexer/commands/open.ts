/** What every command of the indexer works with, opened and registered to be closed. */
import type { MongoClient } from 'mongodb';
import type { ConfigOf } from '../../src/config.ts';
import { createHttpClient } from '../../src/platform/http-client.ts';
import type { Releasers } from '../../src/platform/lifecycle.ts';
import type { Logger } from '../../src/platform/logger.ts';
import { openMeilisearch } from '../../src/platform/meilisearch.ts';
import { openMongo } from '../../src/platform/mongo.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { createIndexerMetrics } from '../operations/metrics.ts';
import { createRepairs } from '../operations/repairs.ts';
import { createReindexRequests } from '../operations/requests.ts';
import { createDeadLetters } from '../pipeline/dead-letters.ts';

export type IndexerConfig = ConfigOf<'indexer'>;

const MEILISEARCH_TIMEOUT_MS = 60_000;
const MONGODB_SOCKET_TIMEOUT_MS = 60_000;

export interface OpenedIndexer extends LeaderOptions {
  /** Resolves when the process stops and MongoDB gives no answer: whoever waits for it need not any more. */
  readonly givenUp: Promise<void>;
}

/** Opens what every command needs. Where MongoDB gives no answer at the stop, what waits for it is given up in time. */
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
  const givenUp = closeInTime(mongo, { logger, releasers, stopping, patienceMs: config.STOP_TIMEOUT_MS / 2 });
  const database = mongo.db();
  return {
    mongo,
    database,
    meilisearch: openMeilisearch({
      url: config.MEILISEARCH_URL,
      apiKey: config.MEILISEARCH_API_KEY,
      timeoutMs: MEILISEARCH_TIMEOUT_MS,
      // An exchange of indexes that is done twice is undone.
      http: createHttpClient({ sendsAgain: false }),
    }),
    indexName: config.MEILISEARCH_INDEX,
    requests: createReindexRequests(database, config.MEILISEARCH_INDEX),
    repairs: createRepairs(database, config.MEILISEARCH_INDEX),
    deadLetters: createDeadLetters(database, config.MEILISEARCH_INDEX),
    gatherMs: config.GATHER_CHANGES_MS,
    tasksKeptMs: config.TASKS_KEPT_MS,
    onLostPosition: config.ON_LOST_POSITION,
    metrics: createIndexerMetrics(),
    logger,
    givenUp,
  };
}

interface Closing {
  readonly logger: Logger;
  readonly releasers: Releasers;
  readonly stopping: AbortSignal;
  /** How long MongoDB may take for its last answers. */
  readonly patienceMs: number;
}

/**
 * Has the client closed at the stop; resolves when that, or what still waited for MongoDB, had to be given up. Then the
 * release fails: something is left as it was.
 */
function closeInTime(mongo: MongoClient, { logger, releasers, stopping, patienceMs }: Closing): Promise<void> {
  let isGivenUp = false;
  let timer: NodeJS.Timeout | undefined;
  const givenUp = new Promise<void>((resolve) => {
    const giveUp = () => {
      isGivenUp = true;
      logger.error({ patienceMs }, 'MongoDB gives no answer: what waits for one is given up');
      // Ends the connections at once; the driver may still wait for others.
      mongo.close().catch(() => undefined);
      resolve();
    };
    const giveUpLater = () => {
      timer = setTimeout(giveUp, patienceMs);
    };
    stopping.addEventListener('abort', giveUpLater, { once: true });
  });
  releasers.onStop('mongodb', async () => {
    await Promise.race([mongo.close(), givenUp]);
    clearTimeout(timer);
    if (isGivenUp)
      throw new Error(
        'MongoDB gave no answer: a lease that was held is not given back and runs out; the index is as its position says, and is followed from there',
      );
  });
  return givenUp;
}
