/** What operators see of an indexer, and the tasks that the engine received. */
import { previousName } from '../../../indexer/rebuild/index-names.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from './checkpoint.ts';
import type { OwnService } from './per-test-service.ts';
import { rebuildName } from './steps.ts';

/** The output of `status --json`. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the JSON.
export const statusOf = async (service: OwnService): Promise<any> =>
  JSON.parse((await service.command('status --json')).stdout);

/** Resolves to the status once the leader has reported this state. */
export const eventuallyInState = (service: OwnService, state: string) =>
  eventually(
    () => statusOf(service),
    ({ state: found }) => found === state,
  );

/**
 * The number of tasks that the engine received for the service's indexes, including rebuilds of the first three epochs.
 */
export async function countTasks({ meilisearch, indexName }: TestService): Promise<number> {
  const rebuilds = [1, 2, 3].map((epoch) => rebuildName({ indexName }, epoch));
  const { total } = await meilisearch.tasks.getTasks({ indexUids: [indexName, previousName(indexName), ...rebuilds] });
  return total;
}

/** Resolves when the leader has stored this many more reports. Between two of them, it has run all its checks. */
export async function nextReports({ database, indexName }: TestService, reports: number): Promise<void> {
  const leases = database.collection<{ _id: string; report?: { at: Date } }>('indexer_leases');
  const seen = new Set<number | undefined>();
  await eventually(
    async () => seen.add((await leases.findOne({ _id: indexName }))?.report?.at.getTime()).size,
    (count) => count > reports,
  );
}

/** The generation of an index. */
export async function generationOf(service: TestService, indexName = service.indexName): Promise<number> {
  return (await storedCheckpoint({ ...service, indexName })).generation;
}
