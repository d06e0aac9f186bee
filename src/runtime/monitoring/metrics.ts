/** Prometheus metrics of the API. Each process has one registry, which its composition root creates and passes on. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ClientDisconnected } from '../client-disconnected.ts';
import type { ConcurrencyLimiter } from '../concurrency/concurrency-limiter.ts';

export type Engine = 'mongodb' | 'meilisearch';
const ENGINES: readonly Engine[] = ['mongodb', 'meilisearch'];

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** Creates the API's own metrics. Those of the process are in `process-metrics.ts`. */
export function createApiMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <T extends string>(name: string, labelNames: readonly T[], help: string) =>
    new Counter({ name, labelNames, help, registers });
  const gauge = <T extends string>(name: string, labelNames: readonly T[], help: string) =>
    new Gauge({ name, labelNames, help, registers });
  const duration = <T extends string>(name: string, labelNames: readonly T[], help: string) =>
    new Histogram({ name, labelNames, help, registers, buckets: BUCKETS_SECONDS });
  const metrics = {
    registry,
    requests: duration(
      'catalogue_http_request_duration_seconds',
      ['route', 'method', 'status'],
      'Duration of HTTP requests by route, method and status.',
    ),
    shed: counter(
      'catalogue_requests_shed_total',
      ['reason'],
      'Requests rejected with 503 because this process was busy, by reason.',
    ),
    unsentBytes: gauge('catalogue_unsent_bytes', [], 'Bytes of response bodies that clients have not read yet.'),
    connectionsRefused: counter(
      'catalogue_connections_refused_total',
      [],
      'Connections refused because there were too many.',
    ),
    malformedValues: counter(
      'catalogue_malformed_values_total',
      ['kind', 'field'],
      'Stored values that were not of their documented type.',
    ),
    engineCalls: duration(
      'catalogue_engine_duration_seconds',
      ['engine', 'operation', 'outcome'],
      'Duration of calls to MongoDB and Meilisearch, by operation and outcome.',
    ),
    breakerOpenings: counter(
      'catalogue_breaker_openings_total',
      ['engine'],
      'How often the circuit breaker of an engine opened.',
    ),
    breakerOpen: gauge('catalogue_breaker_open', ['engine'], '1 while an engine is down and its calls fail at once.'),
    searches: counter('catalogue_searches_total', ['outcome'], 'Searches, by whether they found a product.'),
    staleHits: counter(
      'catalogue_search_stale_hits_total',
      [],
      'Search hits dropped because the product is gone, not visible to the token, or no longer meets the filter.',
    ),
    searchesCutOff: counter(
      'catalogue_searches_cut_off_total',
      [],
      'Searches that Meilisearch cut off for taking too long: their best hits may be missing.',
    ),
    searchesNotLogged: counter(
      'catalogue_search_log_dropped_total',
      [],
      'Searches that were dropped instead of written to the search log.',
    ),
  };
  for (const engine of ENGINES) metrics.breakerOpen.set({ engine }, 0);
  return metrics;
}

/** Runs a call of an engine, and records its duration and outcome. */
export async function timed<T>(
  { engineCalls }: Pick<ApiMetrics, 'engineCalls'>,
  labels: { readonly engine: Engine; readonly operation: string },
  call: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now();
  let outcome = 'failure';
  try {
    const result = await call();
    outcome = 'success';
    return result;
  } catch (error) {
    if (error instanceof ClientDisconnected) outcome = 'aborted';
    throw error;
  } finally {
    engineCalls.observe({ ...labels, outcome }, (performance.now() - startedAtMs) / 1000);
  }
}

/** Shows how many connections the server has, and how many requests are in progress. */
export function showServer({ registry }: ApiMetrics, server: { connections(): number; inProgress(): number }): void {
  new Gauge({
    name: 'catalogue_http_connections',
    help: 'Open connections of clients, idle ones included.',
    registers: [registry],
    collect() {
      this.set(server.connections());
    },
  });
  new Gauge({
    name: 'catalogue_http_requests_in_progress',
    help: 'Requests whose response is not complete yet.',
    registers: [registry],
    collect() {
      this.set(server.inProgress());
    },
  });
}

/** Shows how many calls of each engine are in progress, how many wait for a permit, and the number of permits. */
export function showReads(
  { registry }: ApiMetrics,
  limiters: Readonly<Record<Engine, Omit<ConcurrencyLimiter, 'run'>>>,
): void {
  new Gauge({
    name: 'catalogue_reads',
    help: 'Reads of an engine: in progress, and waiting for a permit.',
    labelNames: ['engine', 'state'],
    registers: [registry],
    collect() {
      for (const engine of ENGINES) {
        this.set({ engine, state: 'in progress' }, limiters[engine].inProgress());
        this.set({ engine, state: 'waiting' }, limiters[engine].queued());
      }
    },
  });
  new Gauge({
    name: 'catalogue_read_permits',
    help: 'How many reads of an engine may be in progress: fewer than CONCURRENT_READS while this process is busy.',
    labelNames: ['engine'],
    registers: [registry],
    collect() {
      for (const engine of ENGINES) this.set({ engine }, limiters[engine].permits());
    },
  });
}
