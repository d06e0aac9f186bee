/** Prometheus metrics. Each process has one registry, which its composition root creates and passes on. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ClientDisconnected, type ConcurrencyLimiter } from './concurrency-limiter.ts';

export type Engine = 'mongodb' | 'meilisearch';
const ENGINES: readonly Engine[] = ['mongodb', 'meilisearch'];

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface ApiMetrics extends RequestMetrics, EngineMetrics, SearchMetrics {
  readonly registry: Registry;
}

/** Creates the API's own metrics. Those of the process are in `process-metrics.ts`. */
export function createApiMetrics(): ApiMetrics {
  const registry = new Registry();
  return {
    registry,
    ...createRequestMetrics(registry),
    ...createEngineMetrics(registry),
    ...createSearchMetrics(registry),
  };
}

interface RequestMetrics {
  /** Records a request: the pattern of its route, its method, its status, and its duration in seconds. */
  requestDone(route: string, method: string, status: number, seconds: number): void;
  /** Counts a request that was rejected for lack of a permit, or on arrival. */
  shed(reason: string): void;
  /** Shows how many bytes of bodies are being sent. */
  unsentBytes(bytes: number): void;
  /** Counts a connection that was refused because there were too many. */
  connectionRefused(): void;
  /** Counts a stored value that doesn't have its documented type. */
  malformedValue(kind: string, field: string): void;
}

function createRequestMetrics(registry: Registry): RequestMetrics {
  const requests = new Histogram({
    name: 'catalogue_http_request_duration_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const shed = new Counter({
    name: 'catalogue_requests_shed_total',
    help: 'Requests rejected with 503 because this process was busy, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const unsent = new Gauge({
    name: 'catalogue_unsent_bytes',
    help: 'Bytes of response bodies that clients have not read yet.',
    registers: [registry],
  });
  const refused = new Counter({
    name: 'catalogue_connections_refused_total',
    help: 'Connections refused because there were too many.',
    registers: [registry],
  });
  const malformed = new Counter({
    name: 'catalogue_odd_values_total',
    help: 'Stored values that were not of their documented type.',
    labelNames: ['kind', 'field'],
    registers: [registry],
  });
  return {
    requestDone: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    shed: (reason) => shed.inc({ reason }),
    unsentBytes: (bytes) => unsent.set(bytes),
    connectionRefused: () => refused.inc(),
    malformedValue: (kind, field) => malformed.inc({ kind, field }),
  };
}

interface EngineMetrics {
  /** Runs a call of an engine, and records its duration and outcome. */
  timed<T>(engine: Engine, operation: string, call: () => Promise<T>): Promise<T>;
  /** Records that the breaker of an engine opened or closed. */
  breakerChanged(engine: Engine, isOpen: boolean): void;
  /** Shows how many calls of each engine are in progress, and how many wait for a permit. */
  showReads(limiters: Readonly<Record<Engine, Pick<ConcurrencyLimiter, 'inProgress' | 'queued'>>>): void;
}

function createEngineMetrics(registry: Registry): EngineMetrics {
  const calls = new Histogram({
    name: 'catalogue_engine_duration_seconds',
    help: 'Duration of calls to MongoDB and Meilisearch, by operation and outcome.',
    labelNames: ['engine', 'operation', 'outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const openings = new Counter({
    name: 'catalogue_breaker_openings_total',
    help: 'How often the circuit breaker of an engine opened.',
    labelNames: ['engine'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'catalogue_breaker_open',
    help: '1 while an engine is down and its calls fail at once.',
    labelNames: ['engine'],
    registers: [registry],
  });
  for (const engine of ENGINES) open.set({ engine }, 0);
  return {
    async timed(engine, operation, call) {
      const startedMs = performance.now();
      let outcome = 'failure';
      try {
        const result = await call();
        outcome = 'success';
        return result;
      } catch (error) {
        if (error instanceof ClientDisconnected) outcome = 'abandoned';
        throw error;
      } finally {
        calls.observe({ engine, operation, outcome }, (performance.now() - startedMs) / 1000);
      }
    },
    breakerChanged(engine, isOpen) {
      open.set({ engine }, isOpen ? 1 : 0);
      if (isOpen) openings.inc({ engine });
    },
    showReads(limiters) {
      new Gauge({
        name: 'catalogue_reads',
        help: 'Reads of an engine: in progress (`under way`), and waiting for a permit.',
        labelNames: ['engine', 'state'],
        registers: [registry],
        collect() {
          for (const engine of ENGINES) {
            this.set({ engine, state: 'under way' }, limiters[engine].inProgress());
            this.set({ engine, state: 'waiting' }, limiters[engine].queued());
          }
        },
      });
    },
  };
}

interface SearchMetrics {
  /** Counts a search, by whether it found products. */
  searchAnswered(outcome: 'found' | 'nothing'): void;
  /** Counts search hits that were dropped: the product is gone, may not be seen, or doesn't meet the filter. */
  staleHits(count: number): void;
  /** Counts a search that Meilisearch cut off. */
  searchCutOff(): void;
  /** Counts searches that were dropped instead of written to the search log. */
  searchesNotLogged(count: number): void;
}

function createSearchMetrics(registry: Registry): SearchMetrics {
  const searches = new Counter({
    name: 'catalogue_searches_total',
    help: 'Searches, by whether they found a product.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const stale = new Counter({
    name: 'catalogue_search_stale_hits_total',
    help: 'Search hits dropped because the product is gone, not visible to the token, or no longer meets the filter.',
    registers: [registry],
  });
  const cutOff = new Counter({
    name: 'catalogue_searches_cut_off_total',
    help: 'Searches that Meilisearch cut off for taking too long: their best hits may be missing.',
    registers: [registry],
  });
  const notLogged = new Counter({
    name: 'catalogue_search_log_dropped_total',
    help: 'Searches that were dropped instead of written to the search log.',
    registers: [registry],
  });
  return {
    searchAnswered: (outcome) => searches.inc({ outcome }),
    staleHits: (count) => stale.inc(count),
    searchCutOff: () => cutOff.inc(),
    searchesNotLogged: (count) => notLogged.inc(count),
  };
}
