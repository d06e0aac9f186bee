/** `status`: shows the leader, the standbys, and the lag of the index. */
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { explainError } from '../../src/engines/engine-errors.ts';
import { print, type Shell, say } from '../../src/runtime/command-line.ts';
import type { IndexerContext } from '../context.ts';
import { nextStep } from '../engine/index-errors.ts';
import { PRODUCTS } from '../engine/index-write.ts';
import { renderStatus, type Status, statusOf } from '../operations/status.ts';
import type { IndexerConfig } from './open.ts';
import { runCommand } from './run-command.ts';

export interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status as text or JSON. Resolves to the exit code: 1 when no process leads. */
export const status = (config: IndexerConfig, shell: Shell, { json }: StatusOptions): Promise<number> =>
  runCommand(config, shell, async (context) => {
    const result = await readStatus(context, config, shell);
    print(shell, json === true ? JSON.stringify(result) : renderStatus(result));
    return result.leader !== null;
  });

async function readStatus(indexer: IndexerContext, config: IndexerConfig, shell: Shell): Promise<Status> {
  const { database, indexName, readLease, jobs, deadLetters, standbys, meilisearch } = indexer;
  // Run this first and alone: when MongoDB is unreachable, the first operation gets the reason, and others get
  // "Topology is closed".
  const lease = await readLease();
  const [processes, operation, pausedAt, deadLetterCount, missing, documents] = await Promise.all([
    standbys.list(),
    jobs.operation(),
    jobs.pausedAt(),
    deadLetters.count(),
    missingSetup(database),
    meilisearch
      .index(indexName)
      .getDocuments({ filter: PRODUCTS, limit: 1, fields: ['id'] })
      .then(({ total }) => total)
      .catch((error: unknown) => {
        if (nextStep(error) !== 'gone') say(shell, explainError(error, config.MONGODB_URL));
        return null;
      }),
  ]);
  return statusOf({
    ...{ index: indexName, lease, processes, operation, pausedAt, documents },
    ...{ deadLetters: deadLetterCount, missingSetup: missing },
  });
}
