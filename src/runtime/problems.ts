/**
 * The closed table of API errors (RFC 9457). A problem has a stable code, a status and a public text. Its internal
 * `cause` goes to the log, never to the client.
 */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid' },
  unauthorized: { status: 401, title: 'A valid access token is required' },
  merchant_disabled: { status: 403, title: 'The merchant is disabled' },
  not_found: { status: 404, title: 'There is nothing at this path' },
  product_not_found: { status: 404, title: 'There is no such product' },
  method_not_allowed: { status: 405, title: 'The method is not offered at this path' },
  request_timeout: { status: 408, title: 'The request did not come in time' },
  payload_too_large: { status: 413, title: 'The request body is too large' },
  uri_too_long: { status: 414, title: 'The URL is too long' },
  unsupported_media_type: { status: 415, title: 'The request body must be JSON' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The request has too large headers' },
  internal: { status: 500, title: 'Something went wrong' },
  database_unavailable: { status: 503, title: 'The catalogue is not available at the moment' },
  search_unavailable: { status: 503, title: 'Search is not available at the moment' },
  overloaded: { status: 503, title: 'The service is busy at the moment' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One error of a request: its location (a parameter, a header, a path into the body) and what is allowed there. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ProblemOptions {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error response. `message` is the public detail; `cause` is only logged. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? `${PROBLEMS[code].title}.`, { cause: options.cause });
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** A 400 that lists all errors of the request. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
  return new Problem('invalid_request', { detail: `${detail}.`, errors });
}

/** A 503 of a process that has too much to do. `why` is only logged. */
export const overloaded = (why: string): Problem =>
  new Problem('overloaded', { headers: { 'Retry-After': '1' }, cause: why });

/** The body of a problem as in RFC 9457, with its code, the request's id, and for a 400 the errors. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  return {
    type: `urn:catalogue:problem:${problem.code}`,
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    requestId,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}
