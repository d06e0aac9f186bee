/** Renders the status as text. */
import { isDate } from 'node:util/types';
import type { LeaderReport } from '../../leader-report.ts';
import type { Operation } from '../../requests/operations.ts';
import type { Status } from '../status.ts';
import { renderRows } from './rows.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const UNKNOWN = 'not known';

/** Renders a row for each part of the status. Values from a report are followed by the report's age. */
export function renderStatus(status: Status): string {
  const { leader, report, reportAgeMs, operation, rebuildFailure, standbys } = status;
  const asOf = reportAgeMs === null ? '' : `, as of ${seconds(reportAgeMs)} ago`;
  const rows: [string, string][] = [
    ['index', status.index],
    ['leader', leader === null ? 'nobody leads: is an indexer running?' : `${leader} (epoch ${status.epoch})`],
    ['standbys', standbys.length === 0 ? 'none' : String(standbys.length)],
    ...standbys.map(({ holder, reason }): [string, string] => [
      'standby',
      `${holder}: ${reason === null ? 'ready to lead' : `not ready: ${reason}`}`,
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
  if (status.otherEngine !== null) rows.push(['Meilisearch', status.otherEngine]);
  if (leader !== null && report?.isEngineFull) rows.push(['Meilisearch', 'has no space left: writes wait for it']);
  const rebuild = leader === null ? null : report?.rebuild;
  if (rebuild) rows.push(['rebuild', `${rebuild.done} of ${rebuild.total} products`]);
  if (leader !== null && report?.foreignRebuild) rows.push(['beside it', report.foreignRebuild]);
  if (rebuildFailure !== null) rows.push(['last rebuild', failureOf(rebuildFailure)]);
  if (operation !== null) rows.push([operation.kind, stateOf(operation)]);
  if (status.missingSetup !== null) rows.push(['setup', status.missingSetup]);
  return renderRows(rows);
}

const pausedRow = (since: Date): [string, string] => [
  'paused',
  `since ${since.toISOString()}: nothing is written until \`resume\``,
];

const HINTS: Readonly<Partial<Record<Operation['state'], string>>> = { ready: 'run `swap` to make it live' };

function stateOf({ state, finishedAt, reason }: NonNullable<Status['operation']>): string {
  const text = finishedAt === null ? state : `${state} at ${finishedAt.toISOString()}`;
  const more = reason ?? HINTS[state];
  return more === undefined ? text : `${text}: ${more}`;
}

const failureOf = ({ result, reason, ageMs }: NonNullable<Status['rebuildFailure']>): string =>
  `${result} ${seconds(ageMs)} ago: ${reason}`;

const lagOf = (report: LeaderReport | null, asOf: string): string =>
  typeof report?.lagMs === 'number' ? `${seconds(report.lagMs)}${asOf}` : UNKNOWN;

function fanOutsOf(report: LeaderReport | null): string {
  const { fanOuts = 0, fanOutsWaitMs = 0 } = report ?? {};
  return fanOuts === 0 ? '0' : `${fanOuts}, for ${seconds(fanOutsWaitMs)}`;
}
