/** What operators request of an indexer, and what they see. */
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import { createRewrites } from '../../../indexer/requests/rewrites.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from './checkpoint.ts';
import type { OwnService } from './per-test-service.ts';

/** Requests a reindex without running the command, which would compete for the lease. */
export const requestReindex = (service: TestService) =>
  jobsOf(service).request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION });

export const jobsOf = ({ database, indexName }: TestService) => createJobs(database, indexName);

export const rewritesOf = ({ database, indexName }: TestService) => createRewrites(database, indexName);

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
