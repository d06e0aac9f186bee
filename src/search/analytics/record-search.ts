/** Records an answered search: in the metrics, and in the search log. */
import type { ServerResponse } from 'node:http';
import { contextOf, scopeOf } from '../../http/context.ts';
import type { ApiMetrics } from '../../runtime/monitoring/metrics.ts';
import { msSince } from '../../runtime/ms-since.ts';
import type { SearchLog } from './search-log.ts';

interface Recorders {
  readonly searchLog: SearchLog;
  readonly metrics: Pick<ApiMetrics, 'searches'>;
}

interface AnsweredSearch {
  readonly query: string;
  readonly filter: object;
  /** The number of products in the response. */
  readonly hits: number;
  readonly startedAtMs: number;
}

/** `response` is that of the search: its token's scope and hash go to the log. */
export function recordSearch(
  { searchLog, metrics }: Recorders,
  response: ServerResponse,
  search: AnsweredSearch,
): void {
  const { query, filter, hits, startedAtMs } = search;
  metrics.searches.inc({ outcome: hits > 0 ? 'found' : 'nothing' });
  const { merchantId, visibility } = scopeOf(response);
  const isFiltered = Object.keys(filter).length > 0;
  const logged = { merchantId, visibility, query, hits, tookMs: msSince(startedAtMs), isFiltered };
  searchLog.record(contextOf(response).authentication?.tokenHash ?? '', logged);
}
