/** How much memory the API takes at full load: many pages, plain and compressed, of all merchants, while shops write. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { manyPages } from './reads/many-pages.ts';
import type { CatalogueOptions } from './support/catalogue.ts';
import { residentBytes } from './support/resident-memory.ts';
import type { Run } from './support/run.ts';
import { type Service, startService } from './support/service.ts';
import { percentile } from './support/statistics.ts';
import { createWriters } from './support/writer.ts';

const PAGES = 2000;
const WRITES_PER_SECOND = 20;
const MOST_MB = 400;
/** Flat: what the last third has in the middle, beside the third before it. */
const MOST_GROWTH = 1.1;
const SAMPLE_MS = 1000;
const MINUTE_S = 60;

export interface MemoryOptions extends CatalogueOptions {
  readonly minutes: number;
  readonly connections: number;
  readonly json?: string;
}

/** Prints the resident memory at the start, at each minute and at the end, and the largest of all seconds. */
export async function measureMemory(run: Run, options: MemoryOptions): Promise<void> {
  const service = await startService(run, { ...options, withIndex: false });
  const processId = service.processIds.API ?? 0;
  const startMb = await megabytes(processId);
  const writer = (await createWriters(run, service.catalogue)).start(WRITES_PER_SECOND);
  const loading = load(run, service, options);
  const samples = await sampleUntil(run, processId, loading);
  const perSecond = await loading;
  await writer.stop();
  const lines = [
    `memory: pages of all merchants, ${perSecond.toFixed(0)} requests/s by ${options.connections} connections`,
    ...report(startMb, samples),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ name: 'memory', perSecond, startMb, samples }, null, 2)}\n`);
}

/** Asks for pages all the time; resolves to the answers a second. Throws when an answer is not the expected one. */
async function load(run: Run, service: Service, { minutes, connections }: MemoryOptions): Promise<number> {
  const [plain, compressed] = [
    await manyPages(run, service, { count: PAGES }),
    await manyPages(run, service, { count: PAGES, encoding: 'br' }),
  ];
  const requests = plain.flatMap((request, index) => [request, compressed[index] ?? request]);
  let started = 0;
  const result = await autocannon({
    url: service.url,
    connections,
    duration: minutes * MINUTE_S,
    setupClient(client) {
      const from = Math.floor((started / connections) * requests.length);
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)].map((request) => ({ ...request })));
      started += 1;
    },
  });
  if (result.non2xx + result.errors > 0) {
    const failed = Object.entries(result.statusCodeStats ?? {}).filter(([status]) => !status.startsWith('2'));
    const answers = failed.map(([status, { count }]) => `${count} × ${status}`);
    throw new Error(`requests failed: ${answers.join(', ')}; ${result.errors} without an answer`);
  }
  return result['2xx'] / result.duration;
}

async function sampleUntil(run: Run, processId: number, loading: Promise<unknown>): Promise<number[]> {
  const samples: number[] = [];
  let isLoaded = true;
  const ended = loading.finally(() => {
    isLoaded = false;
  });
  ended.catch(() => undefined);
  while (isLoaded && !run.stopping.aborted) {
    samples.push(await megabytes(processId));
    await Promise.race([pause(SAMPLE_MS), ended]);
  }
  return samples;
}

const megabytes = async (processId: number): Promise<number> => (await residentBytes(processId)) / 1e6;

function report(startMb: number, samples: readonly number[]): string[] {
  const line = (when: string, mb: number | undefined) => `  ${when.padEnd(12)} ${(mb ?? 0).toFixed(0).padStart(5)} MB`;
  const minutes = Math.floor((samples.length - 1) / MINUTE_S);
  const third = Math.floor(samples.length / 3);
  const [before, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map((part) =>
    part.length === 0 ? Number.NaN : percentile(part, 50),
  );
  const largest = Math.max(...samples);
  const growth = (last ?? Number.NaN) / (before ?? Number.NaN);
  const verdict = (isReached: boolean) => (isReached ? 'reached' : 'NOT REACHED');
  return [
    line('before', startMb),
    ...Array.from({ length: minutes }, (_, index) => line(`minute ${index + 1}`, samples[(index + 1) * MINUTE_S])),
    line('end', samples.at(-1)),
    line('largest', largest),
    `largest ≤ ${MOST_MB} MB: ${verdict(largest <= MOST_MB)}`,
    `flat (last third ÷ the one before, medians: ${growth.toFixed(2)}) ≤ ${MOST_GROWTH}: ${verdict(growth <= MOST_GROWTH)}`,
  ];
}
