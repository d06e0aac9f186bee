/** What a leader reports of itself: to MongoDB, where `status` and `/readyz` read it, and to Prometheus. */
import { tokenTimeMs } from '../../src/engines/resume-token.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import type { LeaderReport } from '../operations/leader-report.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';

/** What the leader is doing. */
export interface LeaderState {
  readonly state: LeaderReport['state'];
  /** Null while the live index is not followed. */
  readonly live: FollowedIndex | null;
  /** Of the live index; null where there is none, or it was not looked at yet. */
  readonly checkpoint: Checkpoint | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  /** Why a rebuild beside the index is somebody else's; null when none is. */
  readonly foreignRebuild: string | null;
}

const REPORT_EVERY_MS = 1000;
/** A report that says the same again is stored less often. */
const REPEAT_AFTER_MS = 2500;

/** Reports until the signal, beside everything else, so that the lag is seen to rise while an engine is out. */
export async function keepReporting(
  { lease, metrics, logger }: LeaderContext,
  stateOf: () => LeaderState,
  signal: AbortSignal,
): Promise<void> {
  let last = { text: '', atMs: Number.NEGATIVE_INFINITY };
  while (!signal.aborted) {
    const state = stateOf();
    const report = reportOf(state);
    const { lagMs, fanOuts, fanOutsWaitMs } = report;
    metrics.following({ lagMs, fanOutsWaiting: fanOuts, fanOutWaitMs: fanOutsWaitMs });
    metrics.rebuilding(state.rebuild);
    metrics.paused(state.state === 'paused');
    metrics.held(isHeld(state));
    const text = JSON.stringify(report);
    if (text !== last.text || performance.now() - last.atMs > REPEAT_AFTER_MS) {
      last = { text, atMs: performance.now() };
      await lease
        .report(report)
        .catch((error: unknown) => logger.warn({ err: error }, 'the report could not be stored'));
    }
    await sleep(REPORT_EVERY_MS, signal);
  }
}

/** Whether a live index is left as it is until a new one is swapped in, so that changes wait. */
const isHeld = ({ state, live, checkpoint }: LeaderState): boolean =>
  live === null && checkpoint !== null && ['rebuilding', 'ready to swap', 'waiting'].includes(state);

function reportOf({ state, live, checkpoint, rebuild, foreignRebuild }: LeaderState): LeaderReport {
  const pipeline = live?.pipeline ?? null;
  return {
    state,
    lagMs: pipeline?.lagMs() ?? null,
    checkpointAt: checkpoint === null ? null : new Date(tokenTimeMs(checkpoint.token)),
    fanOuts: checkpoint?.fanOuts.length ?? 0,
    fanOutsWaitMs: pipeline?.fanOutsWaitMs() ?? 0,
    rewritingMerchants: (checkpoint?.fanOuts ?? []).flatMap(({ kind, id, isForced }) =>
      kind === 'merchant' && isForced ? [id] : [],
    ),
    generation: checkpoint?.generation ?? 0,
    progress: pipeline?.progress() ?? null,
    rebuild,
    foreignRebuild,
  };
}
