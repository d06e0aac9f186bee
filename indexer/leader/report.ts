/** Reports the state of a leader: to MongoDB, where `status` and `/readyz` read it, and to Prometheus. */
import { tokenTimeMs } from '../../src/engines/resume-token.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import type { LeaderReport } from '../operations/leader-report.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';

/** The current state of the leader. */
export interface LeaderState {
  readonly state: LeaderReport['state'];
  /** Null while the live index is not followed. */
  readonly live: FollowedIndex | null;
  /** The checkpoint of the live index; null when there is none, or before the first assessment. */
  readonly checkpoint: Checkpoint | null;
  readonly rebuild: { readonly done: number; readonly total: number } | null;
  /** Why a rebuild beside the index belongs to another MongoDB or program; null when none does. */
  readonly foreignRebuild: string | null;
}

const REPORT_EVERY_MS = 1000;
/** An unchanged report is stored less often. */
const REPEAT_AFTER_MS = 2500;

/** Reports until the signal aborts, independent of the pipeline, so that the reported lag rises during an outage. */
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

/** Returns whether changes wait because the live index stays unchanged until a new index is swapped in. */
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
