/** What operators request of an indexer, and what they see. */
import type { Finished } from '../../../dev/processes/launcher.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { createIndexerProcesses } from '../../../indexer/election/processes.ts';
import { leaseCollection, readLease } from '../../../indexer/election/stored-lease.ts';
import type { LeaderReport } from '../../../indexer/leader-report.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import type { Operation } from '../../../indexer/requests/operations.ts';
import { createRewrites } from '../../../indexer/requests/rewrites.ts';
import { startMongodbProxy } from '../../support/engines/proxy.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { storedCheckpoint } from './checkpoint.ts';
import type { OwnService } from './per-test-service.ts';

/** Requests a reindex without running the command, which would compete for the lease. */
export const requestReindex = (service: TestService) =>
  jobsOf(service).request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION });

export const jobsOf = ({ database, indexName }: TestService) => createJobs(database, indexName);

export const rewritesOf = ({ database, indexName }: TestService) => createRewrites(database, indexName);

/** Resolves when a process has announced why it can't lead, which `status` shows as `not ready`. */
export const eventuallyAnnounced = ({ database, indexName }: TestService) =>
  eventually(
    () => createIndexerProcesses(database, indexName, 'test').list(),
    (processes) => processes.some(({ reason }) => reason !== null),
  );

/** Starts a command. Resolves when it waits for the operation, which it reads again and again. */
export async function startWaiting(service: OwnService, command: string): Promise<{ finished: Promise<Finished> }> {
  const mongodb = await startMongodbProxy(service);
  const reads = mongodb.countResponses(/:operation/);
  const finished = service.command(command, { MONGODB_URL: mongodb.url }).finally(() => mongodb.refuse());
  await eventually(
    async () => reads(),
    (count) => count > 4,
  );
  return { finished };
}

/** The output of `status --json`. */
// biome-ignore lint/suspicious/noExplicitAny: the tests check the JSON.
export const statusOf = async (service: OwnService): Promise<any> =>
  JSON.parse((await service.command('status --json')).stdout);

/**
 * Resolves to the status once it contains a report that matches. Until then, it reads only the report, because `status`
 * asks both engines for much more.
 */
export const eventuallyReported = (service: OwnService, matches: (report: LeaderReport) => boolean) =>
  eventually(
    async () => {
      const { isHeld, report } = await readLease(leaseCollection(service.database), service.indexName);
      return isHeld && report !== null && matches(report) ? statusOf(service) : null;
    },
    (status) => status !== null && status.leader !== null && status.report !== null && matches(status.report),
  );

/** Resolves to the status once the leader has reported this state. */
export const eventuallyInState = (service: OwnService, state: LeaderReport['state']) =>
  eventuallyReported(service, (report) => report.state === state);

/** Resolves to the last operation once it is in this state. */
export const eventuallyOperation = (service: TestService, state: Operation['state']) =>
  eventually(
    () => jobsOf(service).operation(),
    (operation) => operation?.state === state,
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
