/** `POST /v1/products/search`: the index selects the products, and MongoDB has their current data. */
import type { RequestHandler } from 'express';
import { scopeOf } from '../../http/context.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendJson } from '../../http/respond.ts';
import { parseBody } from '../../http/validation.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { recordSearch } from '../analytics/record-search.ts';
import type { SearchLog } from '../analytics/search-log.ts';
import { searchBody } from './parameters.ts';
import type { Search } from './search.ts';

interface SearchDependencies {
  readonly search: Search;
  readonly searchLog: SearchLog;
  readonly metrics: ApiMetrics;
  readonly maxLimit: number;
}

export function searchProducts(dependencies: SearchDependencies): RequestHandler {
  const body = searchBody(dependencies.maxLimit);
  return async (request, response) => {
    const parameters = parseBody(request.body, body);
    const scope = scopeOf(response);
    const startedAtMs = performance.now();
    // A search box searches at each key press, and aborts the search before.
    const { json, productCount } = await dependencies.search(scope, parameters, disconnectSignal(response));
    recordSearch(dependencies, response, { ...parameters, hits: productCount, startedAtMs });
    await sendJson(request, response, json, { 'Cache-Control': 'no-store' });
  };
}
