/** Registers a route, and the responses to other methods at its path: 204 to OPTIONS, 405 to the rest. */
import type { IRouter, RequestHandler } from 'express';
import { Problem } from '../runtime/problems.ts';
import { contextOf } from './context.ts';

type Method = 'get' | 'post';
const ALLOWED: Readonly<Record<Method, string>> = { get: 'GET, HEAD, OPTIONS', post: 'POST, OPTIONS' };

/**
 * `path` is the full pattern, and the route's name in logs and metrics. Express handles HEAD with the handlers of GET.
 */
export function addRoute(router: IRouter, method: Method, path: string, ...handlers: readonly RequestHandler[]): void {
  const nameRoute: RequestHandler = (_request, response, next) => {
    contextOf(response).route = path;
    next();
  };
  router[method](path, nameRoute, ...handlers);
  router.all(path, nameRoute, (request, response) => {
    if (request.method !== 'OPTIONS') {
      throw new Problem('method_not_allowed', {
        detail: `This path allows ${ALLOWED[method]}.`,
        headers: { Allow: ALLOWED[method] },
      });
    }
    response.setHeader('Allow', ALLOWED[method]);
    response.status(204).end();
  });
}
