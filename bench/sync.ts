/** How the index follows MongoDB: how soon a change is found, how much is followed, and what a reindex and `verify` take. */
import type { Measurements } from './support/figures.ts';
import { withinMost } from './support/limits.ts';
import { watchMemory } from './support/memory-watch.ts';
import { startProcess } from './support/processes.ts';
import type { Run } from './support/run.ts';
import type { Service } from './support/service.ts';
import { measureIdle } from './sync/idle.ts';
import { measureLargeUpdate } from './sync/large-update.ts';
import { measureReindex } from './sync/reindex.ts';
import { measureUpdates } from './sync/updates.ts';
import { measureVerify } from './sync/verify.ts';

const MOST_MB = 250;

export interface SyncOptions {
  readonly seconds: number;
}

export async function measureSync(run: Run, service: Service, options: SyncOptions): Promise<Measurements> {
  const { process: indexer } = await startProcess(run, 'indexer/main.js', ['run'], service.variables, 'following');
  const memory = watchMemory(indexer.processId);
  const parts: Measurements[] = [
    await measureIdle(run, service, options),
    await measureUpdates(run, service, options, memory),
    await measureLargeUpdate(run, service),
    await measureReindex(run, service),
  ];
  const largestMb = Math.max(...memory.samplesMb);
  parts.push(
    {
      figures: [withinMost({ what: 'largest memory of the indexer', unit: 'MB', value: largestMb, most: MOST_MB })],
      notes: [],
    },
    await measureVerify(run, service),
  );
  memory.stop();
  await indexer.end();
  return { figures: parts.flatMap(({ figures }) => figures), notes: parts.flatMap(({ notes }) => notes) };
}
