/** How fast lists are read: pages of full products against a bare server, and for information what else lists do. */
import { type Figure, figureOf, type Measurements, ratioOfAtLeast } from './support/figures.ts';
import { compareLatency } from './support/latency.ts';
import type { Load, Pair } from './support/load.ts';
import type { Run } from './support/run.ts';
import { type Service, startServer } from './support/service.ts';
import { percentile } from './support/statistics.ts';
import { compareThroughput, type MeasuringOptions } from './support/throughput.ts';

const PER_PAGE = 100;
const PAGES_IN_ROTATION = 10;
const COLLECTIONS_PER_PAGE = 10;
const LEAST_RATIO = 0.5;
const NOTHING_KEPT = { PAGE_CACHE_BYTES: '0' };

export async function measureReads(run: Run, service: Service, options: MeasuringOptions): Promise<Measurements> {
  // What reading costs shows only where no page is kept in memory.
  const reading = { ...service, url: await startServer(run, 'src/main.js', { ...service.variables, ...NOTHING_KEPT }) };
  const lastPage = lastFullPage(service);
  const rotation = Array.from({ length: Math.min(PAGES_IN_ROTATION, lastPage) }, (_page, index) => pageOf(index + 1));
  const pages = loadOf(reading, 'service', rotation);
  const kept = loadOf(service, 'service, pages kept', rotation);
  const floorVariables = { ...service.variables, MERCHANT_ID: service.merchantId };
  const floor: Load = {
    ...pages,
    name: 'floor',
    url: await startServer(run, 'bench/floors/product-pages.js', floorVariables),
  };
  const throughput: Pair[] = [
    { what: `pages of ${PER_PAGE} full products, read`, measured: pages, reference: floor },
    { what: `pages of ${PER_PAGE} full products, kept in memory`, measured: kept, reference: floor },
  ];
  const times = await timedPairs(reading, lastPage);

  const figures: Figure[] = [];
  for (const pair of throughput) figures.push(await throughputOf(run, pair, options));
  for (const pair of times) figures.push(await medianTime(run, pair, options));
  return { figures, notes: [await bodySizes([pages, floor])] };
}

/** A last page of few products would be no match for the first. */
const lastFullPage = ({ productCount }: Service): number => Math.max(1, Math.floor(productCount / PER_PAGE));

async function timedPairs(service: Service, lastPage: number): Promise<Pair[]> {
  const firstPage = loadOf(service, 'first page', [pageOf(1)]);
  const collections = loadOf(service, 'collections', [`/v1/collections?perPage=${COLLECTIONS_PER_PAGE}`]);
  return [
    {
      what: 'last full page of products',
      measured: loadOf(service, 'last full page', [pageOf(lastPage)]),
      reference: firstPage,
    },
    {
      what: 'page not modified (304)',
      measured: await notModified(firstPage),
      reference: { ...firstPage, name: 'whole answer (200)' },
    },
    {
      what: `page of ${COLLECTIONS_PER_PAGE} collections`,
      measured: collections,
      reference: { ...firstPage, name: `page of ${PER_PAGE} products` },
    },
  ];
}

const pageOf = (page: number): string => `/v1/products?page=${page}&perPage=${PER_PAGE}`;

/** Asked for without compression: what is measured is the reading. */
function loadOf({ url, authorization }: Service, name: string, paths: readonly string[]): Load {
  const requests = paths.map((path) => ({ method: 'GET' as const, path, headers: { authorization } }));
  return { name, url, requests, expectedStatus: 200 };
}

async function throughputOf(run: Run, pair: Pair, options: MeasuringOptions): Promise<Figure> {
  return figureOf({
    what: `${pair.what}, ${options.connections} connections`,
    unit: 'requests/s',
    against: pair.reference.name,
    rounds: await compareThroughput(run, pair, options),
    target: ratioOfAtLeast(LEAST_RATIO),
  });
}

/** Sends the ETag of the last answer again, as a caller does that keeps answers. */
async function notModified(load: Load): Promise<Load> {
  const requests = await Promise.all(
    load.requests.map(async (request) => {
      const answer = await fetch(load.url + request.path, { headers: request.headers });
      await answer.arrayBuffer();
      return { ...request, headers: { ...request.headers, 'if-none-match': answer.headers.get('etag') ?? '' } };
    }),
  );
  return { ...load, name: 'not modified', requests, expectedStatus: 304 };
}

async function medianTime(run: Run, pair: Pair, options: MeasuringOptions): Promise<Figure> {
  const passes = await compareLatency(run, pair, options);
  return figureOf({
    what: `${pair.what}, one at a time, p50`,
    unit: 'ms',
    against: pair.reference.name,
    rounds: passes.map((pass) => ({
      measured: percentile(pass.measured, 50),
      reference: percentile(pass.reference, 50),
    })),
  });
}

async function bodySizes(loads: readonly Load[]): Promise<string> {
  const sizes = loads.map(async ({ name, url, requests }) => {
    const [request] = requests;
    const answer = await fetch(url + request?.path, {
      headers: { ...request?.headers, 'accept-encoding': 'identity' },
    });
    return `${name} ${Math.round((await answer.arrayBuffer()).byteLength / 1000)} kB`;
  });
  return `The first page's body: ${(await Promise.all(sizes)).join(', ')}.`;
}
