/** Measures uncached pages: throughput, and the additional cost of deep pages. */
import type { Run } from '../environment/run.ts';
import { type Service, startServer } from '../environment/service.ts';
import { openClient } from '../load/client.ts';
import { compareLatency } from '../load/latency.ts';
import { compareThroughput, cpuNotes, type MeasuringOptions, throughputFigure } from '../load/throughput.ts';
import { type Figure, type Measurements, ratioAtMost } from '../report/figures.ts';
import { firstPaths, lastFullPage, PER_PAGE, pagePath, pageRequest, pagesLoad } from './pages.ts';

const MIN_RATIO = 0.75;
/** Goals for long lists. With fewer products, the ratios are for information. */
const MAX_RATIOS = { last: 1.5, middle: 5 };
const MIN_PRODUCTS = 100_000;

/** `uncached`: the service without a page cache. */
export async function measureUncached(run: Run, uncached: Service, options: MeasuringOptions): Promise<Measurements> {
  const throughput = await measureThroughput(run, uncached, options);
  const last = lastFullPage(uncached);
  const middle = pagePath(Math.ceil(last / 2));
  const isLong = uncached.productCount >= MIN_PRODUCTS;
  const firstMs = await timeOnce(uncached, middle);
  const figures: Figure[] = [];
  for (const [name, path, most] of [
    [`last full page (${last}), uncached`, pagePath(last), MAX_RATIOS.last],
    [`middle page (${Math.ceil(last / 2)}), uncached, again`, middle, MAX_RATIOS.middle],
  ] as const) {
    const pair = {
      what: `${name}, one at a time`,
      measured: pagesLoad(uncached, name, [path]),
      reference: pagesLoad(uncached, 'first page', [pagePath(1)]),
    };
    figures.push(...(await compareLatency(run, pair, options, { 50: isLong ? ratioAtMost(most) : null })));
  }
  return {
    figures: [...throughput.figures, ...figures],
    notes: [...throughput.notes, `The first request of the middle page took ${firstMs.toFixed(0)} ms.`],
  };
}

async function measureThroughput(run: Run, uncached: Service, options: MeasuringOptions): Promise<Measurements> {
  const floorVariables = { ...uncached.variables, MERCHANT_ID: uncached.merchantId };
  const { url, processId } = await startServer(run, 'bench/floors/product-pages.js', floorVariables);
  const paths = firstPaths(uncached);
  const pair = {
    what: `page of ${PER_PAGE} products, uncached`,
    measured: pagesLoad(uncached, 'service', paths),
    reference: pagesLoad({ ...uncached, url }, 'bare server, same reads', paths),
  };
  const throughput = await compareThroughput(run, pair, options, { ...uncached.processIds, floor: processId });
  const figure = throughputFigure(pair, throughput, options, MIN_RATIO);
  return { figures: [figure], notes: cpuNotes(pair.what, throughput) };
}

async function timeOnce({ url, authorization }: Service, path: string): Promise<number> {
  const client = openClient(url);
  try {
    return (await client.send(pageRequest({ url, authorization }, path))).tookMs;
  } finally {
    client.close();
  }
}
