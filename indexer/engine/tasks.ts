/**
 * Sends requests to Meilisearch and waits for their tasks without a time limit. Retries requests while the engine is
 * down. Calls `assertMayWrite` before each write, to check that this process still leads.
 */
import type { Meilisearch } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';
import { classOf, isDiskFull, TaskFailed } from './index-errors.ts';
import { createRetryWhileDown, type RetryWhileDown } from './retry-while-down.ts';
import { type FinishedTask, waitForEnd } from './task-end.ts';

export interface EngineTasks {
  readonly retryWhileDown: RetryWhileDown;
  /**
   * Sends a write until the engine accepts it. Resolves to the uid of its task. Throws what `assertMayWrite` or the
   * engine throws.
   */
  enqueue(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number>;
  /**
   * Waits until a task succeeds. Throws TaskFailed. Cancels a write of documents once the engine has restarted it
   * `maxRestarts` times, 2 by default.
   */
  waitForSuccess(taskUid: number, maxRestarts?: number): Promise<void>;
  /** Sends a write and waits for its task. Throws TaskFailed, and what `assertMayWrite` or the engine throws. */
  run(operation: string, send: () => Promise<{ taskUid: number }>): Promise<void>;
  /** Waits until all tasks that are in the queue now have ended, including those of an earlier leader. */
  waitForQueue(): Promise<void>;
  /** Returns whether the engine rejected the last write because its disk is full. */
  isFull(): boolean;
}

export interface EngineTasksOptions {
  readonly client: Meilisearch;
  readonly logger: Logger;
  /** Called before each write request. Throws when this process may no longer write. */
  readonly assertMayWrite: () => void;
  readonly signal: AbortSignal;
  /** Called with each finished task of this process. */
  readonly onTask: (task: FinishedTask) => void;
}

/** An engine that crashes repeatedly may respond for only a fraction of a second. */
const MAX_DELAY_IN_CRASHES_MS = 100;
const MAX_RESTARTS = 2;

export function createEngineTasks(options: EngineTasksOptions): EngineTasks {
  const { client, logger, assertMayWrite, signal, onTask } = options;
  let isEngineFull = false;
  const onFull = () => {
    isEngineFull = true;
  };
  const retryWhileDown = createRetryWhileDown({ logger, signal, onFull });
  const retryOften = createRetryWhileDown({ logger, signal, maxDelayMs: MAX_DELAY_IN_CRASHES_MS });
  const ending = { client, logger, assertMayWrite, signal, retry: retryOften };

  async function waitForSuccess(taskUid: number, maxRestarts = MAX_RESTARTS): Promise<void> {
    const task = await waitForEnd(ending, taskUid, maxRestarts);
    onTask(task);
    // What follows a task, such as the removal of dead letters, is for the leader alone. The lease may have ended
    // meanwhile.
    assertMayWrite();
    if (task.status === 'succeeded') return;
    const failure = new TaskFailed(task, task.error);
    if (isDiskFull(failure)) onFull();
    throw failure;
  }

  async function enqueue(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number> {
    const { taskUid } = await retryWhileDown(operation, async () => {
      assertMayWrite();
      return await send();
    });
    isEngineFull = false;
    return taskUid;
  }

  async function newestTask(): Promise<number | null> {
    const { results } = await retryWhileDown('list its tasks', () => client.tasks.getTasks({ limit: 1 }));
    return results[0]?.uid ?? null;
  }

  async function oldestUnfinishedTask(): Promise<number | null> {
    const { results } = await retryOften('list its queue', () =>
      client.tasks.getTasks({ statuses: ['enqueued', 'processing'], reverse: true, limit: 1 }),
    );
    return results[0]?.uid ?? null;
  }

  return {
    retryWhileDown,
    enqueue,
    waitForSuccess,
    isFull: () => isEngineFull,

    async run(operation, send) {
      await waitForSuccess(await enqueue(operation, send));
    },

    async waitForQueue() {
      const newest = (await newestTask()) ?? -1;
      let oldest = await oldestUnfinishedTask();
      if (oldest !== null) logger.info('waiting for the tasks in the queue of Meilisearch');
      for (; oldest !== null && oldest <= newest; oldest = await oldestUnfinishedTask())
        await waitForEnd(ending, oldest, MAX_RESTARTS).catch((error: unknown) => {
          // A finished task may have been purged already.
          if (classOf(error) !== 'missing') throw error;
        });
    },
  };
}
