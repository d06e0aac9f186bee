/** The status of an index: the leader, the standbys, the lag, and open work. */
import type { IndexerProcess, LeaderReport, LeaseState, RebuildFailure } from '../leader-report.ts';
import { type Operation, shownState } from '../requests/operations.ts';

/** The output of `status --json`. */
export interface Status {
  readonly index: string;
  readonly leader: string | null;
  /** Null when no process has ever led. */
  readonly epoch: number | null;
  /** The state in the last report of the leader; `stopped` when no process leads. */
  readonly state: LeaderReport['state'] | 'stopped';
  /** The last report of the leader, or of the last leader. */
  readonly report: LeaderReport | null;
  readonly reportAgeMs: number | null;
  readonly standbys: readonly Omit<IndexerProcess, 'state'>[];
  /** Null when Meilisearch did not respond. */
  readonly documents: number | null;
  /** That the leader writes to another Meilisearch than the one of this command; null when it doesn't, or if unknown. */
  readonly otherEngine: string | null;
  readonly deadLetters: number;
  readonly operation: Pick<Operation, 'kind' | 'state' | 'finishedAt' | 'done' | 'total' | 'reason'> | null;
  /** Why the last rebuild was not swapped in; null when an index was swapped in since. */
  readonly rebuildFailure: (Pick<RebuildFailure, 'result' | 'reason'> & { readonly ageMs: number }) | null;
  /** When an operator paused the indexer; null when it is not paused. */
  readonly pausedAt: Date | null;
  /** What `catalogue setup` would create in MongoDB; null when the setup is complete. */
  readonly missingSetup: string | null;
}

interface StatusSources
  extends Pick<Status, 'index' | 'documents' | 'otherEngine' | 'deadLetters' | 'pausedAt' | 'missingSetup'> {
  readonly lease: LeaseState;
  readonly processes: readonly IndexerProcess[];
  readonly operation: Operation | null;
}

/** Combines what MongoDB and Meilisearch say into the status to show. */
export function statusOf({ lease, processes, operation, ...others }: StatusSources): Status {
  const { holder, isHeld, epoch, report, reportAgeMs, rebuildFailure, serverNowMs } = lease;
  return {
    ...others,
    leader: isHeld ? holder : null,
    epoch: epoch === 0 ? null : epoch,
    state: isHeld ? (report?.state ?? 'starting') : 'stopped',
    report,
    reportAgeMs,
    standbys: processes
      .filter((process) => process.state === 'standing by' && !(isHeld && process.holder === holder))
      .map(({ state: _, ...standby }) => standby),
    operation: operation === null ? null : toShown(operation),
    rebuildFailure: rebuildFailure === null ? null : withAge(rebuildFailure, serverNowMs),
  };
}

function toShown(operation: Operation): NonNullable<Status['operation']> {
  // Operations from before this field have none.
  const { kind, finishedAt = null, done, total, reason } = operation;
  return { kind, state: shownState(operation), finishedAt, done, total, reason };
}

const withAge = ({ result, reason, at }: NonNullable<LeaseState['rebuildFailure']>, nowMs: number) => ({
  result,
  reason,
  ageMs: Math.max(0, nowMs - at.getTime()),
});
