/** `POST /v1/search`: a page of search results with everything that a results page shows. */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { contextOf, scopeOf } from '../../http/context.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { sendJson } from '../../http/respond.ts';
import { parseBody } from '../../http/validation.ts';
import type { ApiMetrics } from '../../runtime/metrics.ts';
import type { SearchLog } from '../analytics/search-log.ts';
import { type ResultsRequest, resultsBody } from './parameters.ts';
import type { FindResults } from './results.ts';

export interface ResultsRouteDependencies {
  readonly findResults: FindResults;
  readonly searchLog: SearchLog;
  readonly metrics: ApiMetrics;
}

export function searchResults({ findResults, searchLog, metrics }: ResultsRouteDependencies): RequestHandler {
  return async (request, response) => {
    const parameters = parseBody(request.body, resultsBody);
    const scope = scopeOf(response);
    const call = { searchId: randomUUID(), startedMs: performance.now(), signal: disconnectSignal(response) };
    const { json, hits } = await findResults(scope, parameters, call);
    const { query, page } = parameters;
    // A further page isn't another search, and a page of all products isn't a search.
    if (query !== '' && page === 1) {
      metrics.searchAnswered(hits > 0 ? 'found' : 'nothing');
      const { merchantId, visibility } = scope;
      const tookMs = Math.round(10 * (performance.now() - call.startedMs)) / 10;
      const search = { merchantId, visibility, query, hits, tookMs, isFiltered: hasFilter(parameters) };
      searchLog.record(contextOf(response).authentication?.tokenHash ?? '', search);
    }
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Catalogue-Search-Id', call.searchId);
    await sendJson(request, response, json);
  };
}

const hasFilter = ({ filter }: ResultsRequest): boolean => Object.keys(filter).length > 0;
