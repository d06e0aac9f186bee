/** The API, composed from its configuration: engines, caches, the routes of each resource, the app, and the server that listens. */
import type { Registry } from 'prom-client';
import type { ConfigOf } from '../config.ts';
import { pingMongo } from '../engines/mongo.ts';
import { withoutCredentials } from '../runtime/logger.ts';
import { createAuthenticate } from '../tenancy/authenticate.ts';
import { createApp } from './app.ts';
import { createCache } from './compose/cache.ts';
import { createCollections } from './compose/collections.ts';
import { type ApiSurroundings, CLOSE_LIMIT_MS, type Engines, openEngines } from './compose/engines.ts';
import { createProducts } from './compose/products.ts';
import { createSearch } from './compose/search.ts';
import { messagesOf } from './express-messages.ts';
import { createMetricsApp } from './metrics-route.ts';
import { type HttpServer, listen } from './server.ts';

export interface RunningApi {
  readonly port: number;
  /** What `/metrics` serves. */
  readonly registry: Registry;
}

/**
 * Resolves when it listens. The releasers release what it opened. Throws where it cannot listen, and a ConfigError where
 * Meilisearch answers and no key can sign tenant tokens.
 */
export async function startApi(config: ConfigOf<'api'>, surroundings: ApiSurroundings): Promise<RunningApi> {
  const { logger, releasers, stopping } = surroundings;
  const engines = openEngines(config, surroundings);
  const cache = createCache(config, engines, surroundings);
  const products = createProducts(config, engines, cache);
  const search = await createSearch(config, engines, cache, products, surroundings);
  const { catalogue, breakers, metrics, eventLoop, readMongodb } = engines;

  const app = createApp({
    logger,
    metrics,
    authenticate: createAuthenticate({
      ...{ catalogue, findMerchant: products.findMerchant, versions: cache.versions, read: readMongodb },
      maxBytes: cache.budget.tokens,
    }),
    limit: { perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST },
    failuresPerMinute: config.FAILED_AUTHENTICATIONS_PER_MINUTE,
    origins: config.CORS_ORIGINS,
    proxies: config.TRUST_PROXY,
    routes: {
      ...products.routes,
      collections: createCollections(config, engines, cache, products),
      ...search.routes,
    },
    documented: {
      maxPerPage: config.MAX_PER_PAGE,
      productsLimit: config.COLLECTION_PRODUCTS_LIMIT,
      maxLimit: config.MAX_SEARCH_LIMIT,
      form: config.SEARCH_RESPONSE_FORM,
    },
    readinessChecks: {
      mongodb: () => breakers.mongodb.check(() => pingMongo(catalogue.database).then(() => null)),
      meilisearch: () => breakers.meilisearch.check(search.readiness),
    },
    servesMetrics: config.METRICS_PORT === undefined,
    isStopping: () => stopping.aborted,
    isBehind: eventLoop.isBehind,
  });

  const metricsServer = await listenForMetrics(config, engines, surroundings);
  const server = await listen(app, config.HOST, config.PORT, {
    messages: messagesOf(app),
    onRefused: metrics.connectionRefused,
  });
  releasers.onStop('http', () => server.close(config.STOP_TIMEOUT_MS));
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

/** Undefined where the API serves `/metrics` itself. */
async function listenForMetrics(
  { HOST, METRICS_PORT }: ConfigOf<'api'>,
  { metrics }: Engines,
  { logger, releasers }: ApiSurroundings,
): Promise<HttpServer | undefined> {
  if (METRICS_PORT === undefined) return undefined;
  const server = await listen(createMetricsApp(metrics.registry, logger), HOST, METRICS_PORT);
  releasers.onStop('metrics', () => server.close(CLOSE_LIMIT_MS));
  return server;
}
