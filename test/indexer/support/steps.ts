/** Steps that many tests of the indexer share. */
import type { Task } from 'meilisearch';
import type { Variables } from '../../../dev/processes/launcher.ts';
import type { Log, LogLine } from '../../../dev/processes/process-log.ts';
import { ORIGIN } from '../../../indexer/checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../../../indexer/checkpoint/schema-version.ts';
import { TOMBSTONES } from '../../../indexer/engine/index-write.ts';
import { rebuildName as nameOfRebuild } from '../../../indexer/rebuild/index-names.ts';
import { createJobs } from '../../../indexer/requests/jobs.ts';
import { merchantFilter } from '../../../src/search/index/filters.ts';
import { type EngineProxy, startProxy } from '../../support/engines/proxy.ts';
import { bare, insert, product, shop } from '../../support/fixtures.ts';
import {
  type Compared,
  type Differences,
  differences,
  differencesOf,
  isEmpty,
  NO_DIFFERENCES,
} from '../../support/index-equality.ts';
import { eventually, type TestService } from '../../support/service.ts';
import type { OwnService } from './per-test-service.ts';

/** Inserts a merchant `one` with `count` products, whose only text is their title; resolves to their ids. */
export async function fill({ catalogue }: TestService, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `given-${String(index).padStart(5, '0')}`);
  await insert(catalogue, { ...shop('one'), products: ids.map((id) => product(id, 'one', bare)) });
  return ids;
}

/**
 * Resolves when the index equals MongoDB. A full comparison costs as much as indexing, so while a product differs, only
 * that product is compared.
 */
export function eventuallyEqual(compared: Compared, limitMs = 90_000): Promise<Differences> {
  let different: string | undefined;
  let found = NO_DIFFERENCES;
  return eventually(
    async () => {
      if (different !== undefined && !isEmpty(await differencesOf(compared, different))) return found;
      found = await differences(compared);
      different = [...found.missing, ...found.extra, ...found.stale].at(-1);
      return found;
    },
    isEmpty,
    limitMs,
  );
}

/** Waits for a task of the engine. The timeout is long because other tests use the same engine. */
export const done = (task: { waitTask(options: { timeout: number }): Promise<Task> }) =>
  task.waitTask({ timeout: 90_000 });

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

/** The name of the index that the leader of this epoch builds. */
export const rebuildName = ({ indexName }: Pick<TestService, 'indexName'>, epoch = 1) =>
  nameOfRebuild(indexName, epoch);

/** Requests a reindex without running the command, which would compete for the lease. */
export const requestReindex = (service: TestService) =>
  jobsOf(service).request({ kind: 'reindex', schemaVersion: SCHEMA_VERSION });

export const jobsOf = ({ database, indexName }: TestService) => createJobs(database, indexName);

/** Runs `work` with a proxy in front of Meilisearch; `settings` make an indexer use the proxy. */
export async function throughProxy(
  { variables }: TestService,
  work: (proxy: EngineProxy, settings: { readonly MEILISEARCH_URL: string }) => Promise<void>,
): Promise<void> {
  const proxy = await startProxy(variables.MEILISEARCH_URL ?? '');
  try {
    await work(proxy, { MEILISEARCH_URL: `http://127.0.0.1:${proxy.port}` });
  } finally {
    await proxy.refuse();
  }
}

/**
 * Starts an indexer through this proxy, makes an index ready, and starts `swap`, which the proxy holds just before the
 * indexes are swapped, until `release`.
 */
export async function startHeldSwap(service: OwnService, proxy: EngineProxy, settings: Variables) {
  await service.startIndexer(settings);
  expect(await service.command('reindex --no-swap')).toMatchObject({ code: 0 });
  const { held, release } = proxy.delayAt('POST /swap-indexes');
  const swap = service.command('swap');
  await held;
  return { swap, release };
}

/**
 * Stops the next rebuild through this proxy after the first 2,000 products of `fill`: the proxy holds the write of the
 * next ones until `release`.
 */
export const holdHalfway = (proxy: EngineProxy) => proxy.delayAt('given-02000');

/**
 * Stops the next rebuild through this proxy at the first products of `fill`: the proxy holds the write of these until
 * `release`.
 */
export const holdFilling = (proxy: EngineProxy) => proxy.delayAt('given-00000');

/**
 * MongoDB's products are counted. The proxy holds the request that counts the merchant's products in the new index
 * until `release`.
 */
export const holdCounting = (proxy: EngineProxy, merchantId: string) =>
  proxy.delayAt(JSON.stringify(merchantFilter(merchantId)));

/** The new index has passed its checks. The proxy holds the request that counts its tombstones. The swap is next. */
export const holdBeforeSwap = (proxy: EngineProxy) => proxy.delayAt(JSON.stringify(TOMBSTONES));

/** Resolves to the next line that matches. Lines that are already in the log don't count. */
export function nextLine(running: Log, matches: (line: LogLine) => boolean): Promise<LogLine> {
  const before = new Set(running.log);
  return running.line((line) => !before.has(line) && matches(line));
}

/** Resolves to the first line after `earlier` that matches. It may already be in the log. */
export function lineAfter(running: Log, earlier: LogLine, matches: (line: LogLine) => boolean): Promise<LogLine> {
  return running.line((line) => matches(line) && running.log.indexOf(line) > running.log.indexOf(earlier));
}

/** Makes the lease of a killed leader expire immediately. */
export const expireLease = (service: TestService): Promise<void> => setExpiry(service, new Date(0));

/** Makes the lease of a killed leader last for an hour. */
export const extendLease = (service: TestService): Promise<void> =>
  setExpiry(service, new Date(Date.now() + 3_600_000));

async function setExpiry({ database, indexName }: TestService, expiresAt: Date): Promise<void> {
  const leases = database.collection<{ _id: string }>('indexer_leases');
  await leases.updateOne({ _id: indexName }, { $set: { expiresAt } });
}
