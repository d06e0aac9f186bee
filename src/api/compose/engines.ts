/**
 * Composes the engines of the API: for each a client, a circuit breaker and a concurrency limiter, and the metrics of
 * the calls.
 */
import type { Meilisearch } from 'meilisearch';
import { assertReplicaSet } from '../../catalogue/replica-set.ts';
import { type Catalogue, catalogueOf } from '../../catalogue/stored-documents.ts';
import { COLLECTIONS_AT_ONCE } from '../../collections/repository.ts';
import type { ConfigOf } from '../../config.ts';
import type { Breaker } from '../../engines/breaker/breaker.ts';
import { type EngineGuards, guardEngines } from '../../engines/breaker/guarded-reads.ts';
import { createHttpClient, type HttpClient } from '../../engines/http-client.ts';
import { openMeilisearch } from '../../engines/meilisearch.ts';
import { connectInBackground, openMongo } from '../../engines/mongodb/client.ts';
import { reconnectWhenReplaced } from '../../engines/mongodb/replaced-mongodb.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '../../runtime/concurrency/concurrency-limiter.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import type { ShutdownHooks } from '../../runtime/lifecycle.ts';
import type { Logger } from '../../runtime/logger.ts';
import { type EventLoopWatch, isContended, permitsFor, watchEventLoop } from '../../runtime/monitoring/event-loop.ts';
import { type ApiMetrics, createApiMetrics, type Engine, showReads } from '../../runtime/monitoring/metrics.ts';
import { withTimeout } from '../../runtime/retry.ts';

const MONGODB_SOCKET_TIMEOUT_MS = 10_000;
/**
 * Connections to MongoDB for what needs no permit: tokens, merchants, search rules, names, the search log, the change
 * stream, and the breaker's probe. If they waited behind reads, the breaker would open for all.
 */
const CONNECTIONS_WITHOUT_PERMIT = 20;
/** The limit for requests that set none, such as the request for the keys at startup. */
const MEILISEARCH_TIMEOUT_MS = 2000;
/** How long the start may wait for MongoDB. */
const CHECK_TIMEOUT_MS = 2000;
/** How long closing one connection may take. An engine that hangs must not delay the stop. */
export const CLOSE_TIMEOUT_MS = 500;

export interface ApiContext {
  readonly logger: Logger;
  readonly shutdownHooks: ShutdownHooks;
  readonly stopping: AbortSignal;
}

/** How many large search responses may be in progress: each takes up to some hundred megabytes. */
const PRESENTATIONS = 4;

export interface Engines {
  readonly catalogue: Catalogue;
  readonly meilisearch: Meilisearch;
  /** Sends searches to Meilisearch. */
  readonly http: HttpClient;
  readonly breakers: Readonly<Record<Engine, Breaker>>;
  readonly limiters: Readonly<Record<Engine, ConcurrencyLimiter>>;
  readonly presentationLimiter: ConcurrencyLimiter;
  readonly reads: EngineGuards['reads'];
  readonly eventLoop: EventLoopWatch;
  readonly metrics: ApiMetrics;
}

/**
 * Throws ConfigError if the address has a direct connection to one of several members. While MongoDB doesn't respond,
 * the API starts all the same.
 */
export async function refuseDirectConnection({ catalogue }: Engines): Promise<void> {
  const checking = assertReplicaSet(catalogue.database).catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
  });
  await withTimeout(CHECK_TIMEOUT_MS, checking, undefined);
}

/** Returns before MongoDB is connected. The shutdown hooks close the client, the breakers and the event loop watch. */
export function composeEngines(config: ConfigOf<'api'>, { logger, shutdownHooks, stopping }: ApiContext): Engines {
  const mongo = openMongo(config.MONGODB_URL, {
    appName: 'catalogue-api',
    socketTimeoutMs: MONGODB_SOCKET_TIMEOUT_MS,
    maxPoolSize: config.CONCURRENT_READS * COLLECTIONS_AT_ONCE + CONNECTIONS_WITHOUT_PERMIT,
  });
  shutdownHooks.onStop('mongodb', () => withTimeout(CLOSE_TIMEOUT_MS, mongo.close(), undefined));
  void connectInBackground(mongo, logger, stopping);
  reconnectWhenReplaced(mongo, logger, stopping);
  const catalogue = catalogueOf(mongo.db());
  const http = createHttpClient({ retriesClosed: true });
  const meilisearch = openMeilisearch({
    url: config.MEILISEARCH_URL,
    apiKey: config.MEILISEARCH_API_KEY,
    timeoutMs: MEILISEARCH_TIMEOUT_MS,
    http,
  });
  const metrics = createApiMetrics();
  const { breakers, reads, end } = guardEngines({ database: catalogue.database, meilisearch, metrics, logger });
  shutdownHooks.onStop('breakers', end);
  const eventLoop = watchEventLoop(config.MAX_EVENT_LOOP_DELAY_MS);
  shutdownHooks.onStop('event loop', () => eventLoop.end());

  const createLimiter = (permits: () => number) =>
    createConcurrencyLimiter({ permits, isBusy: () => isContended(eventLoop.utilization()) });
  const readPermits = () => permitsFor(config.CONCURRENT_READS, eventLoop.utilization());
  const limiters = { mongodb: createLimiter(readPermits), meilisearch: createLimiter(readPermits) };
  showReads(metrics, limiters);
  const presentationLimiter = createLimiter(() => PRESENTATIONS);
  return { catalogue, meilisearch, http, breakers, limiters, presentationLimiter, reads, eventLoop, metrics };
}
