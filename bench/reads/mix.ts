/** Measures reads of many pages while merchants write, against the same reads of a service without a page cache. */
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { openClient, timeRequest } from '../load/client.ts';
import { inRotation, type Load, type Request } from '../load/load.ts';
import { byPopularity } from '../load/shuffled.ts';
import { compareThroughput, type MeasuringOptions, throughputFigure } from '../load/throughput.ts';
import { startTitleUpdates } from '../load/writer.ts';
import type { Figure } from '../report/figures.ts';
import { manyPages } from './many-pages.ts';
import { PER_PAGE } from './pages.ts';

const PAGES = 2000;
const WRITES_PER_SECOND = 20;
/** How often a page is drawn on average before the draws repeat. */
const DRAWS = 20;
const SEED = 11;
const MIN_RATIO = 5;

/** Both services are measured during the writes. */
export async function measureMix(
  run: Run,
  service: Service,
  uncached: Service,
  options: MeasuringOptions,
): Promise<Figure[]> {
  const pages = await manyPages(run, service, PAGES);
  await readOnce(run, service, pages);
  const drawn = byPopularity(pages, DRAWS * pages.length, SEED);
  const side = (name: string, { url }: Service): Load => {
    return { name, url, requests: inRotation(drawn), expectedStatus: 200 };
  };
  const pair = {
    what: `${pages.length} pages of ${PER_PAGE} by popularity, ${WRITES_PER_SECOND} writes a second`,
    measured: side('service', service),
    reference: side('without a cache', uncached),
  };
  const updates = await startTitleUpdates(run, service.catalogue, WRITES_PER_SECOND);
  const throughput = await compareThroughput(run, pair, options);
  await updates.stop();
  return [throughputFigure(pair, throughput, options, MIN_RATIO)];
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
