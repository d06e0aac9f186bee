/** `POST /v1/products/search`: the index says which products match, MongoDB what they are now. */
import type { RequestHandler, Response } from 'express';
import { contextOf, scopeOf } from '../http/context.ts';
import { sendJson } from '../http/respond.ts';
import { parseBody } from '../http/validation.ts';
import type { ApiMetrics } from '../platform/metrics.ts';
import type { Slots } from '../platform/slots.ts';
import type { SearchLog } from './analytics/search-log.ts';
import { type SearchRequest, searchBody } from './parameters.ts';
import type { Search } from './pipeline.ts';

export interface SearchDependencies {
  readonly search: Search;
  readonly searchLog: SearchLog;
  readonly metrics: ApiMetrics;
  readonly maxLimit: number;
  readonly slots: Slots;
}

export function searchProducts({ search, searchLog, metrics, maxLimit, slots }: SearchDependencies): RequestHandler {
  const body = searchBody(maxLimit);
  return async (request, response) => {
    const parameters = parseBody(request.body, body);
    const scope = scopeOf(response);
    let startedMs = 0;
    const { json, hits } = await slots.run(
      scope.merchantId,
      () => {
        startedMs = performance.now();
        return search(scope, parameters, disconnectSignal(response));
      },
      () => response.destroyed,
    );
    metrics.searchAnswered(hits > 0 ? 'found' : 'nothing');
    const tookMs = Math.round(10 * (performance.now() - startedMs)) / 10;
    const tokenHash = contextOf(response).authentication?.tokenHash ?? '';
    const { merchantId } = scope;
    searchLog.record(tokenHash, {
      ...{ merchantId, query: parameters.query, hits, tookMs },
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

/** Aborted when the client disconnects: a search box sends a search at each key press, and drops the one before. */
function disconnectSignal(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
