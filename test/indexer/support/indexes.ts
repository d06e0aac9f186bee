/** The indexes of a service, and the tasks of the engine that write them. */
import type { Task } from 'meilisearch';
import { ORIGIN } from '../../../indexer/checkpoint/checkpoint.ts';
import { rebuildName as nameOfRebuild, previousName } from '../../../indexer/rebuild/index-names.ts';
import type { TestService } from '../../support/service.ts';

/** Waits for a task of the engine. The timeout is long because other tests use the same engine. */
export const done = (task: { waitTask(options: { timeout: number }): Promise<Task> }) =>
  task.waitTask({ timeout: 90_000 });

/** The name of the index that the leader of this epoch builds. */
export const rebuildName = ({ indexName }: Pick<TestService, 'indexName'>, epoch = 1) =>
  nameOfRebuild(indexName, epoch);

/**
 * The number of documents in an index, including its checkpoint and tombstones, without its origin; -1 when the index
 * doesn't exist.
 */
export async function documentCount({ meilisearch }: TestService, indexName: string): Promise<number> {
  const index = meilisearch.index(indexName);
  const origins = await index.getDocument(ORIGIN.id).then(
    () => 1,
    () => 0,
  );
  return await index.getStats().then(
    ({ numberOfDocuments }) => numberOfDocuments - origins,
    () => -1,
  );
}

/**
 * The number of tasks that the engine received for the service's indexes, including rebuilds of the first three epochs.
 */
export async function countTasks({ meilisearch, indexName }: TestService): Promise<number> {
  const rebuilds = [1, 2, 3].map((epoch) => rebuildName({ indexName }, epoch));
  const { total } = await meilisearch.tasks.getTasks({ indexUids: [indexName, previousName(indexName), ...rebuilds] });
  return total;
}
