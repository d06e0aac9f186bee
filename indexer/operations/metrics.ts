/** What the indexer tells Prometheus of its work. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { TaskResult } from '../engine/tasks.ts';
import type { SyncProgress } from '../pipeline/pipeline.ts';
import type { Observation } from './observe.ts';

export interface IndexerMetrics {
  readonly registry: Registry;
  leads(isLeader: boolean): void;
  task(result: TaskResult, type: string): void;
  follow(following: Following): void;
  observe(observation: Observation): void;
  /** null: no rebuild is in work. */
  rebuild(progress: { readonly done: number; readonly total: number } | null): void;
}

/** How the live index stands; null: not known. */
interface Following {
  readonly lagMs: number | null;
  /** The time of the position, in ms since 1970. */
  readonly positionMs: number | null;
  readonly progress: SyncProgress | null;
  readonly backlog: number;
  readonly backlogWaitsMs: number;
}

/** What is not known is no number, which no alert takes for one. */
const secondsOf = (ms: number | null): number => (ms === null ? Number.NaN : ms / 1000);
const secondsSince = (ms: number | null): number => secondsOf(ms === null ? null : Math.max(0, Date.now() - ms));

export function createIndexerMetrics(): IndexerMetrics {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `catalogue_indexer_${name}`, help, registers: [registry] });
  const leader = gauge('leader', '1 where this process leads, else 0.');
  const lag = gauge('lag_seconds', 'How far the index is behind MongoDB; NaN when that is not known.');
  const positionAge = gauge(
    'position_age_seconds',
    'How old the position in the index is; NaN when that is not known.',
  );
  const oplogWindow = gauge(
    'oplog_window_seconds',
    'How old the oldest change is that MongoDB still has: a position must not get older. NaN when that is not known.',
  );
  const deadLetters = gauge(
    'dead_letters',
    'Products that are set apart, as the leader sees; NaN when that is not known.',
  );
  const queue = gauge('queue_tasks', 'Tasks in Meilisearch that wait or are in work; NaN when that is not known.');
  const present = gauge(
    'index_present',
    '1 where the index exists with its settings, 0 where not, NaN when that is not known.',
  );
  const backlog = gauge('backlog_items', 'Collections, merchants or scans whose products wait to be read again.');
  const backlogWait = gauge('backlog_wait_seconds', 'How long such products have waited; 0 when none do.');
  const rebuildDone = gauge('rebuild_done', 'Products in the index that is being built; 0 when none is.');
  const rebuildTotal = gauge('rebuild_total', 'Products that the index being built will have; 0 when none is.');
  const events = gauge('events', 'Change events followed since this process leads.');
  const written = gauge('documents_written', 'Documents written to the live index since this process leads.');
  const deleted = gauge('documents_deleted', 'Documents deleted from the live index since this process leads.');
  const tasks = new Counter({
    name: 'catalogue_indexer_tasks_total',
    help: 'Tasks of Meilisearch by type and result.',
    labelNames: ['type', 'result'],
    registers: [registry],
  });
  const ofLeader = [lag, positionAge, oplogWindow, deadLetters, queue, present];
  const forget = () => {
    for (const each of ofLeader) each.set(Number.NaN);
  };
  forget();

  return {
    registry,
    leads(isLeader) {
      leader.set(isLeader ? 1 : 0);
      if (!isLeader) forget();
    },
    task: (result, type) => tasks.inc({ result, type }),
    follow({ lagMs, positionMs, progress, backlog: items, backlogWaitsMs }) {
      lag.set(secondsOf(lagMs));
      positionAge.set(secondsSince(positionMs));
      backlog.set(items);
      backlogWait.set(backlogWaitsMs / 1000);
      events.set(progress?.events ?? 0);
      written.set(progress?.written ?? 0);
      deleted.set(progress?.deleted ?? 0);
    },
    observe(observation) {
      deadLetters.set(observation.deadLetters ?? Number.NaN);
      queue.set(observation.queue ?? Number.NaN);
      oplogWindow.set(secondsSince(observation.oplogSinceMs));
      present.set(observation.isIndexPresent === null ? Number.NaN : Number(observation.isIndexPresent));
    },
    rebuild(progress) {
      rebuildDone.set(progress?.done ?? 0);
      rebuildTotal.set(progress?.total ?? 0);
    },
  };
}
