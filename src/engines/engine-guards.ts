/**
 * A breaker for each engine, and every call of an engine on a request's way through it: what is measured is guarded. A
 * refusal is the Problem that callers get, with Retry-After.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import type { Logger } from '../runtime/logger.ts';
import type { ApiMetrics, Engine } from '../runtime/metrics.ts';
import { Problem, type ProblemCode } from '../runtime/problems.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { meilisearchFault, mongodbFault } from './engine-faults.ts';
import { pingMongo } from './mongo.ts';

interface EngineGuardsOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

export interface EngineGuards {
  readonly breakers: Readonly<Record<Engine, Breaker>>;
  /** The metrics, with `timed` going through the breakers. */
  readonly metrics: ApiMetrics;
  end(): void;
}

/** A call may be of several reads, of which each has a limit of its own, see READ_LIMIT. */
const MONGODB_CALL_LIMIT_MS = 9000;
/** A search has a limit of its own, which is shorter. */
const MEILISEARCH_CALL_LIMIT_MS = 3000;
const RETRY_AFTER_SECONDS = 2;

export function guardEngines({ database, meilisearch, metrics, logger }: EngineGuardsOptions): EngineGuards {
  const reportsOf = (engine: Engine, code: ProblemCode) => ({
    refusal: (fault: string) =>
      new Problem(code, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, cause: `${engine} ${fault}` }),
    onChange(fault: string | null) {
      metrics.breakerChanged(engine, fault !== null);
      if (fault === null) logger.info({ engine }, 'the engine answers again');
      else logger.error({ engine, fault }, 'the engine is out: what needs it is refused until it answers');
    },
  });
  const breakers = {
    mongodb: createBreaker({
      probe: () => pingMongo(database),
      faultOf: mongodbFault,
      limitMs: MONGODB_CALL_LIMIT_MS,
      ...reportsOf('mongodb', 'database_unavailable'),
    }),
    meilisearch: createBreaker({
      probe: () => meilisearch.health(),
      faultOf: meilisearchFault,
      limitMs: MEILISEARCH_CALL_LIMIT_MS,
      ...reportsOf('meilisearch', 'search_unavailable'),
    }),
  };
  return {
    breakers,
    metrics: {
      ...metrics,
      timed: (engine, operation, call) => breakers[engine].run(() => metrics.timed(engine, operation, call)),
    },
    end() {
      for (const breaker of Object.values(breakers)) breaker.end();
    },
  };
}
