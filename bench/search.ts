/** Measures how fast searches are served, new ones and repeated ones, against Meilisearch without the service. */
import { buildDefaultIndex } from './environment/default-index.ts';
import type { Run } from './environment/run.ts';
import type { Service } from './environment/service.ts';
import { compareLatency, WARM_UP_REQUESTS } from './load/latency.ts';
import type { Pair } from './load/load.ts';
import { compareThroughput, cpuNotes, type MeasuringOptions, sendAll, throughputFigure } from './load/throughput.ts';
import { differenceAtMost, type Figure, type Measurements } from './report/figures.ts';
import { measureParts, type PartsOptions, withoutNotes } from './report/parts.ts';
import { engineAlone, type FloorLoad, popularQueries, repeatedSearches, searchesOf } from './search/loads.ts';
import { queriesOf } from './search/queries.ts';
import { measureResults } from './search/results.ts';
import { measureSuggestions } from './search/suggestions.ts';

/** A warm-up sends each of them once, so that the service has cached all of them when the measurement begins. */
const REPEATED_QUERIES = WARM_UP_REQUESTS;
/**
 * From here on, a search costs the API about as much as any later one. Each of the first thousand costs three times as
 * much.
 */
const SEARCHES_UNTIL_WARM = 8000;
const MAX_ADDED_MS = { p50: 3, p95: 10 };
const MIN_RATIO = 0.5;
/** The share of the other queries that each measurement gets. */
const SHARES = { latency: 0.3, throughput: 0.5, popularity: 0.2 };

export type SearchOptions = MeasuringOptions & PartsOptions;

export const SEARCH_PARTS = ['latency', 'throughput', 'results', 'suggestions'] as const;

export async function measureSearch(run: Run, service: Service, options: SearchOptions): Promise<Measurements> {
  const floor = engineAlone(service, await buildDefaultIndex(run, service));
  const queries = await queriesOf(service.catalogue, service.merchantId);
  const { warmUp, repeated, shares } = divideQueries(queries);
  for (const load of [searchesOf(service, warmUp), floor(warmUp)])
    await sendAll(run, load, options.connections, warmUp.length);

  const parts: Record<(typeof SEARCH_PARTS)[number], () => Promise<Measurements>> = {
    latency: withoutNotes(() => measureLatency(run, service, { floor, repeated, ...shares }, options)),
    throughput: () => measureThroughput(run, service, { floor, repeated, ...shares }, options),
    results: () => measureResults(run, service, warmUp, options),
    suggestions: withoutNotes(() => measureSuggestions(run, service, floor, options)),
  };
  const { figures, notes } = await measureParts(run, parts, options);
  const kinds = `${queries.length} distinct queries, such as: ${queries.slice(0, 8).join(' | ')}`;
  return { figures, notes: [kinds, ...notes] };
}

type Shares = Readonly<Record<keyof typeof SHARES, readonly string[]>>;

interface SearchLoads extends Shares {
  readonly floor: FloorLoad;
  readonly repeated: readonly string[];
}

/**
 * Divides the queries without overlap. Every third query is for the warm-up until that has enough, so the warm-up gets
 * the same mixture as the measurements.
 */
function divideQueries(queries: readonly string[]) {
  const isForWarmUp = (index: number) => index % 3 === 0 && index < 3 * SEARCHES_UNTIL_WARM;
  const measured = queries.filter((_query, index) => !isForWarmUp(index));
  const repeated = measured.splice(0, REPEATED_QUERIES);
  const count = measured.length;
  const shares = Object.entries(SHARES).map(([name, share]) => [name, measured.splice(0, Math.floor(share * count))]);
  return {
    warmUp: queries.filter((_query, index) => isForWarmUp(index)),
    repeated,
    shares: Object.fromEntries(shares) as Shares,
  };
}

async function measureLatency(
  run: Run,
  service: Service,
  { floor, repeated, latency }: SearchLoads,
  options: SearchOptions,
): Promise<Figure[]> {
  const fresh = {
    what: 'new searches, one at a time',
    measured: searchesOf(service, latency),
    reference: floor(latency),
  };
  const again = {
    what: 'repeated searches, one at a time',
    measured: repeatedSearches(service, repeated),
    reference: floor(repeated),
  };
  const [p50, p95] = [differenceAtMost(MAX_ADDED_MS.p50), differenceAtMost(MAX_ADDED_MS.p95)];
  return [
    ...(await compareLatency(run, fresh, options, { 50: p50, 95: p95 })),
    ...(await compareLatency(run, again, options, { 50: p50 })),
  ];
}

async function measureThroughput(
  run: Run,
  service: Service,
  { floor, repeated, throughput: fresh, popularity }: SearchLoads,
  options: SearchOptions,
) {
  const popular = popularQueries(popularity);
  const pairs: readonly Pair[] = [
    { what: 'new searches', measured: searchesOf(service, fresh), reference: floor(fresh) },
    { what: 'searches by popularity', measured: searchesOf(service, popular), reference: floor(popular) },
    { what: 'repeated searches', measured: repeatedSearches(service, repeated), reference: floor(repeated) },
  ];
  const figures: Figure[] = [];
  const notes: string[] = [];
  for (const pair of pairs) {
    const throughput = await compareThroughput(run, pair, options, service.processIds);
    figures.push(throughputFigure(pair, throughput, options, MIN_RATIO));
    notes.push(...cpuNotes(pair.what, throughput));
  }
  return { figures, notes };
}
