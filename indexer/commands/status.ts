/** `status`: shows the leader, the standbys, and the lag of the index. */
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { explainError } from '../../src/engines/engine-errors.ts';
import { print, say } from '../../src/runtime/command-line.ts';
import { nextStep } from '../engine/index-errors.ts';
import { PRODUCTS } from '../engine/index-write.ts';
import { unlessAborted } from '../engine/retry-while-down.ts';
import { renderStatus, type Status, statusOf } from '../operations/status.ts';
import type { CommandContext } from './run-command.ts';

interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status as text or JSON. Resolves to whether a process leads. */
export async function status(context: CommandContext, { json }: StatusOptions): Promise<boolean> {
  const result = await unlessAborted(context.stopping, readStatus(context));
  print(context.shell, json === true ? JSON.stringify(result) : renderStatus(result));
  return result.leader !== null;
}

async function readStatus(context: CommandContext): Promise<Status> {
  const { database, indexName, readLease, jobs, deadLetters, meilisearch, config, shell } = context;
  // Run this first and alone: when MongoDB is unreachable, the first operation gets the reason, and others get
  // "Topology is closed".
  const lease = await readLease();
  const [processes, operation, pausedAt, deadLetterCount, missing, documents] = await Promise.all([
    context.processes.list(),
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
