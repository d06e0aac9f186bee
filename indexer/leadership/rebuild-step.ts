/** The step in which a leader rebuilds the index, while the live one goes on being followed where it can be. */
import { explainError } from '../../src/engines/engine-errors.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { interruptionOf } from '../interruption.ts';
import type { Operation } from '../operations/jobs.ts';
import type { IndexerMetrics } from '../operations/metrics.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import { type Rebuild, startRebuild } from '../rebuild/rebuild.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import { openReindex } from './assess.ts';
import { type Leading, OPERATION_POLL_MS, type RebuildStep, type Step, type Tell } from './steps.ts';

/** Resolves to the step after it. Throws Interrupted, or what the engines throw: what is built so far stays then. */
export async function rebuildIndex(leading: Leading, { reason, allowsFewer }: RebuildStep): Promise<Step> {
  const { context, live, marks, source, watch, show } = leading;
  const { indexName, jobs, logger, metrics } = context;
  show('rebuilding');
  logger.info({ index: indexName, reason }, 'building the index anew');
  const request = openReindex(await jobs.operation());
  const tell: Tell = async (change) => {
    if (request !== null) await jobs.update(request.operationId, change);
  };
  const onProgress = reporting((done, total) => {
    const rebuild = { done: Math.min(done, total), total };
    show('rebuilding', rebuild);
    void tell(rebuild).catch(() => undefined);
  });
  let work: Rebuild | null = null;
  try {
    const liveGeneration = live.generation();
    const adopts = request?.adopts ?? false;
    const unfinished = await reclaimRebuild(context, { source, liveGeneration, marks, adopts });
    await tell({ state: 'running', reason: null, generation: unfinished?.generation ?? liveGeneration + 1 });
    work = await startRebuild(context, {
      ...{ unfinished, source, liveGeneration, mark: watch.mark(), onProgress },
      allowsFewer: allowsFewer || (request?.allowsFewer ?? false),
      assertGoesOn: (building, now) => watch.check(besideLive(leading, building), now),
    });
    if (request?.swaps === false) await untilSwapRequested(leading, request, work, tell);
    await live.follow(await work.swapIn(live.stop));
    metrics.reindexEnded('done');
    await tell({ state: 'done', finishedAt: new Date(), done: work.total, total: work.total });
    return { kind: 'follow' };
  } catch (error) {
    return await afterFailure(leading, work, tell, error);
  } finally {
    // Whoever leads next goes on with it.
    await work?.building.stop();
  }
}

/**
 * Of a refused index nothing is kept; what was built from what MongoDB held before can't go on. Beside another MongoDB's rebuild
 * none is begun, and a live index that is followed goes on. Throws any other error.
 */
async function afterFailure(
  { context, live }: Leading,
  work: Rebuild | null,
  tell: Tell,
  error: unknown,
): Promise<Step> {
  const { indexName, logger, metrics } = context;
  const interruption = interruptionOf(error);
  if (interruption === null && !context.signal.aborted) await tellOfError(metrics, tell, error);
  if (interruption?.kind === 'source dropped' || interruption?.kind === 'checkpoint lost') await work?.discard();
  if (interruption?.kind !== 'swap refused' && interruption?.kind !== 'foreign rebuild') throw error;
  const { kind, reason } = interruption;
  logger.error({ index: indexName }, reason);
  metrics.reindexEnded(kind === 'swap refused' ? 'refused' : 'failed');
  await work?.discard();
  await tell({ state: 'failed', finishedAt: new Date(), reason });
  if (live.followed() !== null) return { kind: 'follow' };
  if (kind === 'foreign rebuild') throw error;
  return { kind: 'wait', reason };
}

/** Whoever leads next goes on with the rebuild, so the operation stays open. */
async function tellOfError(metrics: IndexerMetrics, tell: Tell, error: unknown): Promise<void> {
  metrics.reindexEnded('failed');
  const reason = `it is tried again after an error: ${explainError(error, '')}`;
  await tell({ reason }).catch(() => undefined);
}

/** The new index is complete, and follows the stream until an operator runs `swap`. */
async function untilSwapRequested(leading: Leading, request: Operation, work: Rebuild, tell: Tell): Promise<void> {
  const { context, watch, show } = leading;
  const { jobs, logger, signal } = context;
  await work.untilComplete();
  show('ready to swap');
  await tell({ state: 'ready', done: work.total, total: work.total });
  logger.info({ index: work.building.indexName }, 'the new index is complete and waits for `swap`');
  for (;;) {
    signal.throwIfAborted();
    await watch.check(besideLive(leading, work.building));
    const operation = await jobs.operation();
    if (operation?.operationId === request.operationId && operation.swaps) return;
    await sleep(OPERATION_POLL_MS, signal);
  }
}

const besideLive = ({ live }: Leading, building: FollowedIndex): readonly FollowedIndex[] => {
  const followed = live.followed();
  return followed === null ? [building] : [followed, building];
};

const REPORT_EVERY_MS = 1000;

/** Passes on one call a second. */
function reporting(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    if (performance.now() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = performance.now();
    report(done, total);
  };
}
