/** The output of `status`: the leader, the standbys, the lag of the index, and open work. */
import { isDate } from 'node:util/types';
import { type Operation, shownState } from '../requests/operations.ts';
import type { IndexerProcess, LeaderReport, LeaseState, RebuildFailure } from './leader-report.ts';

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
  readonly deadLetters: number;
  readonly operation: Pick<Operation, 'kind' | 'state' | 'done' | 'total' | 'reason'> | null;
  /** Why the last rebuild was not swapped in; null when an index was swapped in since. */
  readonly rebuildFailure: (Pick<RebuildFailure, 'result' | 'reason'> & { readonly ageMs: number }) | null;
  /** When an operator paused the indexer; null when it is not paused. */
  readonly pausedAt: Date | null;
  /** What `catalogue setup` would create in MongoDB; null when the setup is complete. */
  readonly missingSetup: string | null;
}

interface StatusSources extends Pick<Status, 'index' | 'documents' | 'deadLetters' | 'pausedAt' | 'missingSetup'> {
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
  const { kind, done, total, reason } = operation;
  return { kind, state: shownState(operation), done, total, reason };
}

const withAge = ({ result, reason, at }: NonNullable<LeaseState['rebuildFailure']>, nowMs: number) => ({
  result,
  reason,
  ageMs: Math.max(0, nowMs - at.getTime()),
});

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const UNKNOWN = 'not known';

/** Renders the status as text. Values from a report are followed by the report's age. */
export function renderStatus(status: Status): string {
  const { leader, report, reportAgeMs, operation, rebuildFailure, standbys } = status;
  const asOf = reportAgeMs === null ? '' : `, as of ${seconds(reportAgeMs)} ago`;
  const rows: [string, string][] = [
    ['index', status.index],
    ['leader', leader === null ? 'nobody leads: is an indexer running?' : `${leader} (epoch ${status.epoch})`],
    ['standbys', standbys.length === 0 ? 'none' : String(standbys.length)],
    ...standbys.map(({ holder, reason }): [string, string] => [
      'standby',
      `${holder}: ${reason === null ? 'ready to lead' : `can't lead: ${reason}`}`,
    ]),
    ['state', leader === null ? status.state : `${status.state}${asOf}`],
    ...(status.pausedAt === null ? [] : [pausedRow(status.pausedAt)]),
    // Without a leader, the last reported lag is outdated.
    ['lag', leader === null ? UNKNOWN : lagOf(report, asOf)],
    ['checkpoint', isDate(report?.checkpointAt) ? report.checkpointAt.toISOString() : UNKNOWN],
    ['fan-outs', leader === null ? UNKNOWN : fanOutsOf(report)],
    ['documents', status.documents === null ? UNKNOWN : String(status.documents)],
    ['dead letters', String(status.deadLetters)],
  ];
  if (leader !== null && report?.isEngineFull) rows.push(['Meilisearch', 'has no space left: writes wait for it']);
  const rebuild = leader === null ? null : report?.rebuild;
  if (rebuild) rows.push(['rebuild', `${rebuild.done} of ${rebuild.total} products`]);
  if (leader !== null && report?.foreignRebuild) rows.push(['beside it', report.foreignRebuild]);
  if (rebuildFailure !== null) rows.push(['last rebuild', failureOf(rebuildFailure)]);
  if (operation !== null) rows.push([operation.kind, stateOf(operation)]);
  if (status.missingSetup !== null) rows.push(['setup', status.missingSetup]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

const pausedRow = (since: Date): [string, string] => [
  'paused',
  `since ${since.toISOString()}: nothing is written until \`resume\``,
];

const HINTS: Readonly<Partial<Record<Operation['state'], string>>> = { ready: 'run `swap` to make it live' };

function stateOf({ state, reason }: Pick<Operation, 'state' | 'reason'>): string {
  const more = reason ?? HINTS[state];
  return more === undefined ? state : `${state}: ${more}`;
}

const failureOf = ({ result, reason, ageMs }: NonNullable<Status['rebuildFailure']>): string =>
  `${result} ${seconds(ageMs)} ago: ${reason}`;

const lagOf = (report: LeaderReport | null, asOf: string): string =>
  typeof report?.lagMs === 'number' ? `${seconds(report.lagMs)}${asOf}` : UNKNOWN;

function fanOutsOf(report: LeaderReport | null): string {
  const { fanOuts = 0, fanOutsWaitMs = 0 } = report ?? {};
  return fanOuts === 0 ? '0' : `${fanOuts}, for ${seconds(fanOutsWaitMs)}`;
}
