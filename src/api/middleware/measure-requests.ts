/** Measures each request when its response closes, whether it was sent or the client disconnected. */
import type { RequestHandler } from 'express';
import { contextOf } from '../../http/context.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';

/** The status in the metrics of a request whose client disconnected. */
const CLIENT_DISCONNECTED = 499;

/** The methods of the routes. Node accepts some thirty others. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/**
 * The labels are the pattern of the route, never the path, and a method of the routes or `other`: the client chooses
 * both, and every label costs memory.
 */
export function measureRequests(requests: ApiMetrics['requests']): RequestHandler {
  return ({ method }, response, next) => {
    const startedAtMs = performance.now();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_DISCONNECTED;
      const { route = 'unmatched' } = contextOf(response);
      const label = METHODS.has(method) ? method : 'other';
      requests.observe({ route, method: label, status: String(status) }, (performance.now() - startedAtMs) / 1000);
    });
    next();
  };
}
