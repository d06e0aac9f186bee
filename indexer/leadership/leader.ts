/**
 * What the leader does until its lease ends: follows the live index, and rebuilds it where that is needed.
 *
 *   take over ──▶ follow ◀──▶ rebuild       each step resolves to the next one
 *       ▲            │           │
 *       ├── paused ◀─┴───────────┤
 *       └── wait ◀───────────────┘          the new index was refused, and the live one can't be followed
 *
 * Whatever interrupts a step (`interruption.ts`) is mapped to the next step in one place, `afterInterruption`.
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
import { type LeadershipEnd, type Leading, OPERATION_POLL_MS, type Step } from './steps.ts';
import { assertNotPaused, createWatch } from './watch.ts';

const WATCH_EVERY_MS = 200;
/** After a refused swap without a live index to follow, the rebuild is tried again. */
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
  let shown: Pick<LeaderState, 'state' | 'rebuild'> = { state: 'starting', rebuild: null };
  const show: Leading['show'] = (state, rebuild = null) => {
    shown = { state, rebuild };
  };
  /** Null before the first step. */
  let leading: Leading | null = null;

  /** Looks at what is there, and follows the live index where that is possible. */
  async function takeOver(): Promise<Step> {
    await live.stop();
    show('starting');
    await assertNotPaused(jobs);
    const source = await sourceOf(database);
    const assessment = await assessIndex({ database, indexName, index, jobs, marks });
    if (assessment.kind === 'stand by') return { kind: 'end', end: assessment };
    const known = assessment.kind === 'follow' ? assessment.checkpoint : assessment.live;
    const mark = await nextMark(marks, known?.mark ?? null);
    leading = { context, live, marks, source, show, watch: createWatch(context, { marks, source, mark }) };
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

  /** The index can serve but not be followed. */
  async function afterLoss(reason: string): Promise<Step> {
    const mayRebuild = context.onLostPosition === 'rebuild' || openReindex(await jobs.operation()) !== null;
    return mayRebuild
      ? { kind: 'rebuild', reason, allowsFewer: false }
      : { kind: 'end', end: { kind: 'stop', reason } };
  }

  async function withRenewedMark(lost: Leading): Promise<Leading> {
    const mark = await nextMark(marks, lost.watch.mark());
    return { ...lost, watch: createWatch(context, { marks, source: lost.source, mark }) };
  }

  async function followUntilInterrupted(leading: Leading): Promise<Step> {
    show('following');
    let askedMs = Number.NEGATIVE_INFINITY;
    for (;;) {
      signal.throwIfAborted();
      const followed = live.followed();
      await leading.watch.check(followed === null ? [] : [followed]);
      if (performance.now() - askedMs >= OPERATION_POLL_MS) {
        askedMs = performance.now();
        const next = await runOperation(leading, await jobs.operation());
        if (next !== null) return next;
        // A rollback was requested that turned out to be impossible.
        if (live.followed() === null) return { kind: 'take over' };
      }
      await sleep(WATCH_EVERY_MS, signal);
    }
  }

  /** Meanwhile it does what operators request: a rollback ends the wait, and so does a reindex. */
  async function waitToRetry(leading: Leading, reason: string): Promise<Step> {
    show('waiting');
    const endMs = performance.now() + REFUSED_WAIT_MS;
    while (performance.now() < endMs) {
      signal.throwIfAborted();
      await leading.watch.check([]);
      const next = await runOperation(leading, await jobs.operation());
      if (next !== null) return next;
      if (live.followed() !== null) return { kind: 'follow' };
      await sleep(OPERATION_POLL_MS, signal);
    }
    logger.warn({ index: indexName, reason }, 'trying the rebuild again');
    return { kind: 'take over' };
  }

  async function untilResumed(reason: string): Promise<Step> {
    await live.stop();
    show('paused');
    logger.warn({ index: indexName }, `${reason}: nothing is written until \`resume\``);
    // The age of the checkpoint tells how long the pause may last.
    const state = await index.stateOf(indexName);
    await live.leave(state.kind === 'checkpoint' ? state.checkpoint : null);
    while ((await jobs.pausedAt()) !== null) {
      signal.throwIfAborted();
      await sleep(OPERATION_POLL_MS, signal);
    }
    logger.info({ index: indexName }, 'resumed');
    return { kind: 'take over' };
  }

  function take(step: Exclude<Step, { kind: 'end' }>): Promise<Step> {
    if (step.kind === 'paused') return untilResumed(step.reason);
    if (step.kind === 'take over' || leading === null) return takeOver();
    if (step.kind === 'follow') return followUntilInterrupted(leading);
    return step.kind === 'rebuild' ? rebuildIndex(leading, step) : waitToRetry(leading, step.reason);
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
        // A restored MongoDB holds the known mark no more, so a rebuild that carried it would be lost, too.
        if (leading !== null) leading = await withRenewedMark(leading);
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
        step = await take(step).catch((error: unknown): Promise<Step> => {
          const interruption = interruptionOf(error);
          if (interruption === null) throw error;
          return afterInterruption(interruption);
        });
      }
      return step.end;
    },
    state: () => ({
      ...shown,
      live: live.followed(),
      checkpoint: live.checkpoint(),
      foreignRebuild: leading?.watch.foreignRebuild() ?? null,
    }),
    stop: live.stop,
  };
}

/**
 * The mark to go on with. When MongoDB does not hold the live index's mark, a new era begins, so that marks of the lost history
 * never count as held again. It begins once: an interrupted rebuild carries it already.
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
