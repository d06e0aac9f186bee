/** Measures suggestions for each key press, with a search log that has the maximum number of popular queries. */
import type { Run } from '../environment/run.ts';
import type { Service } from '../environment/service.ts';
import { until } from '../environment/until.ts';
import { compareLatency } from '../load/latency.ts';
import { eachOnce } from '../load/load.ts';
import { shuffled } from '../load/shuffled.ts';
import { type Figure, measuredAtMost } from '../report/figures.ts';
import type { FloorLoad } from './loads.ts';
import { titleWords } from './queries.ts';

const MAX_PRODUCTS = 20_000;
const SEED = 19;
const MAX_P95_MS = 5;
const LOGGED_QUERIES = 5000;
const SEARCHES_OF_EACH = 6;
const DAYS = 3;
const DAY_MS = 86_400_000;
/** Shorter prefixes are not requested. */
const MIN_TYPED = 2;

/** Writes the search log, and measures the latency of one key press. */
export async function measureSuggestions(
  run: Run,
  service: Service,
  floor: FloorLoad,
  options: { seconds: number },
): Promise<Figure[]> {
  const queries = await wholeQueriesOf(service);
  await logSearches(service, queries.slice(0, LOGGED_QUERIES));
  await untilSuggested(run, service, queries[0] ?? '');
  const typed = prefixesOf(queries);
  const pair = {
    what: 'suggestions, one key press at a time',
    measured: suggestionsOf(service, typed),
    reference: floor(typed),
  };
  return await compareLatency(run, pair, options, { 50: null, 95: measuredAtMost(MAX_P95_MS) });
}

/** Resolves to complete queries: one to three words of a title. */
async function wholeQueriesOf({ catalogue, merchantId }: Service): Promise<string[]> {
  const found = await catalogue.products
    .find({ merchantId }, { projection: { title: 1 } })
    .sort({ merchantId: 1, _id: 1 })
    .limit(MAX_PRODUCTS)
    .toArray();
  const queries = shuffled(found, SEED).map((product, serial) => titleWords(product, serial, 1 + (serial % 3)));
  return [...new Set(queries)].filter((query) => query !== '');
}

/** Logs each query often enough, and on enough days, to be suggested. */
async function logSearches({ catalogue, merchantId }: Service, queries: readonly string[]): Promise<void> {
  const nowMs = Date.now();
  const searches = queries.flatMap((query) =>
    Array.from({ length: SEARCHES_OF_EACH }, (_, number) => ({
      merchantId,
      query: query.toLowerCase(),
      hits: 10,
      tookMs: 3,
      isFiltered: false,
      visibility: 'all' as const,
      at: new Date(nowMs - (number % DAYS) * DAY_MS),
      expiresAt: new Date(nowMs + DAYS * DAY_MS),
    })),
  );
  await catalogue.searches.insertMany(searches, { ordered: false });
}

/** The API reads the log at the first request, and suggests no queries until it has read it. */
async function untilSuggested(run: Run, { url, authorization }: Service, query: string): Promise<void> {
  const path = suggestionsPath(query.slice(0, Math.ceil(query.length / 2)));
  await until(run, { what: `a suggestion at ${path}`, everyMs: 200, withinMs: 30_000 }, async () => {
    const response = await fetch(url + path, { headers: { authorization } });
    const { data } = (await response.json()) as { data?: { queries: readonly unknown[] } };
    return (data?.queries.length ?? 0) > 0;
  });
}

const suggestionsPath = (text: string): string => `/v1/search/suggestions?query=${encodeURIComponent(text)}`;

/** Returns the distinct texts in the search box after each key press. */
const prefixesOf = (queries: readonly string[]): string[] => [
  ...new Set(
    queries.flatMap((query) =>
      Array.from({ length: Math.max(0, query.length - MIN_TYPED) }, (_, at) => query.slice(0, MIN_TYPED + at).trim()),
    ),
  ),
];

const suggestionsOf = ({ url, authorization }: Service, typed: readonly string[]) => ({
  name: 'service',
  url,
  expectedStatus: 200,
  requests: eachOnce(
    typed.map((text) => ({
      method: 'GET' as const,
      path: suggestionsPath(text),
      headers: { authorization },
    })),
  ),
});
