/**
 * Sends requests to Meilisearch, and waits for their tasks, however long: while the engine is out, a call is repeated; a task
 * may wait in its queue for hours. Before each request it is asked whether this process may still write.
 */
import type { Meilisearch, Task } from 'meilisearch';
import type { Logger } from '../../src/platform/logger.ts';
import { pause } from '../../src/platform/retry.ts';
import { TaskFailed } from './index-errors.ts';
import { createPersistently, type Persistently } from './retry-while-down.ts';
import type { TaskWatch } from './task-watch.ts';

export interface EngineTasks {
  readonly persistently: Persistently;
  /** Sends a write until the engine has taken it; resolves to the number of its task. Throws why it may not write. */
  sent(what: string, send: () => Promise<{ taskUid: number }>): Promise<number>;
  /** Waits for a task; resolves to how long it took, its time in the queue included. Throws TaskFailed. */
  succeeded(taskUid: number): Promise<number>;
  /** Sends a write and waits for its task. Throws TaskFailed, or why it may not write. */
  done(what: string, send: () => Promise<{ taskUid: number }>): Promise<void>;
  /** The number of the newest task of the engine, whoever sent it; null where there is none. */
  newestTask(): Promise<number | null>;
  /** Resolves when every task that is in the queue now is done: also what an earlier leader sent. */
  waitForQueue(): Promise<void>;
}

export type TaskResult = 'succeeded' | 'failed' | 'canceled';

export interface EngineTasksOptions {
  readonly client: Meilisearch;
  readonly watch: TaskWatch;
  readonly logger: Logger;
  /** Throws when this process may no longer write. Asked before each request. */
  readonly mayWrite: () => void;
  readonly signal: AbortSignal;
  readonly onTask: (result: TaskResult, type: string) => void;
}

const FIRST_LOOK_MS = 10;
const LAST_LOOK_MS = 250;
const LOOK_LATER = 1.1;
const QUEUE_LOOK_MS = 200;

export function createEngineTasks(options: EngineTasksOptions): EngineTasks {
  const { client, watch, logger, mayWrite, signal, onTask } = options;

  const persistently = createPersistently({ logger, signal });

  /** Looks again each time a tenth of the time later, so the end is seen a twentieth of it too late on average. */
  async function finished(uid: number): Promise<Task> {
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(LAST_LOOK_MS, lookMs * LOOK_LATER)) {
      const task = await persistently('tell of a task', () => client.tasks.getTask(uid));
      if (task.status !== 'enqueued' && task.status !== 'processing') return task;
      await pause(lookMs, signal);
      signal.throwIfAborted();
    }
  }

  async function succeeded(taskUid: number): Promise<number> {
    const task = await finished(taskUid);
    onTask(task.status === 'succeeded' || task.status === 'canceled' ? task.status : 'failed', task.type);
    if (task.status !== 'succeeded') throw new TaskFailed(task, task.error);
    return Date.parse(String(task.finishedAt)) - Date.parse(String(task.enqueuedAt));
  }

  async function sent(what: string, send: () => Promise<{ taskUid: number }>): Promise<number> {
    const { taskUid } = await persistently(what, async () => {
      signal.throwIfAborted();
      mayWrite();
      return await watch.send(send);
    });
    return taskUid;
  }

  async function newestTask(): Promise<number | null> {
    const { results } = await persistently('tell of its tasks', () => client.tasks.getTasks({ limit: 1 }));
    return results[0]?.uid ?? null;
  }

  return {
    persistently,
    sent,
    succeeded,
    newestTask,

    async done(what, send) {
      await succeeded(await sent(what, send));
    },

    async waitForQueue() {
      const from = await newestTask();
      if (from === null) return;
      watch.startAfter(from);
      for (let waited = 0; ; waited += 1) {
        const { results } = await persistently('tell of its queue', () =>
          client.tasks.getTasks({ statuses: ['enqueued', 'processing'], from, limit: 1 }),
        );
        if (results.length === 0) return;
        if (waited % 50 === 0) logger.info('waiting for the tasks in the queue of Meilisearch');
        await pause(QUEUE_LOOK_MS, signal);
        signal.throwIfAborted();
      }
    },
  };
}
