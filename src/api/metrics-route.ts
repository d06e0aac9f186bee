/** `/metrics` for Prometheus, without a token: a route of the app, or an app of its own for a port of its own. */
import express, { type Express, type IRouter } from 'express';
import type { Registry } from 'prom-client';
import { addRoute } from '../http/routes.ts';
import { coalesce } from '../runtime/coalesce.ts';
import type { Logger } from '../runtime/logger.ts';
import { accessLog } from './middleware/access-log.ts';
import { notFound, renderProblems } from './middleware/problem-responses.ts';
import { giveId } from './middleware/request-id.ts';

/** Requests that come at the same time share one text. */
export function metricsRoute(router: IRouter, registry: Registry): void {
  const render = coalesce(() => registry.metrics());
  addRoute(router, 'get', '/metrics', async (_request, response) => {
    response.setHeader('Content-Type', registry.contentType);
    response.end(await render());
  });
}

/** An app with this route alone. */
export function createMetricsApp(registry: Registry, logger: Logger): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(giveId, accessLog(logger));
  metricsRoute(app, registry);
  app.use(notFound(), renderProblems(logger));
  return app;
}
