/**
 * Sends requests to Meilisearch and waits for their tasks, for hours if need be. While the engine is down, requests are
 * retried. Before each write, `mayWrite` says whether this process still leads.
 *
 * A document can kill the engine's process, by lack of memory for example. The engine starts again, and with it the task, without
 * end. A write that the engine started over twice is therefore canceled, and fails with the code `engine_went_away`.
 */
import type { Meilisearch, Task } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { isFull, nextStep, TaskFailed } from './index-errors.ts';
import { createRetryWhileDown, type RetryWhileDown } from './retry-while-down.ts';

export interface EngineTasks {
  readonly retryWhileDown: RetryWhileDown;
  /** Sends a write until the engine accepts it, and resolves to the uid of its task. Throws what `mayWrite` or the engine throws. */
  sent(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number>;
  /**
   * Waits for a task, and resolves to the time in ms from its enqueuing to its end. Throws TaskFailed. A write of documents is canceled
   * once the engine has started it over `maxRestarts` times, 2 by default.
   */
  succeeded(taskUid: number, maxRestarts?: number): Promise<number>;
  /** Sends a write and waits for its task. Throws TaskFailed, and what `mayWrite` or the engine throws. */
  done(operation: string, send: () => Promise<{ taskUid: number }>): Promise<void>;
  /** The uid of the engine's newest task, whoever sent it; null if there is none. */
  newestTask(): Promise<number | null>;
  /** Waits until all tasks that are in the queue now have ended, an earlier leader's included. */
  waitForQueue(): Promise<void>;
}

export type TaskResult = 'succeeded' | 'failed' | 'canceled';
export type FinishedTask = Task & { readonly status: TaskResult };

export interface EngineTasksOptions {
  readonly client: Meilisearch;
  readonly logger: Logger;
  /** Throws when this process may no longer write. Called before each request that writes. */
  readonly mayWrite: () => void;
  readonly signal: AbortSignal;
  /** Called with each finished task of this process, and with each task that it canceled as a killer of the engine. */
  readonly onTask: (task: FinishedTask) => void;
  /** Told whether the engine refuses writes for lack of space: true with each refusal, false when it accepts one. */
  readonly onFull?: (isFull: boolean) => void;
}

const MIN_POLL_MS = 10;
const MAX_POLL_MS = 250;
const POLL_GROWTH = 1.1;
/** An engine that crashes again and again may answer for a fraction of a second only. */
const MAX_DELAY_IN_CRASHES_MS = 100;
const MAX_RESTARTS = 2;

const isFinished = (task: Task): task is FinishedTask => task.status !== 'enqueued' && task.status !== 'processing';

export function createEngineTasks(options: EngineTasksOptions): EngineTasks {
  const { client, logger, mayWrite, signal, onTask, onFull } = options;
  const onRetry = (error: unknown): void => {
    if (isFull(error)) onFull?.(true);
  };
  const retryWhileDown = createRetryWhileDown({ logger, signal, onRetry });
  const retryOften = createRetryWhileDown({ logger, signal, maxDelayMs: MAX_DELAY_IN_CRASHES_MS });

  /**
   * Polls a task until it has ended, or until the engine has started it over `maxRestarts` times. The client's `waitForTask` can't
   * do this: it polls at one interval, fails when the engine is down, and takes no signal. Each interval is a tenth
   * longer than the last, so that the end is seen late by a twentieth of the task's duration on average.
   *
   * The engine sets `startedAt` when it starts on a task, and forgets it when its process ends (`processing.rs` of the
   * index-scheduler). So another `startedAt` tells a new process from a mere network outage.
   */
  async function polled(uid: number, maxRestarts: number): Promise<Task> {
    let startedAt: string | null = null;
    let restarts = 0;
    for (let pollMs = MIN_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * POLL_GROWTH)) {
      const task = await retryOften('read a task', () => client.tasks.getTask(uid));
      if (startedAt !== null && task.startedAt !== startedAt) restarts += 1;
      if (isFinished(task) || (task.type === 'documentAdditionOrUpdate' && restarts >= maxRestarts)) return task;
      startedAt = task.startedAt;
      await sleep(pollMs, signal);
      signal.throwIfAborted();
    }
  }

  /** Waits for a task to end; cancels it if the engine starts it over too often. Throws TaskFailed if it was canceled for that. */
  async function ended(uid: number, maxRestarts = Number.POSITIVE_INFINITY): Promise<FinishedTask> {
    const task = await polled(uid, maxRestarts);
    if (isFinished(task)) return task;
    logger.error({ task: uid }, 'Meilisearch went away while it processed a task: canceling the task');
    // Cancelations have the highest priority, and are durable once accepted: the engine's next process begins with them.
    const cancelation = await retryOften('cancel a task', async () => {
      mayWrite();
      return await client.tasks.cancelTasks({ uids: [uid] });
    });
    await ended(cancelation.taskUid);
    const canceled = await ended(uid);
    if (canceled.status !== 'canceled') return canceled;
    onTask(canceled);
    const message = `the engine went away ${maxRestarts === 1 ? 'once' : `${maxRestarts} times`} while it processed this task`;
    throw new TaskFailed({ ...canceled, status: 'failed' }, { code: 'engine_went_away', message });
  }

  async function succeeded(taskUid: number, maxRestarts = MAX_RESTARTS): Promise<number> {
    const task = await ended(taskUid, maxRestarts);
    onTask(task);
    if (task.status !== 'succeeded') {
      const failure = new TaskFailed(task, task.error);
      if (isFull(failure)) onFull?.(true);
      throw failure;
    }
    return Date.parse(String(task.finishedAt)) - Date.parse(String(task.enqueuedAt));
  }

  async function sent(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number> {
    const { taskUid } = await retryWhileDown(operation, async () => {
      mayWrite();
      return await send();
    });
    onFull?.(false);
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
    sent,
    succeeded,
    newestTask,

    async done(operation, send) {
      await succeeded(await sent(operation, send));
    },

    async waitForQueue() {
      const newest = (await newestTask()) ?? -1;
      let oldest = await oldestUnfinishedTask();
      if (oldest !== null) logger.info('waiting for the tasks in the queue of Meilisearch');
      for (; oldest !== null && oldest <= newest; oldest = await oldestUnfinishedTask())
        await ended(oldest, MAX_RESTARTS).catch((error: unknown) => {
          // Whoever sent the task hears of its failure; a finished task may also have been purged already.
          if (!(error instanceof TaskFailed) && nextStep(error) !== 'gone') throw error;
        });
    },
  };
}
