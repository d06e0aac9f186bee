/** Composes the API from its configuration: engines, caches, the route of each resource, the app, and the server. */
import type { Registry } from 'prom-client';
import type { ConfigOf } from '../config.ts';
import { withoutCredentials } from '../engines/mongodb/address.ts';
import { mongoReadiness } from '../engines/mongodb/client.ts';
import { createMessageClasses } from '../http/server/express-messages.ts';
import { metricsRoute } from '../http/server/metrics-route.ts';
import { createRefusalReport } from '../http/server/refused-connections.ts';
import { type HttpServer, listen, SERVER_LIMITS } from '../http/server/server.ts';
import { createServiceApp } from '../http/server/service-app.ts';
import { showServer } from '../runtime/monitoring/metrics.ts';
import { createAuthenticate } from '../tenancy/authenticate.ts';
import { createApp } from './app.ts';
import { composeCache } from './compose/cache.ts';
import { composeCatalogueReaders } from './compose/catalogue-readers.ts';
import {
  type ApiContext,
  CLOSE_TIMEOUT_MS,
  composeEngines,
  type Engines,
  refuseDirectConnection,
} from './compose/engines.ts';
import { composeSearch } from './compose/search.ts';

export interface RunningApi {
  readonly port: number;
  /** The metrics that `/metrics` serves. */
  readonly registry: Registry;
}

/**
 * Starts the API. Resolves when the server listens. The shutdown hooks close everything that was opened. Throws if the
 * server can't listen. Throws ConfigError if Meilisearch responds but no key can sign tenant tokens, or if MongoDB is one
 * of several members over a direct connection.
 */
export async function startApi(config: ConfigOf<'api'>, context: ApiContext): Promise<RunningApi> {
  const { logger, shutdownHooks, stopping } = context;
  const engines = composeEngines(config, context);
  const cache = composeCache(config, engines, context);
  const readers = composeCatalogueReaders(config, engines, cache);
  const [search] = await Promise.all([
    composeSearch({ config, engines, cache, readers, context }),
    refuseDirectConnection(engines),
  ]);
  const { catalogue, breakers, metrics, eventLoop, reads } = engines;

  const app = createApp(config, {
    logger,
    metrics,
    authenticate: createAuthenticate({
      catalogue,
      isActive: readers.isActive,
      versions: cache.versions,
      guardedRead: reads.mongodb,
      maxBytes: cache.budget.tokens,
    }),
    routes: { ...readers.routes, ...search.routes },
    readinessChecks: {
      mongodb: () => breakers.mongodb.check(() => mongoReadiness(catalogue.database)),
      meilisearch: () => breakers.meilisearch.check(search.readiness),
    },
    isStopping: () => stopping.aborted,
    isBehind: eventLoop.isBehind,
  });

  const metricsServer = await listenForMetrics(config, engines, context);
  const server = await listen(app, config.HOST, config.PORT, {
    messages: createMessageClasses(app),
    limits: { ...SERVER_LIMITS, keepAliveMs: config.KEEP_ALIVE_TIMEOUT_MS, drainMs: config.STOP_DRAIN_MS },
    onRefused: createRefusalReport(metrics, logger),
    onUnreadable: ({ requestId: id, status, code }) => logger.info({ req: { id }, status, reason: code }, 'unreadable'),
  });
  shutdownHooks.onStop('http', () => server.close(config.STOP_TIMEOUT_MS));
  showServer(metrics, server);
  const { maxConnections } = server;
  if (maxConnections < SERVER_LIMITS.connections)
    logger.warn({ maxConnections }, 'the limit of open files (ulimit -n) is low: clients may have half of it');
  logger.info(
    {
      host: config.HOST,
      port: server.port,
      metricsPort: metricsServer?.port,
      mongodb: withoutCredentials(config.MONGODB_URL),
      meilisearch: config.MEILISEARCH_URL,
    },
    'listening',
  );
  return { port: server.port, registry: metrics.registry };
}

/** Serves `/metrics` on METRICS_PORT. Resolves to undefined without that port: the API's app then serves `/metrics`. */
async function listenForMetrics(
  { HOST, METRICS_PORT }: ConfigOf<'api'>,
  { metrics }: Engines,
  { logger, shutdownHooks }: ApiContext,
): Promise<HttpServer | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const app = createServiceApp(logger, (router) => metricsRoute(router, metrics.registry));
  const server = await listen(app, HOST, METRICS_PORT);
  shutdownHooks.onStop('metrics', () => server.close(CLOSE_TIMEOUT_MS));
  return server;
}
