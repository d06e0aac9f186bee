/**
 * The state machine of the leader: follows the live index, and rebuilds it when necessary.
 *
 *   take over ──▶ follow ◀──▶ rebuild       each step resolves to the next one
 *       ▲            │           │
 *       ├── paused ◀─┴───────────┤
 *       └── wait ◀───────────────┘          the new index was refused, and the live one can't be followed
 *
 * `afterInterruption` maps every interruption (`interruption.ts`) to the next step.
 */
import { sleep } from '../../src/runtime/retry.ts';
import type { Mark } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { type Interruption, interruptionOf } from '../interruption.ts';
import { reclaimRebuild } from '../rebuild/reclaim.ts';
import { createRestoreMarks, type RestoreMarks } from '../source/restore-marks.ts';
import { sourceOf } from '../source/source-identity.ts';
import { assessIndex, openReindex } from './assess.ts';
import { createLiveIndex } from './live-index.ts';
import { runOperation } from './operator-requests.ts';
import { rebuildIndex } from './rebuild-step.ts';
import type { LeaderState } from './report.ts';
import { type LeadershipEnd, OPERATION_POLL_MS, type Step, type StepContext } from './steps.ts';
import { assertNotPaused, createWatch } from './watch.ts';

const WATCH_EVERY_MS = 200;
/** The delay before a new rebuild, after a refused swap without a live index to follow. */
const REFUSED_WAIT_MS = 60_000;

export interface Leadership {
  /** Leads until there is a reason to give up the lease. Throws the signal's reason, or what the engines throw. */
  run(): Promise<LeadershipEnd>;
  state(): LeaderState;
  stop(): Promise<void>;
}

