/** An Express app for health and metrics: routes without tokens, for operators. */
import express, { type Express, type IRouter } from 'express';
import type { Logger } from '../../runtime/logger.ts';
import { accessLog } from './access-log.ts';
import { notFound, renderProblems } from './problem-responses.ts';
import { assignRequestId } from './request-id.ts';

/** Creates an app with the routes that `addRoutes` adds. */
export function createServiceApp(logger: Logger, addRoutes: (router: IRouter) => void): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(assignRequestId, accessLog(logger));
  addRoutes(app);
  app.use(notFound, renderProblems());
  return app;
}
