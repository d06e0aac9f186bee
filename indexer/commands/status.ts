/** `status`: who leads, and how far behind the index is. */

import { print, type Shell, say } from '../../src/platform/command-line.ts';
import { NO_ANSWER } from '../../src/platform/engine-faults.ts';
import { runUntilStopped } from '../../src/platform/lifecycle.ts';
import { isKeyRefused, KEY_REFUSED, meilisearchCode } from '../../src/platform/meilisearch.ts';
import { leaseCollection } from '../leadership/lease.ts';
import { renderStatus, statusOf } from '../operations/status.ts';
import { commandLogger, tellFailure } from './for-people.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status for a person, or as JSON. Resolves to the exit code. */
export const status = (config: IndexerConfig, shell: Shell, { json }: StatusOptions): Promise<number> => {
  const logger = commandLogger(config, shell);
  return runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, stopping) => {
      const { database, indexName, requests, deadLetters, meilisearch } = openIndexer(
        config,
        logger,
        releasers,
        stopping,
      );
      // Alone: of several reads that cannot connect, the others fail before the one that says why.
      const lease = await leaseCollection(database).findOne({ _id: indexName });
      const [request, apart, documents] = await Promise.all([
        requests.current(),
        deadLetters.count(),
        meilisearch
          .index(indexName)
          .getDocuments({ filter: 'merchant_id EXISTS', limit: 1, fields: ['id'] })
          .then(({ total }) => total)
          .catch((error: unknown) => {
            if (meilisearchCode(error) !== 'index_not_found')
              say(shell, `Meilisearch ${isKeyRefused(error) ? KEY_REFUSED : NO_ANSWER}`);
            return null;
          }),
      ]);
      const answer = statusOf({ index: indexName, lease, request, documents, deadLetters: apart, now: new Date() });
      print(shell, json === true ? JSON.stringify(answer) : renderStatus(answer));
    },
  });
};
