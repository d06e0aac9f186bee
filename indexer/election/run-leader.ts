/**
 * One leadership, from acquiring the lease to its end: creates the leader and its dependencies, and runs its background
 * jobs.
 */
import type { IndexerContext, LeaderContext } from '../context.ts';
import { createIndexClient, type IndexClient } from '../engine/index-client.ts';
import { keepPurging } from '../engine/purge.ts';
import { createLeader } from '../leader/leader.ts';
import { keepReporting } from '../leader/report.ts';
import type { LeadershipEnd } from '../leader/steps.ts';
import { keepObserving } from '../monitoring/observe.ts';
import { createSlowEngineWarning } from '../monitoring/slow-engine.ts';
import { createProductLoader } from '../products/product-loader.ts';
import { epochOfRebuild, isRebuildOf, previousName, rebuildName } from '../rebuild/index-names.ts';
import { createRestoreMarks } from '../source/restore-marks.ts';
import type { Lease } from './lease.ts';
import { createStoredReports } from './stored-reports.ts';

/** The number of past epochs whose rebuild tasks are purged. */
const PURGED_EPOCHS = 20;

/**
 * Leads until the lease or the signal ends. Resolves to null then, or to why this process gave up the lease. Throws
 * what the engines throw.
 */
export async function lead(
  indexer: IndexerContext,
  lease: Lease,
  stopping: AbortSignal,
): Promise<LeadershipEnd | null> {
  const { mongo, database, meilisearch: client, indexName, logger, metrics, taskRetentionMs: retentionMs } = indexer;
  const signal = AbortSignal.any([lease.signal, stopping]);
  const warnIfSlow = createSlowEngineWarning(logger);
  const index = createIndexClient({
    client,
    logger,
    signal,
    assertMayWrite: lease.assertHeld,
    onTask(task) {
      metrics.task(task);
      warnIfSlow(task);
    },
  });
  const context: LeaderContext = {
    ...indexer,
    lease,
    reports: createStoredReports(lease.update),
    index,
    signal,
    loader: createProductLoader(mongo, database),
    marks: createRestoreMarks(database, indexName),
  };
  const leader = createLeader(context);
  const ended = new AbortController();
  const beside = AbortSignal.any([signal, ended.signal]);
  try {
    void keepObserving(context, () => leader.report().checkpointAt, beside);
    void keepReporting(context, leader.report, beside);
    // Wait for the last writes of an earlier leader, so that the checkpoints include them.
    await index.waitForQueue();
    const highest = await highestEpoch(index, indexName);
    if (highest >= lease.epoch) {
      logger.warn({ epoch: lease.epoch, highest }, 'the index has a later epoch than the lease: was MongoDB restored?');
      await lease.release(highest);
      return null;
    }
    const rebuilds = Array.from({ length: PURGED_EPOCHS }, (_, ago) => rebuildName(indexName, lease.epoch - ago));
    const indexNames = [indexName, previousName(indexName), ...rebuilds];
    const isPaused = async () => (await indexer.jobs.pausedAt()) !== null;
    void keepPurging({ client, indexNames, retentionMs, isPaused, logger, signal: beside });
    return await leader.run();
  } catch (error) {
    if (!signal.aborted) throw error;
    return null;
  } finally {
    ended.abort();
    await leader.stop();
  }
}

/**
 * Resolves to the highest epoch in the index and in the rebuilds beside it; to 0 when there is none. A restore of
 * MongoDB resets the epoch of the lease, and the writes of two leaders with the same epoch can't be distinguished.
 */
async function highestEpoch(index: IndexClient, indexName: string): Promise<number> {
  const state = await index.stateOf(indexName);
  const rebuilds = await index.names(isRebuildOf(indexName));
  return Math.max(0, ...(state.kind === 'checkpoint' ? state.epochs : []), ...rebuilds.map(epochOfRebuild));
}
