/** What tests of the API say about its answers again and again. */
import { type Api, type ApiResponse, eventually } from '../support/service.ts';

/** Comes again as the answer says while an engine is out: where other tests take the machine, a search may run out of time. */
export const answered = <T>(send: () => Promise<ApiResponse<T>>): Promise<ApiResponse<T>> =>
  eventually(send, ({ status, headers }) => status !== 503 || !headers.has('retry-after'));

/** The ids of a list's items, in their order. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test is about.
export const idsOf = (response: ApiResponse<any>): string[] =>
  response.body.data.map((item: { id: string }) => item.id);

/** The ids of the products of a search in form A, in their order. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test is about.
export function foundIdsOf({ status, body, text }: ApiResponse<any>): string[] {
  if (!Array.isArray(body)) throw new Error(`no list of products: ${status} ${text}`);
  return body.map((item: { product: { id: string } }) => item.product.id);
}

/** Expects a problem with exactly the contract's fields. A 400 has `errors`, no other status has them. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test is about.
export function expectProblem(response: ApiResponse<any>, status: number, code: string): void {
  const { headers, body } = response;
  expect([response.status, headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect(body).toEqual({
    type: `urn:catalogue:problem:${code}`,
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
  for (const fault of body.errors) expect(fault).toEqual({ path: expect.any(String), message: expect.any(String) });
}

/** Expects a 400 whose faults are at exactly these places, in any order. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is what the test is about.
export function expectErrors(response: ApiResponse<any>, ...paths: readonly string[]): void {
  expectProblem(response, 400, 'invalid_request');
  expect(response.body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths.toSorted());
}

/** Reads every page of a list, one after the other, and resolves to the ids of each. */
export async function readPages(api: Api, token: string, path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page = 1; ; page += 1) {
    const response = await api.request(`${path}${path.includes('?') ? '&' : '?'}page=${page}`, { token });
    expect(response.status).toBe(200);
    pages.push(idsOf(response));
    if (response.body.meta.nextPageUrl === null) return pages;
  }
}

/** The relations of a Link header, each with its address. */
export function linksOf(response: ApiResponse): Record<string, string> {
  const parts = (response.headers.get('link') ?? '').split(', ').filter((part) => part !== '');
  return Object.fromEntries(
    parts.map((part) => {
      const [, address = '', relation = ''] = /^<([^>]*)>; rel="(\w+)"$/.exec(part) ?? [];
      return [relation, address];
    }),
  );
}

/** The value of one line of /metrics, 0 where it is not there. */
export async function metricOf(api: Api, line: string): Promise<number> {
  const { text } = await api.request('/metrics');
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1) ?? 0);
}
