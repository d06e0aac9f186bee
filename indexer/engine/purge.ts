/**
 * Deletes old finished tasks of the indexer's own indexes. The engine keeps every task, and at a million tasks it
 * deletes the newest ones (fixed in Meilisearch 1.22.1). Deletes one hour of tasks at a time, oldest first, because a
 * deletion blocks the queue.
 */
import type { Meilisearch, TaskStatus } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';

interface PurgeOptions {
  readonly client: Meilisearch;
  /** The indexes whose tasks to delete. After a swap, tasks exist under both names. */
  readonly indexNames: readonly string[];
  /** How long to keep a task after it succeeded or was canceled. A failed task is kept seven times as long. */
  readonly retentionMs: number;
  /**
   * Returns true while the indexer is paused. Nothing is deleted then, because a deletion is also a task of the engine.
   */
  readonly isPaused: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
/** Limits one purge to a day of tasks. */
const MAX_DELETIONS = 24;
const FAILED_RETENTION_FACTOR = 7;
const DELETION_TIMEOUT_MS = 60_000;

/** Deletes tasks older than `retentionMs`. Resolves to the number of deletions. Throws what the engines throw. */
export async function purgeTasks({ client, indexNames, retentionMs, isPaused, signal }: PurgeOptions): Promise<number> {
  let deletions = 0;
  const purge = async (statuses: TaskStatus[], before: number): Promise<void> => {
    const finished = { indexUids: [...indexNames], statuses };
    while (deletions < MAX_DELETIONS && !signal.aborted && !(await isPaused())) {
      const old = { ...finished, beforeFinishedAt: new Date(before).toISOString(), reverse: true, limit: 1 };
      const oldest = (await client.tasks.getTasks(old)).results[0]?.finishedAt;
      if (oldest === undefined || oldest === null) return;
      const end = new Date(Math.min(before, Date.parse(oldest) + HOUR_MS)).toISOString();
      await client.tasks.deleteTasks({ ...finished, beforeFinishedAt: end }).waitTask({ timeout: DELETION_TIMEOUT_MS });
      deletions += 1;
    }
  };
  await purge(['succeeded', 'canceled'], Date.now() - retentionMs);
  await purge(['failed'], Date.now() - FAILED_RETENTION_FACTOR * retentionMs);
  return deletions;
}

/**
 * Purges once per hour, or once per `retentionMs` if that is shorter, until the signal aborts. Logs a failure and tries
 * again at the next interval.
 */
export async function keepPurging({ logger, ...options }: PurgeOptions & { readonly logger: Logger }): Promise<void> {
  const { retentionMs, signal } = options;
  while (!signal.aborted) {
    await purgeTasks(options).then(
      (deletions) => logger.debug({ deletions }, 'old tasks are purged'),
      (error: unknown) => logger.warn({ err: error }, 'old tasks could not be purged: trying again later'),
    );
    await sleep(Math.min(HOUR_MS, retentionMs), signal);
  }
}
