/** What many tests of the indexer do or wait for. */
import type { Task } from 'meilisearch';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Differences, differences, differencesOf, isEmpty, NO_DIFFERENCES } from '../../support/index-equality.ts';
import type { Log, LogLine } from '../../support/log-lines.ts';
import { eventually, type TestService } from '../../support/service.ts';
import { type EngineProxy, startProxy } from './proxy.ts';

/** Inserts a merchant `one` with so many products; resolves to their ids. */
export async function fill({ catalogue }: TestService, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `given-${String(index).padStart(5, '0')}`);
  await insert(catalogue, { ...shop('one'), products: ids.map((id) => product(id, 'one')) });
  return ids;
}

/**
 * Resolves when the index is what MongoDB holds. Comparing all of it takes as much work as indexing: while a product that was
 * seen to differ still does, it alone is looked at.
 */
export function eventuallyEqual(service: TestService, limitMs = 90_000): Promise<Differences> {
  let different: string | undefined;
  let found = NO_DIFFERENCES;
  return eventually(
    async () => {
      if (different !== undefined && !isEmpty(await differencesOf(service, different))) return found;
      found = await differences(service);
      different = [...found.missing, ...found.extra, ...found.stale].at(-1);
      return found;
    },
    isEmpty,
    limitMs,
  );
}

/** Waits for a task of the engine, which other tests keep busy too. */
export const done = (task: { waitTask(options: { timeout: number }): Promise<Task> }) =>
  task.waitTask({ timeout: 90_000 });

/** How many documents an index has; -1 where it does not exist. */
export async function documentsOf({ meilisearch }: TestService, indexName: string): Promise<number> {
  const index = meilisearch.index(indexName);
  return await index.getStats().then(
    ({ numberOfDocuments }) => numberOfDocuments,
    () => -1,
  );
}

export const rebuildName = (service: TestService) => `${service.indexName}_rebuild`;

/** Does something with a way to Meilisearch that can be disturbed; `settings` send an indexer along it. */
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
 * Has the next rebuild along this way stand still when the first 2000 of the products that `fill` made are in: the write of
 * those that follow stays on its way until it is let go.
 */
export const halfBuilt = (proxy: EngineProxy) => proxy.delayAt('given-02000');

/** The next line that fits, those that are there already left aside. */
export function nextLine(running: Log, fits: (line: LogLine) => boolean): Promise<LogLine> {
  const before = new Set(running.log);
  return running.line((line) => !before.has(line) && fits(line));
}

/** The first line that fits and comes after another, also where it is there already. */
export function lineAfter(running: Log, earlier: LogLine, fits: (line: LogLine) => boolean): Promise<LogLine> {
  return running.line((line) => fits(line) && running.log.indexOf(line) > running.log.indexOf(earlier));
}

/** As if the time of a killed leader's lease had run out: so that a test need not wait for it. */
export async function endLease({ database, indexName }: TestService): Promise<void> {
  const leases = database.collection<{ _id: string }>('indexer_leases');
  await leases.updateOne({ _id: indexName }, { $set: { expiresAt: new Date(0) } });
}
