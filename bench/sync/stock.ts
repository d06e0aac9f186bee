/**
 * Measures a thousand sales a second: each decrements the quantity of a product, and none sells out. No search document
 * changes, so the indexer has nothing to write.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'meilisearch';
import { leaseCollection, readLease } from '../../indexer/election/stored-lease.ts';
import type { ReadLease } from '../../indexer/leader-report.ts';
import { awaitSync } from '../../indexer/reports/await-sync.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { startUpdates, type Updates } from '../load/writer.ts';
import type { Measurements } from '../report/figures.ts';
import { valueAtMost } from '../report/limits.ts';
import { percentile } from '../report/statistics.ts';
import { startLagProbe } from './lag-probe.ts';
import { newestTaskUid, tasksAfter } from './tasks.ts';

const CHANGES_PER_SECOND = 1000;
const MAX_PRODUCTS = 10_000;
/** More than any run sells. */
const QUANTITY = 1_000_000_000;
const MAX_LAG_S = 3;
/** An indexer without other writes stores its checkpoint this often. */
const CHECKPOINT_EVERY_S = 30;
/** The lag in a report is of the moment before. */
const SYNCED_MS = 1000;

/** Throws if a changed document doesn't reach the index. */
export async function measureStock(
  run: Run,
  service: Service,
  { seconds }: { seconds: number },
): Promise<Measurements> {
  const productIds = await setStock(service);
  const { perSecond, tasks } = await measureTasks(run, service, productIds, seconds);
  run.say(`Stock: ${perSecond.toFixed(0)} sales a second, ${tasks.length} tasks`);
  const lagsMs = await measureLag(run, service, productIds, seconds);
  return {
    figures: [
      valueAtMost({
        what: `tasks, ${CHANGES_PER_SECOND} stock changes a second for ${seconds} s`,
        unit: 'tasks',
        value: tasks.length,
        most: 1 + Math.ceil(seconds / CHECKPOINT_EVERY_S),
      }),
      valueAtMost({
        what: `largest lag of other changes, ${CHANGES_PER_SECOND} stock changes a second`,
        unit: 's',
        value: Math.max(...lagsMs) / 1000,
        most: MAX_LAG_S,
      }),
    ],
    notes: [
      `Stock: ${perSecond.toFixed(0)} sales a second: ${describeTasks(tasks)}. Lag of ${lagsMs.length} other changes during ` +
        `them: p50 ${(percentile(lagsMs, 50) / 1000).toFixed(2)} s, p99 ${(percentile(lagsMs, 99) / 1000).toFixed(2)} s.`,
    ],
  };
}

/** Sets the stock of a sample of the products, and resolves to their ids. */
async function setStock({ catalogue }: Service): Promise<readonly string[]> {
  const sampled = await catalogue.products.aggregate<{ _id: string }>([{ $sample: { size: MAX_PRODUCTS } }]).toArray();
  const ids = [...new Set(sampled.map(({ _id }) => _id))];
  await catalogue.products.updateMany({ _id: { $in: ids } }, { $set: { quantity: QUANTITY } });
  return ids;
}

function startSelling(run: Run, { catalogue }: Service, productIds: readonly string[]): Updates {
  let sold = 0;
  return startUpdates(run, catalogue.products, CHANGES_PER_SECOND, () => {
    const _id = productIds[sold % productIds.length] ?? '';
    sold += 1;
    return { _id, update: { $inc: { quantity: -1 }, $set: { updatedAt: new Date() } } };
  });
}

/**
 * Resolves to the sales per second, and to the engine's tasks for the index, or for no index. Waits before and after the
 * sales until the index has all changes.
 */
async function measureTasks(run: Run, service: Service, productIds: readonly string[], seconds: number) {
  const leases = leaseCollection(service.catalogue.database);
  const synced = () => untilSynced(() => readLease(leases, service.indexName), run.stopping);
  await synced();
  const newest = await newestTaskUid(service);
  const selling = startSelling(run, service, productIds);
  await sleep(seconds * 1000, undefined, { signal: run.stopping });
  const perSecond = await selling.stop();
  await synced();
  return { perSecond, tasks: await tasksAfter(service, newest) };
}

/** Throws if the index is still behind after a minute, or if nobody leads. */
async function untilSynced(readState: ReadLease, signal: AbortSignal): Promise<void> {
  await awaitSync(readState, signal);
  const { isHeld, report } = await readState();
  if (!isHeld || report === null || report.lagMs === null || report.lagMs > SYNCED_MS)
    throw new Error('the index does not catch up with the changes');
}

/** Resolves to the lags of other changes during the sales, in ms. */
async function measureLag(
  run: Run,
  service: Service,
  productIds: readonly string[],
  seconds: number,
): Promise<readonly number[]> {
  const selling = startSelling(run, service, productIds);
  const probe = await startLagProbe(service);
  await sleep(seconds * 1000, undefined, { signal: run.stopping });
  const lagsMs = await probe.stop();
  await selling.stop();
  return lagsMs;
}

function describeTasks(tasks: readonly Task[]): string {
  const counts = new Map<string, number>();
  for (const { type } of tasks) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts.size === 0 ? 'no task' : [...counts].map(([type, count]) => `${count} ${type}`).join(', ');
}
