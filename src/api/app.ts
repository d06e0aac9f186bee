/** The Express app; it does not listen. The order of its middleware is the order of every request. */
import express, { type Express, type RequestHandler } from 'express';
import { type CollectionsDependencies, listCollections } from '../collections/routes.ts';
import { markPrivate } from '../http/respond.ts';
import { addRoute } from '../http/routes.ts';
import { listProducts, type ProductsDependencies, showProduct } from '../products/routes.ts';
import type { Logger } from '../runtime/logger.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import { type SearchDependencies, searchProducts } from '../search/routes.ts';
import type { Authenticate } from '../tenancy/authenticate.ts';
import { healthRoutes, type ReadinessCheck } from './health.ts';
import { metricsRoute } from './metrics-route.ts';
import { accessLog } from './middleware/access-log.ts';
import { requireToken } from './middleware/authenticate.ts';
import { answerPreflights, type Origins, shareAnswers } from './middleware/cors.ts';
import { jsonBody } from './middleware/json-body.ts';
import { limitUrl } from './middleware/limit-url.ts';
import { measureRequests } from './middleware/measure-requests.ts';
import { notFound, renderProblems } from './middleware/problem-responses.ts';
import { rateLimit } from './middleware/rate-limit.ts';
import { giveId } from './middleware/request-id.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { shedLoad } from './middleware/shed-load.ts';
import { openApiRoutes } from './openapi/routes.ts';

export interface AppDependencies extends ProductsDependencies, CollectionsDependencies, SearchDependencies {
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly authenticate: Authenticate;
  readonly limit: { readonly perSecond: number; readonly burst: number };
  /** How many invalid tokens an address may bring in a minute; 0: any number. */
  readonly failuresPerMinute: number;
  /** Pages of these origins may read what `published` tokens get. */
  readonly origins: Origins;
  /** How many proxies stand before this process, whose X-Forwarded-For says where a request came from. */
  readonly proxies: number;
  readonly readinessChecks: { readonly mongodb: ReadinessCheck; readonly meilisearch: ReadinessCheck };
  /** Whether this app answers `/metrics`. */
  readonly servesMetrics: boolean;
  readonly isStopping: () => boolean;
  /** Whether this process has more to do than it can keep up with. */
  readonly isBehind: () => boolean;
  /** The form of a search's response, as the OpenAPI document describes it. */
  readonly form: 'A' | 'B';
}

export function createApp(dependencies: AppDependencies): Express {
  const { logger, metrics, origins } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  // Routes parse their parameters themselves: they must see when one was given twice.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.set('trust proxy', dependencies.proxies);

  app.use(giveId, accessLog(logger), measureRequests(metrics.requestDone), securityHeaders(), limitUrl);

  healthRoutes(app, {
    checks: dependencies.readinessChecks,
    // Without Meilisearch lists still work: taking the process out of service would make a partial outage a whole one.
    required: ['mongodb'],
    isStopping: dependencies.isStopping,
  });
  if (dependencies.servesMetrics) metricsRoute(app, metrics.registry);
  openApiRoutes(app, {
    servesMetrics: dependencies.servesMetrics,
    maxPerPage: dependencies.maxPerPage,
    maxLimit: dependencies.maxLimit,
    productsLimit: dependencies.productsLimit,
    form: dependencies.form,
    isLimited: dependencies.limit.perSecond > 0,
    limitsFailures: dependencies.failuresPerMinute > 0,
  });

  app.use('/v1', answerPreflights(origins));
  const guards: readonly RequestHandler[] = [
    shedLoad(dependencies.isBehind, () => metrics.shed('event loop')),
    markPrivate,
    requireToken(dependencies.authenticate, { perMinute: dependencies.failuresPerMinute }),
    shareAnswers(origins),
    rateLimit(dependencies.limit),
  ];
  addRoute(app, 'get', '/v1/products', ...guards, listProducts(dependencies));
  addRoute(app, 'post', '/v1/products/search', ...guards, ...jsonBody(), searchProducts(dependencies));
  // After the search, whose path it would take for a product's.
  addRoute(app, 'get', '/v1/products/:id', ...guards, showProduct(dependencies));
  addRoute(app, 'get', '/v1/collections', ...guards, listCollections(dependencies));

  app.use(notFound());
  app.use(renderProblems(logger));
  return app;
}
