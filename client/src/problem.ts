/** `CatalogueError`: every response other than success, as one class that a program can tell apart by `code`. */
import type { components } from './openapi.ts';

type Problem = components['schemas']['Problem'];

/** The codes of the API, and `unexpected_response` for a response that isn't the API's, as from a proxy in between. */
export type CatalogueErrorCode = Problem['code'] | 'unexpected_response';

/** One fault of a request: a parameter or a path into the body, and what is allowed there. */
export type RequestFault = NonNullable<Problem['errors']>[number];

/** `message` says what is wrong this time, in words for developers. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: CatalogueErrorCode;
  /** The HTTP status. */
  readonly status: number;
  /** Names the request in the API's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before the next attempt, where the response says so. */
  readonly retryAfter: number | undefined;
  /** With `invalid_request`: all faults at once. Otherwise empty. */
  readonly errors: readonly RequestFault[];

  constructor(response: Response, body?: unknown) {
    const problem = isProblem(body) ? body : undefined;
    super(problem?.detail ?? `The response (HTTP ${response.status}) is not one of the catalogue API`);
    this.code = problem?.code ?? 'unexpected_response';
    this.status = response.status;
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.retryAfter = secondsOf(response.headers.get('retry-after'));
    this.errors = problem?.errors ?? [];
  }
}

/** JSON of a gateway may have a `code`, too. */
function isProblem(body: unknown): body is Problem {
  const { code, detail } = (body ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

/**
 * A Retry-After header in seconds: a number, the first of a list if a proxy adds its own, or a date. Undefined for a
 * date that has passed, as when the clock is ahead, and for other texts, which `Date.parse` may accept, such as `1.5`.
 */
function secondsOf(header: string | null): number | undefined {
  const text = header ?? '';
  if (/^\d+ *(,|$)/.test(text)) return Number.parseInt(text, 10);
  const seconds = text.endsWith('GMT') ? Math.ceil((Date.parse(text) - Date.now()) / 1000) : 0;
  return seconds > 0 ? seconds : undefined;
}
