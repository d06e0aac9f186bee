/** `POST /v1/products/search`: the index selects the products, and MongoDB has their current data. */
import type { RequestHandler } from 'express';
import { contextOf, scopeOf } from '../http/context.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { sendJson } from '../http/respond.ts';
import { parseBody } from '../http/validation.ts';
import type { ApiMetrics } from '../runtime/metrics.ts';
import type { SearchLog } from './analytics/search-log.ts';
import { type SearchRequest, searchBody } from './parameters.ts';
import type { Search } from './pipeline.ts';

export interface SearchDependencies {
  readonly search: Search;
  readonly searchLog: SearchLog;
  readonly metrics: ApiMetrics;
  readonly maxLimit: number;
}

export function searchProducts({ search, searchLog, metrics, maxLimit }: SearchDependencies): RequestHandler {
  const body = searchBody(maxLimit);
  return async (request, response) => {
    const parameters = parseBody(request.body, body);
    const scope = scopeOf(response);
    const startedMs = performance.now();
    // A search box searches at each key press, and aborts the search before.
    const { json, hits } = await search(scope, parameters, disconnectSignal(response));
    metrics.searchAnswered(hits > 0 ? 'found' : 'nothing');
    const tookMs = Math.round(10 * (performance.now() - startedMs)) / 10;
    const tokenHash = contextOf(response).authentication?.tokenHash ?? '';
    const { merchantId, visibility } = scope;
    searchLog.record(tokenHash, {
      ...{ merchantId, visibility, query: parameters.query, hits, tookMs },
      isFiltered: hasFilter(parameters),
    });
    response.setHeader('Cache-Control', 'no-store');
    await sendJson(request, response, json);
  };
}

function hasFilter({ filter }: SearchRequest): boolean {
  for (const _condition in filter) return true;
  return false;
}
