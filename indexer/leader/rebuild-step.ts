/** The step that rebuilds the index, while the live index is followed if possible. */
import { explainError } from '../../src/engines/explain-error.ts';
import { Interrupted } from '../interruption.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import { nextGeneration, type Rebuild, startRebuild } from '../rebuild/rebuild.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import { recordFailure } from '../rebuild/record-failure.ts';
import { SwapRefused } from '../rebuild/swap-checks.ts';
import { type Operation, type OperationChange, openOperation } from '../requests/operations.ts';
import { assessLive } from './assess.ts';
import type { RebuildStep, Step, StepContext } from './steps.ts';
import { watchUntil } from './watch-until.ts';

const NO_ROLLBACK = 'the leader is building a new index: run `rollback` again when that is live';

/** One attempt to rebuild the index. */
interface Attempt {
  /** The operation that requested it; null when no operator did. */
  readonly request: Operation | null;
  /** The generation of the live index at the start. */
  readonly liveGeneration: number;
  /** Updates the operation, if there is one. */
  readonly update: (change: OperationChange) => Promise<void>;
}

/** Resolves to the next step. Throws Interrupted, or what the engines throw. The incomplete index stays then. */
export async function rebuildIndex(context: StepContext, { reason, allowsFewer = false }: RebuildStep): Promise<Step> {
  const { live, setState, indexName, jobs, logger, metrics } = context;
  setState('rebuilding');
  logger.info({ index: indexName, reason }, 'a rebuild is needed');
  const attempt = newAttempt(context, openOperation(await jobs.operation(), 'reindex'));
  let rebuild: Rebuild | null = null;
  try {
    rebuild = await startOrContinue(context, attempt, allowsFewer);
    if (rebuild === null || !(await waitForSwapRequest(context, attempt, rebuild))) return { kind: 'take over' };
    await rebuild.finish();
    await assertMayReplace(context, rebuild.building);
    await live.stop();
    await live.follow(await rebuild.swapIn());
    metrics.reindexEnded('done');
    await attempt.update({ state: 'done', done: rebuild.total, total: rebuild.total });
    return { kind: 'follow' };
  } catch (error) {
    return await afterFailure(context, attempt, rebuild, error);
  } finally {
    // The next leader continues the rebuild.
    await rebuild?.building.stop();
  }
}

const newAttempt = ({ live, jobs }: StepContext, request: Operation | null): Attempt => ({
  request,
  liveGeneration: live.generation(),
  async update(change) {
    if (request !== null) await jobs.update(request.operationId, change);
  },
});

/** Resolves to null when the operation has ended, or was started, since it was read. */
async function startOrContinue(
  context: StepContext,
  { request, update }: Attempt,
  allowsFewer: boolean,
): Promise<Rebuild | null> {
  const { live, watch, setState, jobs } = context;
  const source = watch.source();
  const unfinished = await reclaimRebuild(context, { source, live: live.checkpoint(), mustBuild: true });
  const generation = unfinished?.generation ?? (await nextGeneration(context, live.checkpoint()));
  if (request !== null && !(await jobs.start(request, generation))) return null;
  return await startRebuild(context, {
    unfinished,
    source,
    generation,
    mark: watch.mark(),
    allowsFewer: allowsFewer || (request?.allowsFewer ?? false),
    isLiveBusy: () => live.followed()?.pipeline.isCaughtUp() === false,
    async onWait(building, done, total) {
      await watch.checkDue(building);
      await jobs.refuseRollback(NO_ROLLBACK);
      const progress = { done: Math.min(done, total), total };
      setState('rebuilding', progress);
      await update(progress);
    },
  });
}

/**
 * Runs all checks. Also throws Interrupted `foreign index` if the live index now belongs to another program, MongoDB or
 * newer version. The swap changes no other rebuild, so it doesn't matter whose these are.
 */
async function assertMayReplace(context: StepContext, building: FollowedIndex): Promise<void> {
  await context.watch.checkAll(building);
  const assessment = await assessLive(context, context.watch.source());
  if (assessment.kind === 'stand by') throw new Interrupted('foreign index', assessment.reason);
}

/** Resolves to the step after a failed rebuild. Rethrows the error if the leader must react to it. */
async function afterFailure(
  context: StepContext,
  attempt: Attempt,
  rebuild: Rebuild | null,
  error: unknown,
): Promise<Step> {
  const { live, watch, indexName, logger, signal } = context;
  if (error instanceof SwapRefused) {
    await giveUp(context, attempt, rebuild, { result: 'refused', reason: error.message });
    return live.followed() === null ? { kind: 'wait', reason: error.message } : { kind: 'follow' };
  }
  if (!(error instanceof Interrupted)) {
    if (!signal.aborted) await recordError(context, attempt, error);
    throw error;
  }
  switch (error.kind) {
    case 'foreign rebuild':
      // Build no index beside another MongoDB's.
      await giveUp(context, attempt, rebuild, { result: 'failed', reason: error.message });
      if (live.followed() === null) throw error;
      return { kind: 'follow' };
    case 'source dropped':
      await rebuild?.discard();
      throw error;
    case 'checkpoint lost': {
      // The new index lacks changes that MongoDB no longer reports.
      const reason = `the new index can no longer follow MongoDB: ${error.message}`;
      await recordFailure(context, { result: 'failed', reason, liveGeneration: attempt.liveGeneration });
      await rebuild?.discard();
      if (live.followed() === null) throw error;
      // Throws if MongoDB was restored, or the live index can't be followed either.
      await watch.checkAll(null);
      logger.error({ index: indexName }, reason);
      await attempt.update({ state: 'failed', reason });
      return { kind: 'follow' };
    }
    case 'index changed':
    case 'foreign index':
    case 'paused':
      throw error;
  }
}

/** Deletes the new index and ends the operation. */
async function giveUp(
  context: StepContext,
  { liveGeneration, update }: Attempt,
  rebuild: Rebuild | null,
  { result, reason }: { readonly result: 'failed' | 'refused'; readonly reason: string },
): Promise<void> {
  context.logger.error({ index: context.indexName }, reason);
  await recordFailure(context, { result, reason, liveGeneration });
  await rebuild?.discard();
  await update({ state: 'failed', reason });
}

/** Keeps the operation open, because the next leader continues the rebuild. */
async function recordError(context: StepContext, { liveGeneration, update }: Attempt, error: unknown): Promise<void> {
  const reason = `it is tried again after an error: ${explainError(error, '')}`;
  await recordFailure(context, { result: 'failed', reason, liveGeneration }).catch(() => undefined);
  await update({ reason }).catch(() => undefined);
}

/**
 * Follows the stream with the complete new index until an operator runs `swap`, if the operation asks for that. Resolves
 * to false when an operator runs `rollback` instead. The leader deletes the new index then when it takes over.
 */
async function waitForSwapRequest(
  context: StepContext,
  { request, update }: Attempt,
  rebuild: Rebuild,
): Promise<boolean> {
  const { live, setState, logger } = context;
  if (request?.swaps !== false) return true;
  // Changes would wait, too, if the live index isn't followed. An index that is adopted gets none in any case.
  if (live.followed() === null && !request.adopts) return true;
  await rebuild.waitUntilComplete();
  setState('ready to swap');
  await update({ state: 'ready', done: rebuild.total, total: rebuild.total });
  logger.info({ index: rebuild.building.indexName }, 'the new index is complete and waits for `swap`');
  return await watchUntil(context, rebuild.building, async (operation) => {
    if (operation?.kind === 'rollback') return false;
    return operation?.operationId === request.operationId && operation.swaps ? true : null;
  });
}
