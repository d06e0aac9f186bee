/** Measures uncached pages: throughput, the additional cost of deep pages, and pages of collections. */
import { figureOf, type Measurements, ratioOfAtLeast, ratioOfAtMost, type Target } from '../support/figures.ts';
import { compareLatency, latencyFigure } from '../support/latency.ts';
import type { Run } from '../support/run.ts';
import { type Service, startServer } from '../support/service.ts';
import { compareThroughput, cpuNotes, type MeasuringOptions } from '../support/throughput.ts';
import { firstPaths, lastFullPage, PER_PAGE, pagePath, pagesLoad } from './pages.ts';

const COLLECTIONS_PER_PAGE = 10;
const MIN_RATIO = 0.75;
const MAX_RATIOS = { last: 1.5, middle: 5 };

/** `uncached`: the service without a page cache. */
export async function measureUncached(run: Run, uncached: Service, options: MeasuringOptions): Promise<Measurements> {
  const floorVariables = { ...uncached.variables, MERCHANT_ID: uncached.merchantId };
  const server = await startServer(run, 'bench/floors/product-pages.js', floorVariables);
  const floor = { ...uncached, ...server };
  const paths = firstPaths(uncached);
  const pair = {
    what: `page of ${PER_PAGE} products, uncached`,
    measured: pagesLoad(uncached, 'service', paths),
    reference: pagesLoad(floor, 'bare server, same reads', paths),
  };
  const processIds = { ...uncached.processIds, floor: server.processId };
  const throughput = await compareThroughput(run, pair, options, processIds);
  const { rounds } = throughput;
  const what = `${pair.what}, ${options.connections} connections`;
  const target = ratioOfAtLeast(MIN_RATIO);
  const figures = [figureOf({ what, unit: 'requests/s', against: pair.reference.name, rounds, target })];

  const last = lastFullPage(uncached);
  const collections = `/v1/collections?perPage=${COLLECTIONS_PER_PAGE}`;
  const deep: readonly (readonly [string, string, Target?])[] = [
    [`last full page (${last}), uncached`, pagePath(last), ratioOfAtMost(MAX_RATIOS.last)],
    [`middle page (${Math.ceil(last / 2)}), uncached`, pagePath(Math.ceil(last / 2)), ratioOfAtMost(MAX_RATIOS.middle)],
    [`page of ${COLLECTIONS_PER_PAGE} collections, uncached`, collections],
  ];
  for (const [name, path, most] of deep) {
    const reference = pagesLoad(uncached, 'first page of products', [pagePath(1)]);
    const measured = pagesLoad(uncached, name, [path]);
    const passes = await compareLatency(run, { what: name, measured, reference }, options);
    const figure = { what: `${name}, one at a time`, percent: 50, against: reference.name, passes };
    figures.push(latencyFigure({ ...figure, ...(most && { target: most }) }));
  }
  return { figures, notes: cpuNotes(pair.what, throughput) };
}
