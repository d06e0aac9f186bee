/** `status`: shows the leader, the standbys, and the lag of the index. */
import { missingSetup } from '../../src/catalogue/missing-setup.ts';
import { explainError } from '../../src/engines/explain-error.ts';
import { printNotice, printResult } from '../../src/runtime/command-line/command-line.ts';
import { sleep, unlessAborted, withTimeout } from '../../src/runtime/retry.ts';
import { PRODUCTS } from '../../src/search/index/filters.ts';
import { classOf } from '../engine/index-errors.ts';
import { otherEngine } from '../monitoring/other-engine.ts';
import { renderStatus } from '../reports/render/status.ts';
import { type Status, statusOf } from '../reports/status.ts';
import type { CommandContext } from './run-command.ts';

interface StatusOptions {
  readonly json?: boolean;
}

/** Prints the status as text or JSON. Resolves to whether a process leads. */
export async function status(context: CommandContext, { json }: StatusOptions): Promise<boolean> {
  const result = await unlessAborted(context.stopping, readStatus(context));
  printResult(context.shell, json === true ? JSON.stringify(result) : renderStatus(result));
  return result.leader !== null;
}

async function readStatus(context: CommandContext): Promise<Status> {
  const { database, indexName, readLease, jobs, deadLetters } = context;
  const [lease, processes, operation, pausedAt, deadLetterCount, missing, documents, other] = await Promise.all([
    readLease(),
    context.processes.list(),
    jobs.operation(),
    jobs.pausedAt(),
    deadLetters.count(),
    missingSetup(database),
    countDocuments(context),
    withTimeout(ENGINE_LIMIT_MS, findOtherEngine(context), null).catch(() => null),
  ]);
  return statusOf({
    index: indexName,
    lease,
    processes,
    operation,
    pausedAt,
    documents,
    otherEngine: other,
    deadLetters: deadLetterCount,
    missingSetup: missing,
  });
}

/** A Meilisearch that hangs must not hold back for a minute what MongoDB knows. */
const ENGINE_LIMIT_MS = 5000;

/** Resolves to null, and says why, if Meilisearch can't tell. A missing index is no reason to say anything. */
async function countDocuments({ meilisearch, indexName, config, shell }: CommandContext): Promise<number | null> {
  const read = meilisearch.index(indexName).getDocuments({ filter: PRODUCTS, limit: 1, fields: ['id'] });
  try {
    const found = await withTimeout(ENGINE_LIMIT_MS, read, null);
    if (found === null) printNotice(shell, `Meilisearch has not responded within ${ENGINE_LIMIT_MS / 1000} s`);
    return found?.total ?? null;
  } catch (error) {
    if (classOf(error) !== 'missing') printNotice(shell, explainError(error, config.MONGODB_URL));
    return null;
  }
}

const REPORT_LIMIT_MS = 3000;

/** Looks twice: a report may be older than a swap or a rollback. */
async function findOtherEngine(context: CommandContext): Promise<string | null> {
  if ((await otherEngine(context)) === null) return null;
  await sleep(REPORT_LIMIT_MS, context.stopping);
  return await otherEngine(context);
}
