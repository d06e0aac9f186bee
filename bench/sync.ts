/**
 * Measures how the index follows MongoDB: how soon searches find a change, how many changes a second the indexer
 * processes, and how long a reindex and `verify` take.
 */
import type { Run } from './environment/run.ts';
import { type Service, startIndexer } from './environment/service.ts';
import type { Measurements } from './report/figures.ts';
import { valueAtMost } from './report/limits.ts';
import { measureParts, type PartsOptions } from './report/parts.ts';
import { measureIdle } from './sync/idle.ts';
import { measureLargeUpdate } from './sync/large-update.ts';
import { watchMemory } from './sync/memory-watch.ts';
import { measureReindex } from './sync/reindex.ts';
import { measureStock } from './sync/stock.ts';
import { measureUpdates } from './sync/updates.ts';
import { measureVerify } from './sync/verify.ts';

const MAX_MB = 300;

export interface SyncOptions extends PartsOptions {
  readonly seconds: number;
}

export const SYNC_PARTS = ['idle', 'updates', 'stock', 'large-update', 'reindex', 'verify'] as const;

export async function measureSync(run: Run, service: Service, options: SyncOptions): Promise<Measurements> {
  const indexer = await startIndexer(run, service.variables);
  const memory = watchMemory(indexer.pid);
  const parts: Record<(typeof SYNC_PARTS)[number], () => Promise<Measurements>> = {
    idle: () => measureIdle(run, service, options),
    updates: () => measureUpdates(run, service, options, memory),
    stock: () => measureStock(run, service, options),
    'large-update': () => measureLargeUpdate(run, service),
    reindex: () => measureReindex(run, service),
    verify: () => measureVerify(run, service),
  };
  const { figures, notes } = await measureParts(run, parts, options);
  const value = Math.max(...memory.samplesMb);
  memory.stop();
  await indexer.end();
  return {
    figures: [...figures, valueAtMost({ what: 'largest memory of the indexer', unit: 'MB', value, most: MAX_MB })],
    notes,
  };
}
