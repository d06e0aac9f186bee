/**
 * Removes old finished tasks of this program's indexes from the engine. The engine keeps all of them, and when there are a
 * million it deletes the newest. An hour of tasks at a time, oldest first: a removal holds up the queue while it lasts.
 */
import type { Meilisearch, TaskStatus } from 'meilisearch';
import type { Logger } from '../../src/platform/logger.ts';
import { pause } from '../../src/platform/retry.ts';

interface PurgeOptions {
  readonly client: Meilisearch;
  /** Those whose tasks are this program's; a swap leaves tasks under either name. */
  readonly indexNames: readonly string[];
  /** How long a task is kept after it succeeded; one that failed is kept seven times as long. */
  readonly keptMs: number;
  readonly signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
/** A day of tasks at most in one go; what remains is for the next. */
const MAX_STEPS = 24;
const FAILED_KEPT_TIMES = 7;
const WAIT_MS = 60_000;

/** Removes what is older than that, as far as one go takes it; resolves to how many removals it took. Throws what the engine throws. */
export async function purgeTasks({ client, indexNames, keptMs, signal }: PurgeOptions): Promise<number> {
  let steps = 0;
  const purge = async (statuses: TaskStatus[], before: number): Promise<void> => {
    const finished = { indexUids: [...indexNames], statuses };
    while (steps < MAX_STEPS && !signal.aborted) {
      const old = { ...finished, beforeFinishedAt: new Date(before).toISOString(), reverse: true, limit: 1 };
      const oldest = (await client.tasks.getTasks(old)).results[0]?.finishedAt;
      if (oldest === undefined || oldest === null) return;
      const end = new Date(Math.min(before, Date.parse(oldest) + HOUR_MS)).toISOString();
      await client.tasks.deleteTasks({ ...finished, beforeFinishedAt: end }).waitTask({ timeout: WAIT_MS });
      steps += 1;
    }
  };
  await purge(['succeeded', 'canceled'], Date.now() - keptMs);
  await purge(['failed'], Date.now() - FAILED_KEPT_TIMES * keptMs);
  return steps;
}

/** Purges each hour, and more often where tasks are kept for less, until the signal. What fails is told and tried again. */
export async function keepPurging({ logger, ...options }: PurgeOptions & { readonly logger: Logger }): Promise<void> {
  const { keptMs, signal } = options;
  while (!signal.aborted) {
    await purgeTasks(options).then(
      (steps) => logger.debug({ steps }, 'old tasks are purged'),
      (error: unknown) => logger.warn({ err: error }, 'old tasks could not be purged: trying again later'),
    );
    await pause(Math.min(HOUR_MS, keptMs), signal);
  }
}
