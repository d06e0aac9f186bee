/** Measures reads of many pages while merchants write, against the same reads of a service without a page cache. */
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { openClient, timeRequest } from '../load/client.ts';
import { inRotation, type Request } from '../load/load.ts';
import { compareThroughput, type MeasuringOptions, throughputFigure } from '../load/throughput.ts';
import { createWriters } from '../load/writer.ts';
import type { Figure } from '../report/figures.ts';
import { ACCESS_PATTERNS, manyPages } from './many-pages.ts';
import { PER_PAGE } from './pages.ts';

const PAGES = 2000;
const WRITES_PER_SECOND = 20;
/** Uniform access shows how a cache that is too small does. No shop has it, so it has no target. */
const MIN_RATIOS = { uniform: null, 'by popularity': 5 } as const;

/** Both services are measured during the writes. */
export async function measureMix(
  run: Run,
  service: Service,
  uncached: Service,
  options: MeasuringOptions,
): Promise<Figure[]> {
  const pages = await manyPages(run, service, PAGES);
  await readOnce(run, service, pages);
  const writer = (await createWriters(run, service.catalogue)).start(WRITES_PER_SECOND);
  const figures: Figure[] = [];
  for (const pattern of ['uniform', 'by popularity'] as const) {
    const order = ACCESS_PATTERNS[pattern];
    const what = `${pages.length} pages of ${PER_PAGE}, ${pattern}, ${WRITES_PER_SECOND} writes a second`;
    const load = { expectedStatus: 200, name: 'service' };
    const measured = { ...load, url: service.url, requests: inRotation(order(pages)) };
    const reference = { ...load, name: 'without a cache', url: uncached.url, requests: inRotation(order(pages)) };
    const pair = { what, measured, reference };
    figures.push(throughputFigure(pair, await compareThroughput(run, pair, options), options, MIN_RATIOS[pattern]));
  }
  await writer.stop();
  return figures;
}

/** Reads each page once: the measured service has been running for a while, so its cache is full. */
async function readOnce(run: Run, { url }: Service, pages: readonly Request[]): Promise<void> {
  run.say(`${pages.length} pages: reading each once`);
  const client = openClient(url);
  try {
    for (const page of pages) {
      run.stopping.throwIfAborted();
      await timeRequest(client, { name: 'service', expectedStatus: 200 }, page);
    }
  } finally {
    client.close();
  }
}
