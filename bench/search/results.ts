/**
 * Measures pages of search results against the engine alone. For each page, the floor sends the engine the same queries
 * as the service, in one multi-search.
 */
import type { Run } from '../environment/run.ts';
import { type Service, startServer } from '../environment/service.ts';
import { openClient } from '../load/client.ts';
import { compareLatency } from '../load/latency.ts';
import { eachOnce, type Load, type Pair, type Request } from '../load/load.ts';
import { compareThroughput, cpuNotes, type MeasuringOptions, sendAll, throughputFigure } from '../load/throughput.ts';
import { differenceAtMost, type Figure, type Measurements } from '../report/figures.ts';
import { mean } from '../report/statistics.ts';
import { engineHeaders, searchesOf } from './loads.ts';
import { MULTI_SEARCH, startRecorder } from './recorder.ts';
import { type ResultsPage, resultsPagesOf } from './results-pages.ts';

const MAX_ADDED_MS = { p50: 3, p95: 8 };
const MIN_RATIO = 0.7;
const PAGES = { relevance: 600, price: 600, throughput: 1500 };
/** Few: the recording proxy runs in this process, and the API rejects searches that wait for long. */
const WARM_UP_CONNECTIONS = 4;

/** Values of `sort` in the request body. */
const SORTS = { relevance: 'relevance', price: { by: 'price', order: 'asc' } } as const;

/** `warmUp`: the queries that the service was warmed up with. */
export async function measureResults(
  run: Run,
  service: Service,
  warmUp: readonly string[],
  options: MeasuringOptions,
): Promise<Measurements> {
  const pages = await resultsPagesOf(service.catalogue, service.merchantId);
  const needed = PAGES.relevance + PAGES.price + PAGES.throughput;
  if (pages.length < needed)
    return {
      figures: [],
      notes: [`Pages of results: not measured, because this catalogue gives ${pages.length} of the ${needed} needed.`],
    };
  const record = await startRecording(run, service, warmUp);
  const notes: string[] = [];
  let taken = 0;
  const pairOf = async (what: string, sort: keyof typeof SORTS, share: number): Promise<Pair> => {
    const own = pages.slice(taken, taken + share);
    taken += share;
    const recorded = await record(
      what,
      own.map((page) => ({ ...page, sort: SORTS[sort] })),
    );
    notes.push(`${what}: ${recorded.meanQueries.toFixed(1)} engine queries per page.`);
    return recorded.pair;
  };
  const figures: Figure[] = [];
  for (const sort of ['relevance', 'price'] as const) {
    const pair = await pairOf(`pages of results by ${sort}, 5 facets, one at a time`, sort, PAGES[sort]);
    const targets = { 50: differenceAtMost(MAX_ADDED_MS.p50), 95: differenceAtMost(MAX_ADDED_MS.p95) };
    figures.push(...(await compareLatency(run, pair, options, targets)));
  }
  const pair = await pairOf('pages of results by relevance, 5 facets', 'relevance', PAGES.throughput);
  const throughput = await compareThroughput(run, pair, options, service.processIds);
  figures.push(throughputFigure(pair, throughput, options, MIN_RATIO));
  return { figures, notes: [...notes, ...cpuNotes('pages of results by relevance', throughput)] };
}

type SortedPage = ResultsPage & { readonly sort: (typeof SORTS)[keyof typeof SORTS] };

/**
 * Starts another API, whose queries to the engine are recorded before each measurement. It is warmed up as the service
 * was: the queries of an API without cached texts and word counts would be more than those of the service.
 */
async function startRecording(run: Run, service: Service, warmUp: readonly string[]) {
  const { engines, variables } = service;
  const recorder = await startRecorder(run, engines.meilisearchUrl);
  const { url } = await startServer(run, 'src/main.js', { ...variables, MEILISEARCH_URL: recorder.url });
  const load = { ...searchesOf({ ...service, url }, warmUp), name: 'the recorded API' };
  await sendAll(run, load, WARM_UP_CONNECTIONS, warmUp.length);
  return async (what: string, pages: readonly SortedPage[]) => {
    run.say(`${what}: recording the engine queries of ${pages.length} pages`);
    const requests = pages.map((page) => requestOf(service, page));
    const client = openClient(url);
    const searches: unknown[][] = [];
    for (const request of requests) {
      run.stopping.throwIfAborted();
      recorder.takeQueries();
      const { status } = await client.send(request);
      if (status !== 200) throw new Error(`status ${status} for a page of results`);
      searches.push(recorder.takeQueries());
    }
    client.close();
    const measured: Load = { name: 'service', url: service.url, expectedStatus: 200, requests: eachOnce(requests) };
    const pair: Pair = { what, measured, reference: engineLoad(service, searches) };
    return { pair, meanQueries: mean(searches.map(({ length }) => length)) };
  };
}

const requestOf = ({ authorization }: Service, page: SortedPage): Request => ({
  method: 'POST',
  path: '/v1/search',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify(page),
});

function engineLoad(service: Service, searches: readonly (readonly unknown[])[]): Load {
  const headers = engineHeaders(service);
  const requests = searches.map((queries) => ({
    method: 'POST' as const,
    path: MULTI_SEARCH,
    headers,
    body: JSON.stringify({ queries }),
  }));
  return {
    name: 'the same, in one multi-search',
    url: service.engines.meilisearchUrl,
    expectedStatus: 200,
    requests: eachOnce(requests),
  };
}
