/** `POST /v1/search`: a page of search results with everything that a results page shows. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { scopeOf } from '../../http/context.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendJson } from '../../http/respond.ts';
import { parseBody } from '../../http/validation.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { recordSearch } from '../analytics/record-search.ts';
import type { SearchLog } from '../analytics/search-log.ts';
import { resultsBody } from './parameters.ts';
import type { FindResults } from './results.ts';

interface ResultsRouteDependencies {
  readonly findResults: FindResults;
  readonly searchLog: SearchLog;
  readonly metrics: ApiMetrics;
}

export function searchResults(dependencies: ResultsRouteDependencies): RequestHandler {
  return async (request, response) => {
    const { body = {} } = request;
    const parameters = parseBody(body, resultsBody);
    const scope = scopeOf(response);
    const call = { searchId: randomUUID(), startedAtMs: performance.now(), signal: disconnectSignal(response) };
    const { json, productCount } = await dependencies.findResults(scope, parameters, call);
    // A further page isn't another search, and a page of all products isn't a search.
    if (parameters.query !== '' && parameters.page === 1)
      recordSearch(dependencies, response, { ...parameters, hits: productCount, startedAtMs: call.startedAtMs });
    await sendJson(request, response, json, { 'Cache-Control': 'no-store', 'Catalogue-Search-Id': call.searchId });
  };
}
