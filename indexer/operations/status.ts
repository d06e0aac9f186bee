/** What an operator sees of the indexer: who leads, how far behind the index is, what is being done. */
import type { StoredLease } from '../leadership/lease.ts';
import type { ReindexRequest } from './requests.ts';

export interface Status {
  readonly index: string;
  readonly leader: string | null;
  readonly epoch: number | null;
  /** What the leader is doing; `stopped` where nobody leads. */
  readonly state: string;
  /** What the leader last said of itself; its age tells whether it still says something. */
  readonly report: Readonly<Record<string, unknown>> | null;
  readonly reportAgeMs: number | null;
  readonly documents: number | null;
  /** Products that were set apart. */
  readonly deadLetters: number;
  readonly reindex: {
    readonly state: string;
    readonly done: number;
    readonly total: number;
    readonly reason: string | null;
  } | null;
}

interface Said {
  readonly index: string;
  readonly lease: StoredLease | null;
  readonly request: ReindexRequest | null;
  readonly documents: number | null;
  readonly deadLetters: number;
  /** When it was said. */
  readonly now: Date;
}

/** Puts together what the lease, the request, the dead letters and the engine say. */
export function statusOf({ index, lease, request, documents, deadLetters, now }: Said): Status {
  const holds = lease !== null && lease.holder !== null && lease.expiresAt > now;
  const report = lease?.report ?? null;
  const at = report?.at;
  return {
    index,
    leader: holds ? lease.holder : null,
    epoch: lease?.epoch ?? null,
    state: holds ? String(report?.state ?? 'starting') : 'stopped',
    report,
    reportAgeMs: at instanceof Date ? now.getTime() - at.getTime() : null,
    documents,
    deadLetters,
    reindex:
      request === null
        ? null
        : { state: request.state, done: request.done, total: request.total, reason: request.reason },
  };
}

/** How far behind the index was when the leader said so. */
export interface LagSaid {
  readonly atMs: number;
  readonly lagMs: number | null;
  /** Whether products of a fan-out waited: they do not count in the lag. */
  readonly hasBacklog: boolean;
}

/** What the leader said last; null where nobody leads. */
export function lagSaid(lease: StoredLease | null, now: Date): LagSaid | null {
  if (lease === null || lease.holder === null || lease.expiresAt < now) return null;
  const { at, lagMs, backlog } = lease.report ?? {};
  return {
    atMs: at instanceof Date ? at.getTime() : 0,
    lagMs: typeof lagMs === 'number' ? lagMs : null,
    hasBacklog: typeof backlog === 'number' && backlog > 0,
  };
}

function backlogOf(report: Status['report']): string {
  const { backlog = 0, backlogWaitsMs = 0 } = report ?? {};
  const items = `${Number(backlog)} ${Number(backlog) === 1 ? 'item' : 'items'}`;
  return Number(backlog) === 0 ? items : `${items}, for ${(Number(backlogWaitsMs) / 1000).toFixed(1)} s`;
}

/** The status as lines for a person. */
export function renderStatus(status: Status): string {
  const { report, reindex } = status;
  // Of a leader that is gone only what stays true is told.
  const current = status.leader === null ? null : report;
  const lagMs = current?.lagMs;
  const rebuild = current?.rebuild as { done: number; total: number } | null | undefined;
  const rows: [string, string][] = [
    ['index', status.index],
    [
      'leader',
      status.leader === null ? 'nobody leads: is an indexer running?' : `${status.leader} (epoch ${status.epoch})`,
    ],
    ['state', status.state],
    ['lag', typeof lagMs === 'number' ? `${(lagMs / 1000).toFixed(1)} s` : 'not known'],
    ['position', report?.position instanceof Date ? report.position.toISOString() : 'not known'],
    ['backlog', status.leader === null ? 'not known' : backlogOf(report)],
    ['documents', status.documents === null ? 'not known' : String(status.documents)],
    ['dead letters', String(status.deadLetters)],
    [
      'said',
      status.reportAgeMs === null ? 'nothing yet' : `${Math.max(0, status.reportAgeMs / 1000).toFixed(1)} s ago`,
    ],
  ];
  if (rebuild !== null && rebuild !== undefined) rows.push(['rebuild', `${rebuild.done} of ${rebuild.total} products`]);
  if (reindex !== null)
    rows.push(['reindex', `${reindex.state}${reindex.reason === null ? '' : `: ${reindex.reason}`}`]);
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
