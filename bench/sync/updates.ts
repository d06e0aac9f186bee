/**
 * Measures a thousand updates of single products a second: the lag of the index, how many documents reach it, and
 * whether memory grows.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { startTitleUpdates } from '../load/writer.ts';
import { figureOf, type Measurements, ratioAtMost } from '../report/figures.ts';
import { valueAtMost } from '../report/limits.ts';
import { percentile } from '../report/statistics.ts';
import { measureEngineAlone } from './engine-alone.ts';
import { startLagProbe } from './lag-probe.ts';
import type { MemoryWatch } from './memory-watch.ts';
import { newestTaskUid, tasksAfter } from './tasks.ts';

const UPDATES_PER_SECOND = 1000;
const MAX_LAG_S = 3;
/** The ratio of the median memory in the last third of the time to that in the second third. */
const MAX_GROWTH = 1.1;

export async function measureUpdates(
  run: Run,
  service: Service,
  { seconds }: { seconds: number },
  memory: MemoryWatch,
): Promise<Measurements> {
  const from = memory.samplesMb.length;
  const newest = await newestTaskUid(service);
  const startedMs = performance.now();
  const updates = await startTitleUpdates(run, service.catalogue, UPDATES_PER_SECOND);
  const probe = await startLagProbe(service);
  await sleep(seconds * 1000, undefined, { signal: run.stopping });
  const perSecond = await updates.stop();
  // Until here: afterwards, the index only catches up.
  const samples = memory.samplesMb.slice(from);
  const lagsMs = await probe.stop();
  const tasks = await tasksAfter(service, newest);
  const documents = tasks.reduce((sum, { details }) => sum + (details?.receivedDocuments ?? 0), 0);
  const indexed = {
    measured: (documents / (performance.now() - startedMs)) * 1000,
    reference: await measureEngineAlone(run, service),
  };
  const third = Math.floor(samples.length / 3);
  const growth = {
    measured: percentile(samples.slice(2 * third), 50),
    reference: percentile(samples.slice(third, 2 * third), 50),
  };
  run.say(`Updates: ${perSecond.toFixed(0)} a second were written`);
  return {
    figures: [
      valueAtMost({
        what: `largest lag, ${UPDATES_PER_SECOND} updates a second`,
        unit: 's',
        value: Math.max(...lagsMs) / 1000,
        most: MAX_LAG_S,
      }),
      figureOf({
        what: `documents → in the index, ${UPDATES_PER_SECOND} updates a second`,
        unit: 'products/s',
        against: 'the engine alone',
        rounds: [indexed],
      }),
      figureOf({
        what: 'memory of the indexer meanwhile, last third',
        unit: 'MB',
        against: 'the third before it',
        rounds: [growth],
        target: ratioAtMost(MAX_GROWTH),
      }),
    ],
    notes: [
      `Updates: ${perSecond.toFixed(0)} a second were written; lag of ${lagsMs.length} of them: ` +
        `p50 ${(percentile(lagsMs, 50) / 1000).toFixed(2)} s, p95 ${(percentile(lagsMs, 95) / 1000).toFixed(2)} s. ` +
        `Memory: ${samples[0]?.toFixed(0)} MB at the start, ${samples.at(-1)?.toFixed(0)} MB at the end.`,
    ],
  };
}
