/** The Express app, without a listening socket. Every request passes its middleware in the order of this file. */
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { ConfigOf } from '../config.ts';
import { addRoute } from '../http/add-route.ts';
import { markPrivate } from '../http/respond.ts';
import { accessLog } from '../http/server/access-log.ts';
import { healthRoutes, type ReadinessCheck } from '../http/server/health.ts';
import { metricsRoute } from '../http/server/metrics-route.ts';
import { notFound, renderProblems } from '../http/server/problem-responses.ts';
import { assignRequestId } from '../http/server/request-id.ts';
import type { Logger } from '../runtime/logger.ts';
import type { ApiMetrics } from '../runtime/monitoring/metrics.ts';
import type { Authenticate } from '../tenancy/authenticate.ts';
import { setCorsHeaders, setPreflightHeaders, setProblemCorsHeaders } from './middleware/cors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { limitUnsentBytes } from './middleware/limits/limit-unsent-bytes.ts';
import { limitUrl } from './middleware/limits/limit-url.ts';
import { rateLimit } from './middleware/limits/rate-limit.ts';
import { shedLoad } from './middleware/limits/shed-load.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { requireHost } from './middleware/require-host.ts';
import { requireToken } from './middleware/require-token.ts';
import { openApiRoutes } from './openapi/routes.ts';

type RouteName = 'products' | 'product' | 'search' | 'results' | 'suggestions' | 'collections';

export interface AppDependencies {
  /** The handler of each resource's route. It runs after the middleware. */
  readonly routes: Readonly<Record<RouteName, RequestHandler>>;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly authenticate: Authenticate;
  readonly readinessChecks: { readonly mongodb: ReadinessCheck; readonly meilisearch: ReadinessCheck };
  readonly isStopping: () => boolean;
  /** Whether the event loop of this process is behind. */
  readonly isBehind: () => boolean;
}

export function createApp(config: ConfigOf<'api'>, dependencies: AppDependencies): Express {
  const { routes, logger, metrics, authenticate, readinessChecks, isStopping, isBehind } = dependencies;
  const origins = config.CORS_ORIGINS;
  const app = express();
  app.disable('x-powered-by');
  // Routes parse the query themselves: they reject a parameter that is given twice.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.set('trust proxy', config.TRUST_PROXY);

  app.use(assignRequestId, accessLog(logger), measureRequests(metrics.requests), helmet(), requireHost, limitUrl);

  // Lists work without Meilisearch. Requiring it would turn a partial outage into a full one.
  healthRoutes(app, { checks: readinessChecks, required: ['mongodb'], isStopping, logger });
  if (config.METRICS_PORT === undefined) metricsRoute(app, metrics.registry);
  openApiRoutes(app, config);

  app.use('/v1', setPreflightHeaders(origins));
  const guards: readonly RequestHandler[] = [
    shedLoad(isBehind),
    markPrivate,
    requireToken(authenticate, config.FAILED_AUTHENTICATIONS_PER_MINUTE),
    setCorsHeaders(origins),
    rateLimit({ perSecond: config.RATE_LIMIT_PER_SECOND, burst: config.RATE_LIMIT_BURST }),
    limitUnsentBytes(config.MAX_UNSENT_BYTES, (bytes) => metrics.unsentBytes.set(bytes)),
  ];
  addRoute(app, 'get', '/v1/products', ...guards, routes.products);
  addRoute(app, 'post', '/v1/products/search', ...guards, ...jsonBody, routes.search);
  // After the search: its path names no product.
  addRoute(app, 'get', '/v1/products/:id', ...guards, routes.product);
  addRoute(app, 'post', '/v1/search', ...guards, ...jsonBody, routes.results);
  addRoute(app, 'get', '/v1/search/suggestions', ...guards, routes.suggestions);
  addRoute(app, 'get', '/v1/collections', ...guards, routes.collections);

  app.use(notFound);
  app.use('/v1', setProblemCorsHeaders(origins));
  app.use(renderProblems((reason) => metrics.shed.inc({ reason })));
  return app;
}
