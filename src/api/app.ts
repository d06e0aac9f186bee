/** The Express app, without a listening socket. Every request passes its middleware in the order of this file. */
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { markPrivate } from '../http/respond.ts';
import { addRoute } from '../http/routes.ts';
import type { Logger } from '../runtime/logger.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { Authenticate } from '../tenancy/authenticate.ts';
import { healthRoutes, type ReadinessCheck } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { accessLog } from './middleware/access-log.ts';
import { requireToken } from './middleware/authenticate.ts';
import { type Origins, setCorsHeaders, setPreflightHeaders, setProblemCorsHeaders } from './middleware/cors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { limitUnsentBytes } from './middleware/limit-unsent-bytes.ts';
import { limitUrl } from './middleware/limit-url.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { notFound, renderProblems } from './middleware/problem-responses.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { assignRequestId } from './middleware/request-id.ts';
import { requireHost } from './middleware/require-host.ts';
import { shedLoad } from './middleware/shed-load.ts';
import type { CatalogueSettings } from './openapi/common-responses.ts';
import { openApiRoutes } from './openapi/routes.ts';

type RouteName = 'products' | 'product' | 'search' | 'results' | 'suggestions' | 'collections';

export interface AppDependencies {
  /** The handler of each resource's route. It runs after the middleware. */
  readonly routes: Readonly<Record<RouteName, RequestHandler>>;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly authenticate: Authenticate;
  readonly limit: { readonly perSecond: number; readonly burst: number };
  /** How many bytes of bodies that are being sent may be in memory. */
  readonly maxUnsentBytes: number;
  /** How many invalid tokens an address may send per minute; 0 disables the limit. */
  readonly failuresPerMinute: number;
  /** Origins whose pages may read responses to `published` tokens, and problems without a valid token. */
  readonly origins: Origins;
  /** How many proxies in front of this process append to X-Forwarded-For. */
  readonly proxies: number;
  readonly readinessChecks: { readonly mongodb: ReadinessCheck; readonly meilisearch: ReadinessCheck };
  /** Whether this app serves `/metrics`. */
  readonly servesMetrics: boolean;
  readonly isStopping: () => boolean;
  /** Whether the event loop of this process is behind. */
  readonly isBehind: () => boolean;
  /** Settings that the OpenAPI document shows. */
  readonly documented: Pick<CatalogueSettings, 'maxPerPage' | 'maxLimit' | 'productsLimit' | 'form'>;
}

export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, origins, routes } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  // Routes parse the query themselves: they reject a parameter that is given twice.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.set('trust proxy', dependencies.proxies);

  app.use(assignRequestId, accessLog(logger), measureRequests(metrics.requestDone), helmet(), requireHost, limitUrl);

  healthRoutes(app, {
    checks: dependencies.readinessChecks,
    // Lists work without Meilisearch. Requiring it would turn a partial outage into a full one.
    required: ['mongodb'],
    isStopping: dependencies.isStopping,
  });
  if (dependencies.servesMetrics) metricsRoute(app, metrics.registry);
  openApiRoutes(app, {
    ...dependencies.documented,
    servesMetrics: dependencies.servesMetrics,
    isLimited: dependencies.limit.perSecond > 0,
    limitsFailures: dependencies.failuresPerMinute > 0,
  });

  app.use('/v1', setPreflightHeaders(origins));
  const guards: readonly RequestHandler[] = [
    shedLoad(dependencies.isBehind, () => metrics.shed('event loop')),
    markPrivate,
    requireToken(dependencies.authenticate, { perMinute: dependencies.failuresPerMinute }),
    setCorsHeaders(origins),
    rateLimit(dependencies.limit),
    limitUnsentBytes(dependencies.maxUnsentBytes, metrics),
  ];
  addRoute(app, 'get', '/v1/products', ...guards, routes.products);
  addRoute(app, 'post', '/v1/products/search', ...guards, ...jsonBody(), routes.search);
  // After the search: its path names no product.
  addRoute(app, 'get', '/v1/products/:id', ...guards, routes.product);
  addRoute(app, 'post', '/v1/search', ...guards, ...jsonBody(), routes.results);
  addRoute(app, 'get', '/v1/search/suggestions', ...guards, routes.suggestions);
  addRoute(app, 'get', '/v1/collections', ...guards, routes.collections);

  app.use(notFound());
  app.use('/v1', setProblemCorsHeaders(origins));
  app.use(renderProblems(logger));
  return app;
}
