/**
 * Sends requests to Meilisearch and waits for their tasks without a time limit. Retries requests while the engine is
 * down. Calls `assertMayWrite` before each write, to check that this process still leads.
 *
 * A document can crash the engine, for example by exhausting memory. The engine then restarts and runs the same task
 * again, endlessly. So a write that the engine has restarted twice is canceled and fails with the code
 * `engine_went_away`.
 */
import type { Meilisearch, Task } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { isFull, nextStep, TaskFailed } from './index-errors.ts';
import { createRetryWhileDown, type RetryWhileDown } from './retry-while-down.ts';

export interface EngineTasks {
  readonly retryWhileDown: RetryWhileDown;
  /**
   * Sends a write until the engine accepts it. Resolves to the uid of its task. Throws what `assertMayWrite` or the
   * engine throws.
   */
  enqueue(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number>;
  /**
   * Waits until a task succeeds. Resolves to the time from enqueuing to the end, in ms. Throws TaskFailed. Cancels a
   * write of documents once the engine has restarted it `maxRestarts` times, 2 by default.
   */
  waitForSuccess(taskUid: number, maxRestarts?: number): Promise<number>;
  /** Sends a write and waits for its task. Throws TaskFailed, and what `assertMayWrite` or the engine throws. */
  run(operation: string, send: () => Promise<{ taskUid: number }>): Promise<void>;
  /** Waits until all tasks that are in the queue now have ended, including those of an earlier leader. */
  waitForQueue(): Promise<void>;
}

export type TaskResult = 'succeeded' | 'failed' | 'canceled';
export type FinishedTask = Task & { readonly status: TaskResult };

export interface EngineTasksOptions {
  readonly client: Meilisearch;
  readonly logger: Logger;
  /** Called before each write request. Throws when this process may no longer write. */
  readonly assertMayWrite: () => void;
  readonly signal: AbortSignal;
  /**
   * Called with each finished task of this process, and with each task that was canceled because it crashed the engine.
   */
  readonly onTask: (task: FinishedTask) => void;
  /**
   * Called with true when the engine rejects a write because the disk is full, and with false when it accepts a write.
   */
  readonly onFull?: (isFull: boolean) => void;
}

const MIN_POLL_MS = 10;
const MAX_POLL_MS = 250;
const POLL_GROWTH = 1.1;
/** An engine that crashes repeatedly may respond for only a fraction of a second. */
const MAX_DELAY_IN_CRASHES_MS = 100;
const MAX_RESTARTS = 2;

const isFinished = (task: Task): task is FinishedTask => task.status !== 'enqueued' && task.status !== 'processing';

export function createEngineTasks(options: EngineTasksOptions): EngineTasks {
  const { client, logger, assertMayWrite, signal, onTask, onFull } = options;
  const onRetry = (error: unknown): void => {
    if (isFull(error)) onFull?.(true);
  };
  const retryWhileDown = createRetryWhileDown({ logger, signal, onRetry });
  const retryOften = createRetryWhileDown({ logger, signal, maxDelayMs: MAX_DELAY_IN_CRASHES_MS });

  /**
   * Polls a task until it has ended or the engine has restarted it `maxRestarts` times. The client's `waitForTask`
   * doesn't fit: it polls at a fixed interval, fails when the engine is down, and takes no signal. Each interval is a
   * tenth longer than the last, so the end is detected late by a twentieth of the task's duration on average.
   *
   * The engine sets `startedAt` when it starts a task, and loses it when its process ends (`processing.rs` of the
   * index-scheduler). So a different `startedAt` indicates a new process rather than a network outage.
   */
  async function pollTask(uid: number, maxRestarts: number): Promise<Task> {
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

  /** Waits for a task to end. Cancels it when the engine restarts it too often, and then throws TaskFailed. */
  async function waitForEnd(uid: number, maxRestarts = Number.POSITIVE_INFINITY): Promise<FinishedTask> {
    const task = await pollTask(uid, maxRestarts);
    if (isFinished(task)) return task;
    logger.error({ task: uid }, 'Meilisearch went away while it processed a task: canceling the task');
    // Cancelations have the highest priority and are durable once accepted, so the next engine process starts with
    // them.
    const cancelation = await retryOften('cancel a task', async () => {
      assertMayWrite();
      return await client.tasks.cancelTasks({ uids: [uid] });
    });
    await waitForEnd(cancelation.taskUid);
    const canceled = await waitForEnd(uid);
    if (canceled.status !== 'canceled') return canceled;
    onTask(canceled);
    const message = `the engine went away ${maxRestarts === 1 ? 'once' : `${maxRestarts} times`} while it processed this task`;
    throw new TaskFailed({ ...canceled, status: 'failed' }, { code: 'engine_went_away', message });
  }

  async function waitForSuccess(taskUid: number, maxRestarts = MAX_RESTARTS): Promise<number> {
    const task = await waitForEnd(taskUid, maxRestarts);
    onTask(task);
    if (task.status !== 'succeeded') {
      const failure = new TaskFailed(task, task.error);
      if (isFull(failure)) onFull?.(true);
      throw failure;
    }
    return Date.parse(String(task.finishedAt)) - Date.parse(String(task.enqueuedAt));
  }

  async function enqueue(operation: string, send: () => Promise<{ taskUid: number }>): Promise<number> {
    const { taskUid } = await retryWhileDown(operation, async () => {
      assertMayWrite();
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
    enqueue,
    waitForSuccess,

    async run(operation, send) {
      await waitForSuccess(await enqueue(operation, send));
    },

    async waitForQueue() {
      const newest = (await newestTask()) ?? -1;
      let oldest = await oldestUnfinishedTask();
      if (oldest !== null) logger.info('waiting for the tasks in the queue of Meilisearch');
      for (; oldest !== null && oldest <= newest; oldest = await oldestUnfinishedTask())
        await waitForEnd(oldest, MAX_RESTARTS).catch((error: unknown) => {
          // The sender of the task handles its failure. A finished task may also have been purged already.
          if (!(error instanceof TaskFailed) && nextStep(error) !== 'gone') throw error;
        });
    },
  };
}
