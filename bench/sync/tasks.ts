/** The engine's tasks, as the parts of a benchmark wait for them and count them. */
import type { Meilisearch, Task } from 'meilisearch';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { until } from '../environment/until.ts';

const WITHIN_MS = 3_600_000;

/** Polls until the task has succeeded. Throws if it fails. Each poll takes CPU from the measurement. */
export async function untilTaskDone(
  run: Run,
  meilisearch: Meilisearch,
  taskUid: number,
  { everyMs, withinMs = WITHIN_MS }: { readonly everyMs: number; readonly withinMs?: number },
): Promise<void> {
  await until(run, { what: `task ${taskUid} is done`, everyMs, withinMs }, async () => {
    const { status, error } = await meilisearch.tasks.getTask(taskUid);
    if (status === 'failed' || status === 'canceled') throw new Error(`a task ${status}: ${error?.message}`);
    return status === 'succeeded';
  });
}

/** Resolves to the uid of the newest task; −1 if there is none. */
export const newestTaskUid = async ({ meilisearch }: Pick<Service, 'meilisearch'>): Promise<number> =>
  (await meilisearch.tasks.getTasks({ limit: 1 })).results[0]?.uid ?? -1;

/** Resolves to the tasks after this uid, at most a thousand, without those of other indexes. */
export async function tasksAfter(
  { meilisearch, indexName }: Pick<Service, 'meilisearch' | 'indexName'>,
  uid: number,
): Promise<readonly Task[]> {
  const { results } = await meilisearch.tasks.getTasks({ limit: 1000 });
  return results.filter((task) => task.uid > uid && (task.indexUid === null || task.indexUid === indexName));
}
