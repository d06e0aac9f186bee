/** `/metrics` for Prometheus, without a token. */
import type { IRouter } from 'express';
import type { Registry } from 'prom-client';
import { singleFlight } from '../../runtime/concurrency/single-flight.ts';
import { addRoute } from '../add-route.ts';

/** Concurrent requests share one rendering. */
export function metricsRoute(router: IRouter, registry: Registry): void {
  const render = singleFlight(() => registry.metrics());
  addRoute(router, 'get', '/metrics', async (_request, response) => {
    response.setHeader('Content-Type', registry.contentType);
    response.end(await render());
  });
}
