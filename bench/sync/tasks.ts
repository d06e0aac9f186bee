/** The engine's tasks, as the parts of a benchmark wait for them and count them. */
import type { EnqueuedTaskPromise, Task } from 'meilisearch';
import type { Service } from '../environment/service.ts';

const WITHIN_MS = 3_600_000;
/** The tasks of one response. */
const PAGE = 1000;

/** Polls until the task has succeeded. Throws if it fails. Each poll takes CPU from the measurement. */
export async function untilSucceeded(task: EnqueuedTaskPromise, everyMs: number): Promise<void> {
  const { status, error } = await task.waitTask({ interval: everyMs, timeout: WITHIN_MS });
  if (status !== 'succeeded') throw new Error(`a task ${status}: ${error?.message}`);
}

/** Resolves to the uid of the newest task; −1 if there is none. */
export const newestTaskUid = async ({ meilisearch }: Pick<Service, 'meilisearch'>): Promise<number> =>
  (await meilisearch.tasks.getTasks({ limit: 1 })).results[0]?.uid ?? -1;

/** Resolves to the tasks after this uid, the newest first, without those of other indexes. */
export async function tasksAfter(
  { meilisearch, indexName }: Pick<Service, 'meilisearch' | 'indexName'>,
  uid: number,
): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  let from: number | null = null;
  do {
    const { results, next } = await meilisearch.tasks.getTasks({ limit: PAGE, ...(from !== null && { from }) });
    tasks.push(...results.filter((task) => task.uid > uid));
    from = next;
  } while (from !== null && from > uid);
  return tasks.filter(({ indexUid }) => indexUid === null || indexUid === indexName);
}