export function createLeadership(context: LeaderContext): Leadership {
  const { indexName, database, index, jobs, logger, signal } = context;
  const marks = createRestoreMarks(database, indexName);
  const live = createLiveIndex(context);
  let current: Pick<LeaderState, 'state' | 'rebuild'> = { state: 'starting', rebuild: null };
  const setState: StepContext['setState'] = (state, rebuild = null) => {
    current = { state, rebuild };
  };
  /** Null before the first step. */
  let stepContext: StepContext | null = null;

  /** Assesses the live index, and follows it if possible. */
  async function takeOver(): Promise<Step> {
    await live.stop();
    setState('starting');
    await assertNotPaused(jobs);
    const source = await sourceOf(database);
    const assessment = await assessIndex({ database, indexName, index, jobs, marks });
    if (assessment.kind === 'stand by') return { kind: 'end', end: assessment };
    const known = assessment.kind === 'follow' ? assessment.checkpoint : assessment.live;
    const mark = await nextMark(marks, known?.mark ?? null);
    stepContext = { context, live, marks, source, setState, watch: createWatch(context, { marks, source, mark }) };
    if (assessment.kind === 'follow') {
      await live.follow({ ...assessment.checkpoint, mark });
      const liveGeneration = live.generation();
      const adopts = openReindex(await jobs.operation())?.adopts ?? false;
      const unfinished = await reclaimRebuild(context, { source, liveGeneration, marks, adopts });
      if (unfinished === null) return { kind: 'follow' };
      return { kind: 'rebuild', reason: 'a rebuild was interrupted', allowsFewer: false };
    }
    await live.leave(known);
    if (assessment.kind === 'roll back') return { kind: 'follow' };
    const { kind, reason } = assessment;
    return kind === 'lost' ? await afterLoss(reason) : { kind: 'rebuild', reason, allowsFewer: false };
  }

  /** The live index can serve searches, but it can't be followed. */
  async function afterLoss(reason: string): Promise<Step> {
    const mayRebuild = context.onLostPosition === 'rebuild' || openReindex(await jobs.operation()) !== null;
    return mayRebuild
      ? { kind: 'rebuild', reason, allowsFewer: false }
      : { kind: 'end', end: { kind: 'stop', reason } };
  }

  async function withRenewedMark(lost: StepContext): Promise<StepContext> {
    const mark = await nextMark(marks, lost.watch.mark());
    return { ...lost, watch: createWatch(context, { marks, source: lost.source, mark }) };
  }

  async function followUntilInterrupted(stepContext: StepContext): Promise<Step> {
    setState('following');
    let polledMs = Number.NEGATIVE_INFINITY;
    for (;;) {
      signal.throwIfAborted();
      const followed = live.followed();
      await stepContext.watch.check(followed === null ? [] : [followed]);
      if (performance.now() - polledMs >= OPERATION_POLL_MS) {
        polledMs = performance.now();
        const next = await runOperation(stepContext, await jobs.operation());
        if (next !== null) return next;
        // A requested rollback stopped the live index and then failed.
        if (live.followed() === null) return { kind: 'take over' };
      }
      await sleep(WATCH_EVERY_MS, signal);
    }
  }

  /** Runs operations while it waits. A rollback or a reindex ends the wait. */
  async function waitToRetry(stepContext: StepContext, reason: string): Promise<Step> {
    setState('waiting');
    const endMs = performance.now() + REFUSED_WAIT_MS;
    while (performance.now() < endMs) {
      signal.throwIfAborted();
      await stepContext.watch.check([]);
      const next = await runOperation(stepContext, await jobs.operation());
      if (next !== null) return next;
      if (live.followed() !== null) return { kind: 'follow' };
      await sleep(OPERATION_POLL_MS, signal);
    }
    logger.warn({ index: indexName, reason }, 'trying the rebuild again');
    return { kind: 'take over' };
  }

  async function waitUntilResumed(reason: string): Promise<Step> {
    await live.stop();
    setState('paused');
    logger.warn({ index: indexName }, `${reason}: nothing is written until \`resume\``);
    // `status` shows the age of the checkpoint, which limits the length of the pause.
    const state = await index.stateOf(indexName);
    await live.leave(state.kind === 'checkpoint' ? state.checkpoint : null);
    while ((await jobs.pausedAt()) !== null) {
      signal.throwIfAborted();
      await sleep(OPERATION_POLL_MS, signal);
    }
    logger.info({ index: indexName }, 'resumed');
    return { kind: 'take over' };
  }

  function runStep(step: Exclude<Step, { kind: 'end' }>): Promise<Step> {
    if (step.kind === 'paused') return waitUntilResumed(step.reason);
    if (step.kind === 'take over' || stepContext === null) return takeOver();
    if (step.kind === 'follow') return followUntilInterrupted(stepContext);
    return step.kind === 'rebuild' ? rebuildIndex(stepContext, step) : waitToRetry(stepContext, step.reason);
  }

  async function afterInterruption({ kind, reason }: Interruption): Promise<Step> {
    logger.warn({ index: indexName, kind, reason }, 'interrupted');
    switch (kind) {
      case 'index changed':
        return { kind: 'take over' };
      case 'paused':
        return { kind: 'paused', reason };
      case 'checkpoint lost':
        await live.stop();
        // A restored MongoDB no longer holds the old mark. A rebuild with that mark would be lost, too.
        if (stepContext !== null) stepContext = await withRenewedMark(stepContext);
        return await afterLoss(reason);
      case 'source dropped':
        await live.stop();
        return { kind: 'rebuild', reason, allowsFewer: true };
      case 'foreign index':
      case 'foreign rebuild':
        await live.stop();
        return { kind: 'end', end: { kind: 'stand by', reason } };
      case 'swap refused':
        return { kind: 'wait', reason };
    }
  }

  return {
    async run() {
      let step: Step = { kind: 'take over' };
      while (step.kind !== 'end') {
        signal.throwIfAborted();
        step = await runStep(step).catch((error: unknown): Promise<Step> => {
          const interruption = interruptionOf(error);
          if (interruption === null) throw error;
          return afterInterruption(interruption);
        });
      }
      return step.end;
    },
    state: () => ({
      ...current,
      live: live.followed(),
      checkpoint: live.checkpoint(),
      foreignRebuild: stepContext?.watch.foreignRebuild() ?? null,
    }),
    stop: live.stop,
  };
}

/**
 * Resolves to the next mark. When MongoDB does not hold the live index's mark, starts a new era, so that marks of the
 * lost history never match again. Starts it only once: an interrupted rebuild already carries the new era.
 */
async function nextMark(marks: RestoreMarks, live: Mark | null): Promise<Mark> {
  try {
    if (live !== null) return await marks.advance(live);
  } catch (error) {
    if (interruptionOf(error)?.kind !== 'checkpoint lost') throw error;
  }
  const held = await marks.held();
  return await marks.advance(held?.era === live?.era ? null : held);
}
