/** What every command of the indexer works with, opened and registered to be closed. */
import type { ConfigOf } from '../../src/config.ts';
import type { Releasers } from '../../src/platform/lifecycle.ts';
import type { Logger } from '../../src/platform/logger.ts';
import { openMeilisearch } from '../../src/platform/meilisearch.ts';
import { openMongo } from '../../src/platform/mongo.ts';
import { createDeadLetters } from '../dead-letters.ts';
import type { LeaderOptions } from '../leader.ts';
import { createIndexerMetrics } from '../metrics.ts';
import { createRepairs } from '../repairs.ts';
import { createReindexRequests } from '../requests.ts';

export type IndexerConfig = ConfigOf<'indexer'>;

const MEILISEARCH_TIMEOUT_MS = 60_000;
const MONGODB_SOCKET_TIMEOUT_MS = 60_000;

/** Opens what every command needs. */
export function openIndexer(config: IndexerConfig, logger: Logger, releasers: Releasers): LeaderOptions {
  const mongo = openMongo(config.MONGODB_URL, {
    appName: 'catalogue-indexer',
    socketTimeoutMs: MONGODB_SOCKET_TIMEOUT_MS,
  });
  releasers.onStop('mongodb', () => mongo.close());
  const database = mongo.db();
  return {
    mongo,
    database,
    meilisearch: openMeilisearch({
      url: config.MEILISEARCH_URL,
      apiKey: config.MEILISEARCH_API_KEY,
      timeoutMs: MEILISEARCH_TIMEOUT_MS,
    }),
    indexName: config.MEILISEARCH_INDEX,
    requests: createReindexRequests(database, config.MEILISEARCH_INDEX),
    repairs: createRepairs(database, config.MEILISEARCH_INDEX),
    deadLetters: createDeadLetters(database, config.MEILISEARCH_INDEX),
    tasksKeptMs: config.TASKS_KEPT_MS,
    onLostPosition: config.ON_LOST_POSITION,
    metrics: createIndexerMetrics(),
    logger,
  };
}
