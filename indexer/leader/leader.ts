/**
 * The state machine of the leader: follows the live index, and rebuilds it when necessary.
 *
 *   take over ──▶ follow ◀──▶ rebuild       each step resolves to the next one
 *       ▲            │           │
 *       ├── paused ◀─┴───────────┤
 *       └── wait ◀───────────────┘          the new index was refused, and the live one can't be followed
 *
 * `wait` also ends with an operator's `rollback` (follow) or `reindex` (rebuild), and any step may end in `paused`.
 * `afterInterruption` maps every interruption (`interruption.ts`) to the next step. The last step is `stand by` or
 * `stop`.
 */
import type { LeaderContext } from '../context.ts';
import { Interrupted } from '../interruption.ts';
import type { LeaderReport } from '../leader-report.ts';
import { followUntilInterrupted } from './follow-step.ts';
import { createLiveIndex } from './live-index.ts';
import { rebuildIndex } from './rebuild-step.ts';
import { reportOf } from './report.ts';
import type { LeadershipEnd, Step, StepContext } from './steps.ts';
import { afterLoss, takeOver } from './take-over-step.ts';
import { waitToRetry, waitUntilResumed } from './wait-steps.ts';
import { createWatch } from './watch.ts';

interface Leader {
  /** Leads until there is a reason to give up the lease. Throws the signal's reason, or what the engines throw. */
  run(): Promise<LeadershipEnd>;
  report(): LeaderReport;
  stop(): Promise<void>;
}

export function createLeader(context: LeaderContext): Leader {
  const live = createLiveIndex(context);
  const watch = createWatch(context, live);
  let state: LeaderReport['state'] = 'starting';
  let rebuild: LeaderReport['rebuild'] = null;
  const stepContext: StepContext = {
    ...context,
    live,
    watch,
    setState(newState, newRebuild = null) {
      state = newState;
      rebuild = newRebuild;
    },
  };
  return {
    run: () => runSteps(stepContext),
    report: () =>
      reportOf(live, {
        state,
        rebuild,
        foreignRebuild: watch.foreignRebuild(),
        isEngineFull: context.index.isFull(),
      }),
    stop: live.stop,
  };
}

async function runSteps(context: StepContext): Promise<LeadershipEnd> {
  let step: Step = { kind: 'take over' };
  while (step.kind !== 'stand by' && step.kind !== 'stop') {
    context.signal.throwIfAborted();
    step = await runStep(context, step).catch((error: unknown): Promise<Step> => {
      if (!(error instanceof Interrupted)) throw error;
      return afterInterruption(context, error);
    });
  }
  return step;
}

function runStep(context: StepContext, step: Exclude<Step, LeadershipEnd>): Promise<Step> {
  switch (step.kind) {
    case 'take over':
      return takeOver(context);
    case 'follow':
      return followUntilInterrupted(context);
    case 'rebuild':
      return rebuildIndex(context, step);
    case 'wait':
      return waitToRetry(context, step.reason);
    case 'paused':
      return waitUntilResumed(context, step.reason);
  }
}

async function afterInterruption(context: StepContext, { kind, message: reason }: Interrupted): Promise<Step> {
  const { live, watch, marks, indexName, logger } = context;
  logger.warn({ index: indexName, kind, reason }, 'interrupted');
  switch (kind) {
    case 'index changed':
      return { kind: 'take over' };
    case 'paused':
      return { kind: 'paused', reason };
    case 'checkpoint lost':
      await live.stop();
      // A restored MongoDB has lost the old mark, and a rebuild with it would be lost, too.
      watch.start(watch.source(), await marks.next(watch.mark()));
      return await afterLoss(context, reason);
    case 'source dropped':
      await live.stop();
      return { kind: 'rebuild', reason, allowsFewer: true };
    case 'foreign index':
    case 'foreign rebuild':
      await live.stop();
      return { kind: 'stand by', reason };
  }
}
