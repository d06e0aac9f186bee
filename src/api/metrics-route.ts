/** `/metrics` for Prometheus, without a token: a route of the API's app, or of a separate app on a separate port. */
import express, { type Express, type IRouter } from 'express';
import type { Registry } from 'prom-client';
import { addRoute } from '../http/add-route.ts';
import { coalesce } from '../runtime/concurrency/coalesce.ts';
import type { Logger } from '../runtime/logger.ts';
import { accessLog } from './middleware/access-log.ts';
import { notFound, renderProblems } from './middleware/problem-responses.ts';
import { assignRequestId } from './middleware/request-id.ts';

/** Concurrent requests share one rendering. */
export function metricsRoute(router: IRouter, registry: Registry): void {
  const render = coalesce(() => registry.metrics());
  addRoute(router, 'get', '/metrics', async (_request, response) => {
    response.setHeader('Content-Type', registry.contentType);
    response.end(await render());
  });
}

/** Creates an app whose only route is `/metrics`. */
export function createMetricsApp(registry: Registry, logger: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(assignRequestId, accessLog(logger));
  metricsRoute(app, registry);
  app.use(notFound(), renderProblems(logger));
  return app;
}
