/** The step that rebuilds the index, while the live index is followed if possible. */
import { explainError } from '../../src/engines/explain-error.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { Interrupted } from '../interruption.ts';
import type { Operation, OperationChange } from '../operations/jobs.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import { nextGeneration, type Rebuild, startRebuild } from '../rebuild/rebuild.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import { recordFailure } from '../rebuild/record-failure.ts';
import { SwapRefused } from '../rebuild/swap-checks.ts';
import { assessLive, openReindex } from './assess.ts';
import { OPERATION_POLL_MS, type RebuildStep, type Step, type StepContext } from './steps.ts';

const NO_ROLLBACK = 'the leader is building a new index: run `rollback` again when that is live';

/** Updates the operation that requested the rebuild, if an operator did. */
type UpdateOperation = (change: OperationChange) => Promise<void>;

/** Resolves to the next step. Throws Interrupted, or what the engines throw. The incomplete index stays then. */
export async function rebuildIndex(context: StepContext, { reason, allowsFewer = false }: RebuildStep): Promise<Step> {
  const { live, watch, setState, indexName, jobs, logger, metrics } = context;
  setState('rebuilding');
  logger.info({ index: indexName, reason }, 'a rebuild is needed');
  const request = openReindex(await jobs.operation());
  const updateOperation: UpdateOperation = async (change) => {
    if (request !== null) await jobs.update(request.operationId, change);
  };
  const onProgress = throttle((done, total) => {
    const progress = { done: Math.min(done, total), total };
    setState('rebuilding', progress);
    void updateOperation(progress).catch(() => undefined);
    void jobs.refuseRollback(NO_ROLLBACK).catch(() => undefined);
  });
  const liveGeneration = live.generation();
  let rebuild: Rebuild | null = null;
  try {
    const source = watch.source();
    const adopts = request?.adopts ?? false;
    const reclaimOptions = { source, live: live.checkpoint(), adopts, purpose: 'build' } as const;
    const unfinished = await reclaimRebuild(context, reclaimOptions);
    const generation = unfinished?.generation ?? (await nextGeneration(context, live.checkpoint()));
    if (request !== null && !(await jobs.start(request, generation))) return { kind: 'take over' };
    rebuild = await startRebuild(context, {
      unfinished,
      source,
      generation,
      mark: watch.mark(),
      onProgress,
      isLiveBusy: () => live.followed()?.pipeline.isCaughtUp() === false,
      allowsFewer: allowsFewer || (request?.allowsFewer ?? false),
      assertMayContinue: watch.checkDue,
      assertMayReplace: (building) => assertMayReplace(context, building),
    });
    // Changes would wait, too, if the live index isn't followed. An index that is adopted gets none in any case.
    const mayWait = live.followed() !== null || adopts;
    if (request?.swaps === false && mayWait && !(await waitForSwapRequest(context, request, rebuild, updateOperation)))
      return { kind: 'take over' };
    await live.follow(await rebuild.swapIn(live.stop));
    metrics.reindexEnded('done');
    await updateOperation({ state: 'done', done: rebuild.total, total: rebuild.total });
    return { kind: 'follow' };
  } catch (error) {
    return await afterFailure(context, liveGeneration, rebuild, updateOperation, error);
  } finally {
    // The next leader continues the rebuild.
    await rebuild?.building.stop();
  }
}

/**
 * Runs all checks. Also throws Interrupted `foreign index` if the live index now belongs to another program, MongoDB or
 * newer version. The swap changes no other rebuild, so it doesn't matter whose these are.
 */
async function assertMayReplace(context: StepContext, building: FollowedIndex): Promise<void> {
  await context.watch.checkAll(building);
  const assessment = await assessLive(context, await context.jobs.operation());
  if (assessment.kind === 'stand by') throw new Interrupted('foreign index', assessment.reason);
}

/** Resolves to the step after a failed rebuild. Rethrows the error if the leader must react to it. */
async function afterFailure(
  context: StepContext,
  liveGeneration: number,
  rebuild: Rebuild | null,
  updateOperation: UpdateOperation,
  error: unknown,
): Promise<Step> {
  const { live, watch, indexName, logger, signal } = context;

  async function giveUp(reason: string, result: 'failed' | 'refused'): Promise<void> {
    logger.error({ index: indexName }, reason);
    await recordFailure(context, { result, reason, liveGeneration });
    await rebuild?.discard();
    await updateOperation({ state: 'failed', reason });
  }

  if (error instanceof SwapRefused) {
    await giveUp(error.message, 'refused');
    return live.followed() === null ? { kind: 'wait', reason: error.message } : { kind: 'follow' };
  }
  if (!(error instanceof Interrupted)) {
    // The next leader continues the rebuild.
    if (!signal.aborted) await recordError(context, liveGeneration, updateOperation, error);
    throw error;
  }
  switch (error.kind) {
    case 'foreign rebuild':
      // Build no index beside another MongoDB's.
      await giveUp(error.message, 'failed');
      if (live.followed() === null) throw error;
      return { kind: 'follow' };
    case 'source dropped':
      await rebuild?.discard();
      throw error;
    case 'checkpoint lost': {
      // The new index lacks changes that MongoDB no longer reports.
      const reason = `the new index can no longer follow MongoDB: ${error.message}`;
      await recordFailure(context, { result: 'failed', reason, liveGeneration });
      await rebuild?.discard();
      if (live.followed() === null) throw error;
      // Throws if MongoDB was restored, or the live index can't be followed either.
      await watch.checkAll(null);
      logger.error({ index: indexName }, reason);
      await updateOperation({ state: 'failed', reason });
      return { kind: 'follow' };
    }
    case 'index changed':
    case 'foreign index':
    case 'paused':
      throw error;
  }
}

/** Keeps the operation open, because the next leader continues the rebuild. */
async function recordError(
  context: StepContext,
  liveGeneration: number,
  updateOperation: UpdateOperation,
  error: unknown,
): Promise<void> {
  const reason = `it is tried again after an error: ${explainError(error, '')}`;
  await recordFailure(context, { result: 'failed', reason, liveGeneration }).catch(() => undefined);
  await updateOperation({ reason }).catch(() => undefined);
}

/**
 * Follows the stream with the complete new index until an operator runs `swap`. Resolves to false when an operator runs
 * `rollback` instead. The leader deletes the new index then when it takes over.
 */
async function waitForSwapRequest(
  context: StepContext,
  request: Operation,
  rebuild: Rebuild,
  updateOperation: UpdateOperation,
): Promise<boolean> {
  const { watch, setState, jobs, logger, signal } = context;
  await rebuild.waitUntilComplete();
  setState('ready to swap');
  await updateOperation({ state: 'ready', done: rebuild.total, total: rebuild.total });
  logger.info({ index: rebuild.building.indexName }, 'the new index is complete and waits for `swap`');
  for (;;) {
    signal.throwIfAborted();
    await watch.checkDue(rebuild.building);
    const operation = await jobs.operation();
    if (operation?.kind === 'rollback') return false;
    if (operation?.operationId === request.operationId && operation.swaps) return true;
    await sleep(OPERATION_POLL_MS, signal);
  }
}

const REPORT_EVERY_MS = 1000;

/** Limits calls of `report` to one per second. */
function throttle(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let reportedMs = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    if (performance.now() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = performance.now();
    report(done, total);
  };
}
