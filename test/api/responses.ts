/** Helpers of the API tests: expectations of responses, and values read from them. */
import type { Log, LogLine } from '../../dev/processes/process-log.ts';
import { type Api, type ApiResponse, eventually } from '../support/service.ts';

/** Retries a 503 that has Retry-After: other tests may slow the machine so that a search times out. */
export const untilAvailable = <T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> =>
  eventually(send, ({ status, headers }) => status !== 503 || !headers.has('retry-after'));

/** The ids of a list's items, in order. */
// biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
export const idsOf = (response: ApiResponse<any>): string[] =>
  response.body.data.map((item: { id: string }) => item.id);

/** The product ids of a form A search response, in order. */
// biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
export function foundIdsOf({ status, body, text }: ApiResponse<any>): string[] {
  if (!Array.isArray(body)) throw new Error(`no list of products: ${status} ${text}`);
  return body.map((item: { product: { id: string } }) => item.product.id);
}

/** Expects a problem with exactly the documented fields. Only a 400 has `errors`. */
// biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
export function expectProblem(response: ApiResponse<any>, status: number, code: string): void {
  const { headers, body } = response;
  expect([response.status, headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect(body).toEqual({
    type: `/docs/problems/${code}`,
    title: expect.stringMatching(/^[A-Z]/),
    status,
    detail: expect.stringMatching(/^\S.*\.$/s),
    code,
    requestId: headers.get('x-request-id'),
    ...(status === 400 ? { errors: expect.any(Array) } : {}),
  });
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  if (status !== 400) return;
  expect(body.errors.length).toBeGreaterThan(0);
  for (const error of body.errors) expect(error).toEqual({ path: expect.any(String), message: expect.any(String) });
}

/** Expects the problem of a search that can't reach Meilisearch, without internal texts. */
export function expectUnavailable(response: ApiResponse): void {
  expectProblem(response, 503, 'search_unavailable');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(response.text).not.toMatch(/meili|index|127\.0\.0\.1|ECONN/i);
}

/** The names of a response's CORS headers. */
export const corsHeadersOf = ({ headers }: ApiResponse): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

/** Expects a 400 whose errors have exactly these paths, in any order. */
// biome-ignore lint/suspicious/noExplicitAny: the test states what it expects of the body.
export function expectErrors(response: ApiResponse<any>, ...paths: readonly string[]): void {
  expectProblem(response, 400, 'invalid_request');
  expect(response.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths.toSorted());
}

/** Reads all pages of a list in turn, and resolves to the ids on each. */
export async function readPages(api: Api, token: string, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page = 1; ; page += 1) {
    const response = await api.request(`${path}${path.includes('?') ? '&' : '?'}page=${page}`, { token });
    expect(response.status).toBe(200);
    pages.push(idsOf(response));
    if (response.body.meta.nextPageUrl === null) return pages;
  }
}

/** The URLs of a Link header by relation. */
export function linksOf(response: ApiResponse): Record<string, string> {
  const parts = (response.headers.get('link') ?? '').split(', ').filter((part) => part !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, address = '', relation = ''] = /^<([^>]*)>; rel="(\w+)"$/.exec(part) ?? [];
      return [relation, address];
    }),
  );
}

/** The id of the request that a log line is about. */
const requestIdOf = ({ req }: LogLine): string | undefined => (req as { id?: string } | undefined)?.id;

/**
 * Resolves to the access-log line of the request with this id or response. Until then, the log may lack what the
 * request caused: lines are written in batches.
 */
export function loggedRequest({ line }: Log, request: string | ApiResponse): Promise<LogLine> {
  const id = typeof request === 'string' ? request : request.headers.get('x-request-id');
  return line((candidate) => requestIdOf(candidate) === id);
}

/** The value of a series in /metrics; 0 if it's absent. */
export const metricOf = async (api: Api, line: string): Promise<number> => (await metricsOf(api, [line]))[0] ?? 0;

/** The values of several series. They are read at once: a read of /metrics costs more than that of a page. */
export async function metricsOf(api: Api, lines: readonly string[]): Promise<number[]> {
  const shown = (await api.request('/metrics')).text.split('\n');
  return lines.map((line) => {
    const found = shown.find((candidate) => candidate.startsWith(`${line} `));
    return Number(found?.slice(line.length + 1) ?? 0);
  });
}

/** Resolves when the API has this many permits of MongoDB: while it is busy, as after its start, it has fewer. */
export const untilPermits = (api: Api, expected: number): Promise<number> =>
  eventually(
    () => metricOf(api, 'catalogue_read_permits{engine="mongodb"}'),
    (permits) => permits === expected,
  );
