/** Reads an indexer's `/readyz` and `/metrics`. */
import type { Log } from '../../../dev/processes/process-log.ts';
import { eventually } from '../../support/service.ts';

async function addressOf(indexer: Log): Promise<string> {
  const { port } = await indexer.line(({ msg }) => msg === 'health and metrics');
  return `http://127.0.0.1:${port}`;
}

export interface Readiness {
  readonly status: number;
  readonly checks: Readonly<Record<string, string>>;
}

export async function readinessOf(indexer: Log): Promise<Readiness> {
  const response = await fetch(`${await addressOf(indexer)}/readyz`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, checks };
}

/**
 * Resolves when `/readyz` responds with 503, the message of a check matches, and other checks have the states of
 * `beside`. A check of a busy engine may fail for a moment.
 */
export const eventuallyNotReady = (
  indexer: Log,
  check: string,
  message: RegExp,
  beside: Readonly<Record<string, string>> = {},
): Promise<Readiness> =>
  eventually(
    () => readinessOf(indexer),
    ({ status, checks }) =>
      status === 503 &&
      message.test(checks[check] ?? '') &&
      Object.entries(beside).every(([name, state]) => checks[name] === state),
  );

export const eventuallyReady = (indexer: Log): Promise<Readiness> =>
  eventually(
    () => readinessOf(indexer),
    ({ status }) => status === 200,
  );

/** The value of a series, such as `reindexes_total{result="done"}` or `held`; NaN when it is missing. */
export async function metricOf(indexer: Log, series: string): Promise<number> {
  const text = await (await fetch(`${await addressOf(indexer)}/metrics`)).text();
  const [name = '', labels = ''] = series.split(/[{}]/);
  const line = text.split('\n').find((each) => each.startsWith(`catalogue_indexer_${name}{${labels}`));
  return Number(line?.slice(line.lastIndexOf(' ')) ?? Number.NaN);
}
