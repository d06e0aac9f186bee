/** `status`: who leads, who stands by, and how far the index is behind. */
import { missingSetup } from '../../src/data/setup.ts';
import { print, type Shell, say } from '../../src/platform/command-line.ts';
import { explainError } from '../../src/platform/engine-errors.ts';
import { EXIT, runUntilStopped } from '../../src/platform/lifecycle.ts';
import { meilisearchCode } from '../../src/platform/meilisearch.ts';
import type { LeaderOptions } from '../leadership/leader.ts';
import { leaseCollection, readLease } from '../leadership/lease.ts';
import { renderStatus, type Status, statusOf } from '../operations/status.ts';
import { commandLogger, tellFailure } from './command-output.ts';
import { type IndexerConfig, openIndexer } from './open.ts';

export interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status for a person, or as JSON. Resolves to the exit code: 1 when nobody leads. */
export async function status(config: IndexerConfig, shell: Shell, { json }: StatusOptions): Promise<number> {
  const logger = commandLogger(config, shell);
  let hasLeader = false;
  const code = await runUntilStopped({
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    onFailure: tellFailure(config, shell),
    start: async (releasers, stopping) => {
      const answer = await readStatus(openIndexer(config, logger, releasers, stopping), config, shell);
      print(shell, json === true ? JSON.stringify(answer) : renderStatus(answer));
      hasLeader = answer.leader !== null;
    },
  });
  return code === EXIT.success && !hasLeader ? EXIT.failure : code;
}

async function readStatus(indexer: LeaderOptions, config: IndexerConfig, shell: Shell): Promise<Status> {
  const { database, indexName, requests, deadLetters, standbys, meilisearch } = indexer;
  // First and alone: when MongoDB can't be reached, the first operation gets the reason, and others get "Topology is closed".
  const lease = await readLease(leaseCollection(database), indexName);
  const [processes, request, deadLetterCount, missing, documents] = await Promise.all([
    standbys.list(),
    requests.current(),
    deadLetters.count(),
    missingSetup(database),
    meilisearch
      .index(indexName)
      .getDocuments({ filter: 'merchant_id EXISTS', limit: 1, fields: ['id'] })
      .then(({ total }) => total)
      .catch((error: unknown) => {
        if (meilisearchCode(error) !== 'index_not_found') say(shell, explainError(error, config.MONGODB_URL));
        return null;
      }),
  ]);
  return statusOf({
    ...{ index: indexName, lease, processes, request, documents },
    ...{ deadLetters: deadLetterCount, missingSetup: missing },
  });
}
