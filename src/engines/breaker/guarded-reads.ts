/**
 * Creates a breaker for each engine, and the function by which the API reads from it. A read that the breaker rejects
 * throws the Problem that clients get, with Retry-After.
 */
import type { Meilisearch } from 'meilisearch';
import type { Db } from 'mongodb';
import type { Logger } from '../../runtime/logger.ts';
import { type ApiMetrics, type Engine, timed } from '../../runtime/monitoring/metrics.ts';
import { Problem, type ProblemCode } from '../../runtime/problems.ts';
import { retryOnce } from '../../runtime/retry.ts';
import { pingMongo } from '../mongodb/client.ts';
import { isBrokenConnection } from '../mongodb/errors.ts';
import { type Breaker, createBreaker } from './breaker.ts';
import { meilisearchEvidence, mongodbEvidence } from './evidence.ts';

interface EngineGuardsOptions {
  readonly database: Db;
  readonly meilisearch: Meilisearch;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

/**
 * Runs a read of an engine through its breaker, and measures it under this name. Throws what the read throws, or the
 * breaker's rejection.
 */
export type GuardedRead = <T>(operation: string, read: () => Promise<T>) => Promise<T>;

export interface EngineGuards {
  readonly breakers: Readonly<Record<Engine, Breaker>>;
  readonly reads: Readonly<Record<Engine, GuardedRead>>;
  end(): void;
}

/** A call may consist of several reads. Each read has its own limit, see READ_LIMIT. */
const MONGODB_CALL_TIMEOUT_MS = 9000;
/** A search has its own, shorter limit. */
const MEILISEARCH_CALL_TIMEOUT_MS = 3000;
const RETRY_AFTER_SECONDS = 2;

export function guardEngines({ database, meilisearch, metrics, logger }: EngineGuardsOptions): EngineGuards {
  const reportsOf = (engine: Engine, code: ProblemCode) => ({
    rejection: (fault: string) =>
      new Problem(code, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, reason: `${engine} ${fault}` }),
    onChange(fault: string | null) {
      metrics.breakerOpen.set({ engine }, fault === null ? 0 : 1);
      if (fault !== null) metrics.breakerOpenings.inc({ engine });
      if (fault === null) logger.info({ engine }, 'the engine responds again');
      else logger.error({ engine, fault }, 'the engine is down: requests that need it get a 503 until it responds');
    },
  });
  const breakers = {
    mongodb: createBreaker({
      probe: () => pingMongo(database),
      evidenceOf: mongodbEvidence,
      timeoutMs: MONGODB_CALL_TIMEOUT_MS,
      ...reportsOf('mongodb', 'database_unavailable'),
    }),
    meilisearch: createBreaker({
      probe: () => meilisearch.health(),
      evidenceOf: meilisearchEvidence,
      timeoutMs: MEILISEARCH_CALL_TIMEOUT_MS,
      ...reportsOf('meilisearch', 'search_unavailable'),
    }),
  };
  const readOf =
    (engine: Engine): GuardedRead =>
    (operation, read) =>
      breakers[engine].run(() => timed(metrics, { engine, operation }, read));
  const readMongodb = readOf('mongodb');
  return {
    breakers,
    reads: {
      mongodb: (operation, read) => readMongodb(operation, () => retryOnce(read, isBrokenConnection)),
      meilisearch: readOf('meilisearch'),
    },
    end() {
      for (const breaker of Object.values(breakers)) breaker.end();
    },
  };
}
