/** What the indexer tells Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { SyncProgress } from './sync.ts';

export interface IndexerMetrics {
  readonly registry: Registry;
  leads(isLeader: boolean): void;
  task(result: 'succeeded' | 'failed', type: string): void;
  /** `lagMs` null: not known. */
  follow(lagMs: number | null, progress: SyncProgress | null, backlog: number): void;
  /** null: no rebuild is in work. */
  rebuild(progress: { readonly done: number; readonly total: number } | null): void;
}

export function createIndexerMetrics(): IndexerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `catalogue_indexer_${name}`, help, registers: [registry] });
  const leader = gauge('leader', '1 where this process leads, else 0.');
  const lag = gauge('lag_seconds', 'How far the index is behind MongoDB; NaN when that is not known.');
  const backlog = gauge('backlog_items', 'Collections, merchants or scans whose products wait to be read again.');
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
  lag.set(Number.NaN);

  return {
    registry,
    leads(isLeader) {
      leader.set(isLeader ? 1 : 0);
      if (!isLeader) lag.set(Number.NaN);
    },
    task: (result, type) => tasks.inc({ result, type }),
    follow(lagMs, progress, backlogItems) {
      lag.set(lagMs === null ? Number.NaN : lagMs / 1000);
      backlog.set(backlogItems);
      events.set(progress?.events ?? 0);
      written.set(progress?.written ?? 0);
      deleted.set(progress?.deleted ?? 0);
    },
    rebuild(progress) {
      rebuildDone.set(progress?.done ?? 0);
      rebuildTotal.set(progress?.total ?? 0);
    },
  };
}
