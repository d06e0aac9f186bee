/** The API, composed: from its configuration the clients, what is kept in memory, the app, and the server that listens. */
import type { Registry } from 'prom-client';
import { cacheBudget } from '../cache/budget.ts';
import { createPageCache } from '../cache/page-cache.ts';
import { followVersions } from '../cache/versions.ts';
import { catalogueOf } from '../catalogue/collections.ts';
import { createCollectionRepository } from '../collections/repository.ts';
import type { ConfigOf } from '../config.ts';
import { guardEngines } from '../engines/engine-guards.ts';
import { createHttpClient } from '../engines/http-client.ts';
import { openMeilisearch } from '../engines/meilisearch.ts';
import { keepConnecting, type NamedRead, openMongo, pingMongo } from '../engines/mongo.ts';
import { createFindIncludes } from '../products/includes.ts';
import { createProductRepository } from '../products/repository.ts';
import type { SerialiseOptions } from '../products/serialise.ts';
import { createConcurrencyLimiter } from '../runtime/concurrency-limiter.ts';
import type { Releasers } from '../runtime/lifecycle.ts';
import { type Logger, withoutCredentials } from '../runtime/logger.ts';
import { createApiMetrics } from '../runtime/metrics.ts';
import { overloaded } from '../runtime/problems.ts';
import { within } from '../runtime/retry.ts';
import { createSearchLog } from '../search/analytics/search-log.ts';
import { createWriteSearches } from '../search/analytics/write-searches.ts';
import { createIndexVersion } from '../search/cache/index-version.ts';
import { createFindMerchantSearch } from '../search/cache/merchant-search.ts';
import { createFindRanking } from '../search/cache/ranking-cache.ts';
import { createFrequencyCache } from '../search/cache/stem-frequencies.ts';
import { createFindTexts } from '../search/cache/text-cache.ts';
import { createSearch } from '../search/pipeline.ts';
import { createSearchEngine } from '../search/retrieval/engine.ts';
import { createFindProducts } from '../search/retrieval/products.ts';
import { createTenantTokens, refuseUnsigned } from '../search/retrieval/tenant-tokens.ts';
import { createAuthenticate } from '../tenancy/authenticate.ts';
import { createFindMerchant } from '../tenancy/merchants.ts';
import { createApp } from './app.ts';
import { messagesOf } from './express-messages.ts';
import { createMetricsApp } from './metrics-route.ts';
import { permitsFor, watchEventLoop } from './middleware/shed-load.ts';
import { listen } from './server.ts';

const MONGODB_SOCKET_TIMEOUT_MS = 10_000;
/** Closing a connection may take so long at the stop: an engine that hangs must not hold the process. */
const CLOSE_LIMIT_MS = 500;
/** Of requests that bring no limit of their own, as the one for the keys at the start. */
const MEILISEARCH_TIMEOUT_MS = 2000;

interface ApiSurroundings {
  readonly logger: Logger;
  readonly releasers: Releasers;
  readonly stopping: AbortSignal;
}

export interface RunningApi {
  readonly port: number;
  /** What `/metrics` tells. */
  readonly registry: Registry;
}

/**
 * Resolves when it listens. What it opened is released by the releasers. Throws where it cannot listen, and a ConfigError where
 * Meilisearch answers and no key can sign tenant tokens.
 */
