/** Measures `verify` of all products, as a process beside the running indexer. */
import { startCommand } from '../environment/processes.ts';
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import type { Measurements } from '../report/figures.ts';
import { valueAtLeast, valueAtMost } from '../report/limits.ts';
import { watchMemory } from './memory-watch.ts';

const MIN_PER_SECOND = 5000;
const MAX_MB = 300;

/** Throws if `verify` finds a difference. */
export async function measureVerify(run: Run, { catalogue, variables }: Service): Promise<Measurements> {
  const products = await catalogue.products.countDocuments();
  const startedMs = performance.now();
  const { pid, output } = startCommand(run, 'indexer/main.js', ['verify'], { ...variables, LOG_LEVEL: 'silent' });
  const memory = watchMemory(pid);
  const summary = await output;
  memory.stop();
  const seconds = (performance.now() - startedMs) / 1000;
  run.say(summary);
  return {
    figures: [
      valueAtLeast({
        what: `verify of ${products}`,
        unit: 'products/s',
        value: products / seconds,
        least: MIN_PER_SECOND,
      }),
      valueAtMost({ what: 'largest memory of verify', unit: 'MB', value: Math.max(...memory.samplesMb), most: MAX_MB }),
    ],
    notes: [`Verify took ${seconds.toFixed(1)} s: ${summary}.`],
  };
}
