/**
 * Waits until a task of Meilisearch has ended, without a time limit. Retries while the engine is down.
 *
 * A document can crash the engine, for example by exhausting memory. The engine then restarts and runs the same task
 * again, endlessly. So a write that the engine has restarted too often is canceled and gets the error code
 * `engine_went_away`.
 */
import type { Meilisearch, Task } from 'meilisearch';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { RetryWhileDown } from './retry-while-down.ts';

export type FinishedTask = Task & { readonly status: 'succeeded' | 'failed' | 'canceled' };

interface TaskEndOptions {
  readonly client: Meilisearch;
  readonly logger: Logger;
  readonly retry: RetryWhileDown;
  readonly assertMayWrite: () => void;
  readonly signal: AbortSignal;
}

const MIN_POLL_MS = 10;
const MAX_POLL_MS = 250;
const POLL_GROWTH = 1.1;

const isFinished = (task: Task): task is FinishedTask => task.status !== 'enqueued' && task.status !== 'processing';

/**
 * Resolves to the finished task. Cancels a write of documents once the engine has restarted it `maxRestarts` times.
 * Without `maxRestarts`, cancels nothing.
 */
export async function waitForEnd(
  options: TaskEndOptions,
  uid: number,
  maxRestarts = Number.POSITIVE_INFINITY,
): Promise<FinishedTask> {
  const { client, logger, retry, assertMayWrite } = options;
  const task = await pollTask(options, uid, maxRestarts);
  if (isFinished(task)) return task;
  logger.error(
    { task: uid },
    'Meilisearch has started a task again, because it went away or its disk is full: canceling the task',
  );
  // Cancelations have the highest priority and are durable once accepted, so the next engine process starts with them.
  const cancelation = await retry('cancel a task', async () => {
    assertMayWrite();
    return await client.tasks.cancelTasks({ uids: [uid] });
  });
  await waitForEnd(options, cancelation.taskUid);
  const canceled = await waitForEnd(options, uid);
  if (canceled.status !== 'canceled') return canceled;
  const times = maxRestarts === 1 ? 'once' : `${maxRestarts} times`;
  const message = `the engine went away ${times} while it processed this task`;
  return { ...canceled, error: { code: 'engine_went_away', message, type: 'internal', link: '' } };
}

/**
 * Polls a task until it has ended or the engine has restarted it `maxRestarts` times. The client's `waitForTask`
 * doesn't fit: it polls at a fixed interval, fails when the engine is down, and takes no signal. Each interval is a
 * tenth longer than the last, so the end is detected late by a twentieth of the task's duration on average.
 *
 * The engine sets `startedAt` when it starts a task, and loses it when its process ends (`processing.rs` of the
 * index-scheduler). So a different `startedAt` indicates a new process rather than a network outage. It may also
 * indicate a full disk: the engine then starts the task again every ten seconds.
 */
async function pollTask({ client, retry, signal }: TaskEndOptions, uid: number, maxRestarts: number): Promise<Task> {
  let startedAt: string | null = null;
  let restarts = 0;
  for (let pollMs = MIN_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * POLL_GROWTH)) {
    const task = await retry('read a task', () => client.tasks.getTask(uid));
    if (startedAt !== null && task.startedAt !== startedAt) restarts += 1;
    if (isFinished(task) || (task.type === 'documentAdditionOrUpdate' && restarts >= maxRestarts)) return task;
    startedAt = task.startedAt;
    await sleep(pollMs, signal);
    signal.throwIfAborted();
  }
}
