/**
 * The app, made from what it needs; it does not listen. What every request begins with comes first, then what can be
 * answered from memory, then Express. The order of the parts is the order of the checks.
 */
import type { RequestListener } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { type CollectionsDependencies, listCollections } from './collections/routes.ts';
import { accessLog } from './http/access-log.ts';
import { answerPreflights, type Origins, shareAnswers } from './http/cors.ts';
import { type MessageClasses, messagesOf } from './http/express-messages.ts';
import { healthRoutes, type ReadinessCheck } from './http/health.ts';
import { jsonBody } from './http/json-body.ts';
import { createAnswerKept } from './http/kept-answers.ts';
import { limitUrl } from './http/limit-url.ts';
import { measureRequests } from './http/measure-requests.ts';
import { metricsRoute } from './http/metrics-route.ts';
import { notFound, renderProblems } from './http/problems.ts';
import { createRateLimit, type RateLimit } from './http/rate-limit.ts';
import { inSlot } from './http/reads.ts';
import { giveId } from './http/request-id.ts';
import { requireToken } from './http/require-token.ts';
import { markPrivate } from './http/respond.ts';
import { offer } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { shedLoad } from './http/shed-load.ts';
import { asHandler } from './http/step.ts';
import { openApiRoutes } from './openapi/routes.ts';
import type { Logger } from './platform/logger.ts';
import type { ApiMetrics } from './platform/metrics.ts';
import { listProducts, type ProductsDependencies } from './products/routes.ts';
import { type SearchDependencies, searchProducts } from './search/routes.ts';
import type { Authenticate } from './tenancy/authenticate.ts';

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

const PRODUCTS = '/v1/products';
const COLLECTIONS = '/v1/collections';

export interface App {
  readonly listener: RequestListener;
  /** What the server is to make its requests and responses of. */
  readonly messages: MessageClasses;
}

export function createApp(dependencies: AppDependencies): App {
  const { logger, metrics, authenticate, pages, isBehind, origins } = dependencies;
  const limit = createRateLimit(dependencies.limit);
  const beginning = [giveId, accessLog(logger), measureRequests(metrics.requestDone), securityHeaders()];
  const answerKept = createAnswerKept({
    paths: [PRODUCTS, COLLECTIONS],
    ...{ pages, authenticate, limit, isBehind },
    marks: [markPrivate, shareAnswers(origins)],
  });
  const routes = createRoutes(dependencies, limit);
  return {
    messages: messagesOf(routes),
    listener(request, response) {
      for (const step of beginning) step(request, response);
      if (!answerKept(request, response)) routes(request, response);
    },
  };
}

/** All routes, for requests that have begun. */
export function createRoutes(dependencies: AppDependencies, limit: RateLimit): Express {
  const { logger, metrics } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  // Parameters are read by the routes themselves, which must see when one was given twice.
  app.set('query parser', false);
  app.enable('case sensitive routing');
  app.set('trust proxy', dependencies.proxies);

  app.use(asHandler(limitUrl));
  healthRoutes(app, {
    checks: dependencies.readinessChecks,
    // Without Meilisearch the lists go on: taking the process out of service would make a part's outage the whole's.
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

  app.use('/v1', answerPreflights(dependencies.origins));
  const guards: readonly RequestHandler[] = [
    asHandler(shedLoad(dependencies.isBehind, () => metrics.shed('event loop'))),
    asHandler(markPrivate),
    requireToken(dependencies.authenticate, { perMinute: dependencies.failuresPerMinute }),
    asHandler(shareAnswers(dependencies.origins)),
    asHandler(limit.take),
  ];
  const search = inSlot(dependencies.slots, searchProducts(dependencies));
  offer(app, 'get', PRODUCTS, ...guards, listProducts(dependencies));
  offer(app, 'post', '/v1/products/search', ...guards, ...jsonBody(), search);
  offer(app, 'get', COLLECTIONS, ...guards, listCollections(dependencies));

  app.use(notFound());
  app.use(renderProblems(logger));
  return app;
}
