/** `status`: who leads, who stands by, and how far the index is behind. */
import { missingSetup } from '../../src/catalogue/setup.ts';
import { explainError } from '../../src/engines/engine-errors.ts';
import { print, type Shell, say } from '../../src/runtime/command-line.ts';
import type { IndexerContext } from '../context.ts';
import { nextStep } from '../engine/index-errors.ts';
import { PRODUCTS } from '../engine/index-write.ts';
import { leaseCollection, readLease } from '../leadership/lease.ts';
import { renderStatus, type Status, statusOf } from '../operations/status.ts';
import type { IndexerConfig } from './open.ts';
import { runCommand } from './run-command.ts';

export interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status for a person, or as JSON. Resolves to the exit code: 1 when nobody leads. */
export const status = (config: IndexerConfig, shell: Shell, { json }: StatusOptions): Promise<number> =>
  runCommand(config, shell, async (context) => {
    const answer = await readStatus(context, config, shell);
    print(shell, json === true ? JSON.stringify(answer) : renderStatus(answer));
    return answer.leader !== null;
  });

async function readStatus(indexer: IndexerContext, config: IndexerConfig, shell: Shell): Promise<Status> {
  const { database, indexName, jobs, deadLetters, standbys, meilisearch } = indexer;
  // First and alone: when MongoDB can't be reached, the first operation gets the reason, and others get "Topology is closed".
  const lease = await readLease(leaseCollection(database), indexName);
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
