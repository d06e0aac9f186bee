/** Prometheus metrics: one registry a process, made in its composition root and passed to what counts. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ClientDisconnected, type ConcurrencyLimiter } from './concurrency-limiter.ts';

export type Engine = 'mongodb' | 'meilisearch';
const ENGINES: readonly Engine[] = ['mongodb', 'meilisearch'];

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface ApiMetrics {
  readonly registry: Registry;
  /** One request answered: its route's pattern, method, status, and duration in seconds. */
  requestDone(route: string, method: string, status: number, seconds: number): void;
  /** Runs a call of an engine and records how long it took and whether it failed. */
  timed<T>(engine: Engine, operation: string, call: () => Promise<T>): Promise<T>;
  /** A stored value was not of its documented type and was presented as well as it could be. */
  malformedValue(kind: string, field: string): void;
  /** A request was rejected for want of a permit, or on arrival. */
  shed(reason: string): void;
  /** The breaker of an engine has opened or closed. */
  breakerChanged(engine: Engine, isOpen: boolean): void;
  /** Shows the calls of each engine that are in progress and that wait for a permit. */
  showReads(limiters: Readonly<Record<Engine, Pick<ConcurrencyLimiter, 'inProgress' | 'queued'>>>): void;
  /** A connection was refused, since there are too many. */
  connectionRefused(): void;
  /** Hits of the search index whose product is gone, may not be seen or does not meet the filter: they were dropped. */
  staleHits(count: number): void;
  /** One search answered, with products or without any. */
  searchAnswered(outcome: 'found' | 'nothing'): void;
  /** A search that Meilisearch cut off. */
  searchCutOff(): void;
  /** Searches that the log of searches should have and has not. */
  searchesNotLogged(count: number): void;
}

/** The API's own; those of a process are added where one is made. */
export function createApiMetrics(): ApiMetrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: 'catalogue_http_request_duration_seconds',
    help: 'Duration of HTTP requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const engines = new Histogram({
    name: 'catalogue_engine_duration_seconds',
    help: 'Duration of calls to MongoDB and Meilisearch, by operation and outcome.',
    labelNames: ['engine', 'operation', 'outcome'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const malformed = new Counter({
    name: 'catalogue_odd_values_total',
    help: 'Stored values that were not of their documented type.',
    labelNames: ['kind', 'field'],
    registers: [registry],
  });
  const stale = new Counter({
    name: 'catalogue_search_stale_hits_total',
    help: 'Search hits dropped because the product is gone, not visible to the token, or no longer meets the filter.',
    registers: [registry],
  });
  const shed = new Counter({
    name: 'catalogue_requests_shed_total',
    help: 'Requests refused with 503 because this process was busy, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const openings = new Counter({
    name: 'catalogue_breaker_openings_total',
    help: 'How often an engine was found to be out.',
    labelNames: ['engine'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'catalogue_breaker_open',
    help: '1 while an engine is out and its calls fail at once.',
    labelNames: ['engine'],
    registers: [registry],
  });
  for (const engine of ENGINES) open.set({ engine }, 0);
  const refused = new Counter({
    name: 'catalogue_connections_refused_total',
    help: 'Connections refused because there were too many.',
    registers: [registry],
  });
  const searches = new Counter({
    name: 'catalogue_searches_total',
    help: 'Searches answered, by whether any product was found.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const cutOff = new Counter({
    name: 'catalogue_searches_cut_off_total',
    help: 'Searches that Meilisearch cut off for taking too long: their best hits may be missing.',
    registers: [registry],
  });
  const notLogged = new Counter({
    name: 'catalogue_search_log_dropped_total',
    help: 'Searches that were dropped instead of written to the log of searches.',
    registers: [registry],
  });

  return {
    registry,
    requestDone(route, method, status, seconds) {
      requests.observe({ route, method, status: String(status) }, seconds);
    },
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
        engines.observe({ engine, operation, outcome }, (performance.now() - startedMs) / 1000);
      }
    },
    shed(reason) {
      shed.inc({ reason });
    },
    breakerChanged(engine, isOpen) {
      open.set({ engine }, isOpen ? 1 : 0);
      if (isOpen) openings.inc({ engine });
    },
    showReads(limiters) {
      new Gauge({
        name: 'catalogue_reads',
        help: 'Reads of an engine: under way, and waiting for a permit.',
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
    connectionRefused() {
      refused.inc();
    },
    malformedValue(kind, field) {
      malformed.inc({ kind, field });
    },
    staleHits(count) {
      if (count > 0) stale.inc(count);
    },
    searchAnswered(outcome) {
      searches.inc({ outcome });
    },
    searchCutOff() {
      cutOff.inc();
    },
    searchesNotLogged(count) {
      notLogged.inc(count);
    },
  };
}
