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
import type { LeaderContext } from '../context.ts';
import { type Interruption, interruptionOf } from '../interruption.ts';
import { createRestoreMarks } from '../source/restore-marks.ts';
import { followUntilInterrupted } from './follow-step.ts';
import { createLiveIndex } from './live-index.ts';
import { rebuildIndex } from './rebuild-step.ts';
import type { LeaderState } from './report.ts';
import type { BaseContext, EndStep, LeadershipEnd, Step, StepContext } from './steps.ts';
import { afterLoss, afterTakeOver, takeOver, withRenewedMark } from './take-over-step.ts';
import { waitToRetry, waitUntilResumed } from './wait-steps.ts';

export interface Leader {
  /** Leads until there is a reason to give up the lease. Throws the signal's reason, or what the engines throw. */
  run(): Promise<LeadershipEnd>;
  state(): LeaderState;
  stop(): Promise<void>;
}

export function createLeader(context: LeaderContext): Leader {
  const { indexName, database, logger, signal } = context;
  const live = createLiveIndex(context);
  let current: Pick<LeaderState, 'state' | 'rebuild'> = { state: 'starting', rebuild: null };
  const base: BaseContext = {
    ...{ ...context, live, marks: createRestoreMarks(database, indexName) },
    setState(state, rebuild = null) {
      current = { state, rebuild };
    },
  };
  /** Null before the first step. */
  let stepContext: StepContext | null = null;

  function runStep(step: Exclude<Step, EndStep>): Promise<Step> {
    if (step.kind === 'paused') return waitUntilResumed(base, step.reason);
    if (step.kind === 'take over' || stepContext === null) return runTakeOver();
    if (step.kind === 'follow') return followUntilInterrupted(stepContext);
    return step.kind === 'rebuild' ? rebuildIndex(stepContext, step) : waitToRetry(stepContext, step.reason);
  }

  async function runTakeOver(): Promise<Step> {
    const taken = await takeOver(base);
    if (taken.kind === 'end') return taken;
    stepContext = taken.context;
    return await afterTakeOver(taken);
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
        if (stepContext !== null) stepContext = await withRenewedMark(stepContext);
        return await afterLoss(context, reason);
      case 'source dropped':
        await live.stop();
        return { kind: 'rebuild', reason, allowsFewer: true };
      case 'foreign index':
      case 'foreign rebuild':
        await live.stop();
        return { kind: 'end', end: { kind: 'stand by', reason } };
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