export async function startApi(
  config: ConfigOf<'api'>,
  { logger, releasers, stopping }: ApiSurroundings,
): Promise<RunningApi> {
  const mongo = openMongo(config.MONGODB_URL, { appName: 'catalogue-api', socketTimeoutMs: MONGODB_SOCKET_TIMEOUT_MS });
  releasers.onStop('mongodb', () => within(CLOSE_LIMIT_MS, mongo.close(), undefined));
  void keepConnecting(mongo, logger, stopping);
  const catalogue = catalogueOf(mongo.db());
  const http = createHttpClient({ retriesClosed: true });
  const meilisearch = openMeilisearch({
    url: config.MEILISEARCH_URL,
    apiKey: config.MEILISEARCH_API_KEY,
    timeoutMs: MEILISEARCH_TIMEOUT_MS,
    http,
  });
  const { breakers, metrics, ...guards } = guardEngines({
    database: catalogue.database,
    meilisearch,
    metrics: createApiMetrics(),
    logger,
  });
  releasers.onStop('breakers', guards.end);
  const eventLoop = watchEventLoop(config.MAX_EVENT_LOOP_DELAY_MS);
  releasers.onStop('event loop', () => eventLoop.end());
  const createLimiter = () =>
    createConcurrencyLimiter({
      permits: () => permitsFor(config.CONCURRENT_READS, eventLoop.utilization()),
      reject(why) {
        metrics.shed(why);
        return overloaded(why);
      },
    });
  const limiters = { mongodb: createLimiter(), meilisearch: createLimiter() };
  metrics.showReads(limiters);
  const readMongodb: NamedRead = (operation, read) => metrics.timed('mongodb', operation, read);
  const budget = cacheBudget({ pages: config.PAGE_CACHE_BYTES, searches: config.SEARCH_CACHE_BYTES });
  const versions = followVersions({ database: catalogue.database, logger });
  releasers.onStop('change stream', () => within(CLOSE_LIMIT_MS, versions.close(), undefined));
  const indexVersion = createIndexVersion({ client: meilisearch, indexName: config.MEILISEARCH_INDEX, logger });
  const tokens = createTenantTokens({
    client: meilisearch,
    apiKey: config.MEILISEARCH_API_KEY,
    indexName: config.MEILISEARCH_INDEX,
    allowUnsigned: config.ALLOW_UNSIGNED_SEARCH,
    logger,
  });
  await refuseUnsigned(tokens);
  const searchEngine = createSearchEngine({
    client: meilisearch,
    url: config.MEILISEARCH_URL,
    http,
    indexName: config.MEILISEARCH_INDEX,
    tokens,
    logger,
    metrics,
    frequencyCache: createFrequencyCache(),
  });
  const serialising: SerialiseOptions = {
    imageBaseUrls: { download: config.IMAGE_DOWNLOAD_BASE_URL, upload: config.IMAGE_UPLOAD_BASE_URL },
    onMalformed: metrics.malformedValue,
  };
  const products = createProductRepository({ catalogue, versions, budget });
  const findMerchant = createFindMerchant({ catalogue, versions, maxBytes: budget.merchants, read: readMongodb });
  const findIncludes = createFindIncludes({ catalogue, versions, findMerchant, budget });
  const form = config.SEARCH_RESPONSE_FORM;
  const search = createSearch({
    findMerchantSearch: createFindMerchantSearch({ catalogue, versions, metrics, logger }),
    engine: searchEngine,
    findRanking: createFindRanking({ maxBytes: budget.rankings, version: indexVersion }),
    findTexts: createFindTexts(budget.texts),
    findProducts: createFindProducts({
      ...{ form, products, findIncludes, serialising, metrics, versions },
      mongodbLimiter: limiters.mongodb,
      maxBytes: budget.foundProducts,
    }),
    meilisearchLimiter: limiters.meilisearch,
    metrics,
    form,
  });

  const searchLog = createSearchLog({
    share: config.SEARCH_LOG_SAMPLE,
    write: createWriteSearches(catalogue, config.SEARCH_LOG_DAYS),
    metrics,
    logger,
  });
  releasers.onStop('search log', searchLog.close);

  const app = createApp({
    logger,
    metrics,
    authenticate: createAuthenticate({
      ...{ catalogue, findMerchant, versions, read: readMongodb },
      maxBytes: budget.tokens,
    }),
    limit: { perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST },
    failuresPerMinute: config.FAILED_AUTHENTICATIONS_PER_MINUTE,
    origins: config.CORS_ORIGINS,
    proxies: config.TRUST_PROXY,
    products,
    collections: createCollectionRepository({ catalogue, products, versions, budget, read: readMongodb }),
    pages: createPageCache({ maxBytes: budget.pages, versions }),
    findIncludes,
    mongodbLimiter: limiters.mongodb,
    serialising,
    search,
    searchLog,
    maxPerPage: config.MAX_PER_PAGE,
    productsLimit: config.COLLECTION_PRODUCTS_LIMIT,
    maxLimit: config.MAX_SEARCH_LIMIT,
    form,
    readinessChecks: {
      mongodb: () => breakers.mongodb.check(() => pingMongo(catalogue.database).then(() => null)),
      meilisearch: () => breakers.meilisearch.check(searchEngine.readiness),
    },
    servesMetrics: config.METRICS_PORT === undefined,
    isStopping: () => stopping.aborted,
    isBehind: eventLoop.isBehind,
  });

  const metricsServer =
    config.METRICS_PORT === undefined
      ? undefined
      : await listen(createMetricsApp(metrics.registry, logger), config.HOST, config.METRICS_PORT);
  if (metricsServer !== undefined) releasers.onStop('metrics', () => metricsServer.close(CLOSE_LIMIT_MS));
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
