/** `status`: who leads, and how far behind the index is. */
import { runUntilStopped } from '../../src/platform/lifecycle.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { leaseCollection } from '../lease.ts';
import { renderStatus, statusOf } from '../status.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

/** Prints the status for a person, or as JSON. Resolves to the exit code. */
export const status = (config: IndexerConfig, asJson: boolean): Promise<number> => {
  const logger = createLogger('indexer', 'warn');
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    start: async (releasers, stopping) => {
      const { database, indexName, requests, deadLetters, meilisearch } = openIndexer(
        config,
        logger,
        releasers,
        stopping,
      );
      const [lease, request, apart, documents] = await Promise.all([
        leaseCollection(database).findOne({ _id: indexName }),
        requests.current(),
        deadLetters.count(),
        meilisearch
          .index(indexName)
          .getDocuments({ filter: 'merchant_id EXISTS', limit: 1, fields: ['id'] })
          .then(
            ({ total }) => total,
            () => null,
          ),
      ]);
      const answer = statusOf({ index: indexName, lease, request, documents, deadLetters: apart, now: new Date() });
      process.stdout.write(`${asJson ? JSON.stringify(answer) : renderStatus(answer)}\n`);
    },
  });
};
