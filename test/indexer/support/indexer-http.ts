/** Reads an indexer's `/readyz` and `/metrics`. */
import type { Log } from '../../../dev/processes/process-log.ts';
import { type Api, apiAt } from '../../support/requests.ts';
import { eventually } from '../../support/service.ts';

/** Sends requests to the indexer. */
export async function httpOf(indexer: Log): Promise<Api> {
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  return apiAt(Number(port));
}

export interface Readiness {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
}

export async function readinessOf(indexer: Log): Promise<Readiness> {
  const { status, body } = await (await httpOf(indexer)).request<{ checks: Record<string, string> }>('/readyz');
  return { status, checks: body.checks };
}

/**
 * Resolves when `/readyz` responds with 503, the message of a check matches, and other checks have the states of
 * `beside`. A check of a busy engine may fail for a moment. Why an indexer can't lead is also
 * logged as an error.
 */
export async function eventuallyNotReady(
  indexer: Log,
  check: string,
  message: RegExp,
  beside: Readonly<Record<string, string>> = {},
): Promise<Readiness> {
  if (check === 'leadership') await indexer.line(({ level }) => level === 'error');
  return await eventually(
    () => readinessOf(indexer),
    ({ status, checks }) =>
      status === 503 &&
      message.test(checks[check] ?? '') &&
      Object.entries(beside).every(([name, state]) => checks[name] === state),
  );
}

export const eventuallyReady = (indexer: Log): Promise<Readiness> =>
  eventually(
    () => readinessOf(indexer),
    ({ status }) => status === 200,
  );

/** The value of a series, such as `reindexes_total{result="done"}` or `held`; NaN when it is missing. */
export async function metricOf(indexer: Log, series: string): Promise<number> {
  const { text } = await (await httpOf(indexer)).request('/metrics');
  const [name = '', labels = ''] = series.split(/[{}]/);
  const line = text.split('\n').find((each) => each.startsWith(`catalogue_indexer_${name}{${labels}`));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? Number.NaN);
}
