/**
 * The closed table of API errors (RFC 9457). A problem has a stable code, a status, a public title, and the advice of
 * its page at `/docs/problems`: what to do next. Its `reason` and `cause` go to the log, never to the client.
 */
export const PROBLEMS = {
  invalid_request: {
    status: 400,
    title: 'The request is not valid',
    advice:
      'Correct the request: the same one fails again. `errors` lists each parameter, header or field that is not valid, and what is allowed there.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid access token is required',
    advice:
      'Send `Authorization: Bearer` with a valid token. The token is missing, malformed, unknown, expired or revoked. The response never says which; the log of the service does, under the `requestId`.',
  },
  merchant_disabled: {
    status: 403,
    title: 'The merchant is disabled',
    advice:
      'Ask the operator of the service. The token is valid, but its merchant is missing or disabled, so all tokens of the merchant get this response.',
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this path',
    advice: 'Correct the path. `/docs` shows the paths of this API, and `/openapi.json` lists them for programs.',
  },
  product_not_found: {
    status: 404,
    title: 'There is no such product',
    advice:
      'Show the shopper that the product is gone. The merchant of the token has no product with this id, or the token may not see it: a `published` token sees published products only.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed at this path',
    advice: 'Use one of the methods in the header `Allow`.',
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    advice: 'Send the request again. Its headers or its body took too long to arrive.',
  },
  payload_too_large: {
    status: 413,
    title: 'The request body is too large',
    advice: 'Send a smaller body. It may have at most 16 KiB.',
  },
  uri_too_long: {
    status: 414,
    title: 'The URL is too long',
    advice: 'Send a shorter URL. It may have at most 8 KiB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The request body must be JSON',
    advice:
      'Send the body as JSON in UTF-8, with `Content-Type: application/json`. It may be compressed by gzip, deflate or br.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    advice:
      'Wait as many seconds as `Retry-After` says, then send the request again. `RateLimit` and `RateLimit-Policy` show the limit of the token. Invalid tokens are limited by address.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers of the request are too large',
    advice: 'Send fewer or shorter headers. Cookies, which this API ignores, are a frequent cause.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong',
    advice:
      'Send the request again once. If it fails again, give the `requestId` to the operator of the service: the log has the cause under it.',
  },
  database_unavailable: {
    status: 503,
    title: 'The catalogue is not available at the moment',
    advice:
      'Wait as many seconds as `Retry-After` says, then send the request again. MongoDB does not respond in time.',
  },
  search_unavailable: {
    status: 503,
    title: 'Search is not available at the moment',
    advice:
      'Wait as many seconds as `Retry-After` says, then send the request again. The search engine does not respond in time, or its index is being built. Lists and single products still work.',
  },
  overloaded: {
    status: 503,
    title: 'The service is busy at the moment',
    advice:
      'Wait as many seconds as `Retry-After` says, then send the request again. This process has more requests than it can answer in time.',
  },
} as const satisfies Record<string, { status: number; title: string; advice: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** One error of a request: its location (a parameter, a header, a path into the body) and what is allowed there. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface ProblemOptions {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly reason?: string;
  readonly cause?: unknown;
}

/** An error response. `message` is the public detail. The log has the reason, if it is known, or else the cause. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly reason: string | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? `${PROBLEMS[code].title}.`, { cause: options.cause });
    this.code = code;
    this.status = PROBLEMS[code].status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
    this.reason = options.reason;
  }
}

/** A 400 that lists all errors of the request. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  const detail = errors.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ');
  return new Problem('invalid_request', { detail: `${detail}.`, errors });
}

/** What a process has too much of. The log and `catalogue_requests_shed_total` have it, the response doesn't. */
export type OverloadReason = 'queue full' | 'waited too long' | 'event loop' | 'unsent bytes';

/** A 503 of a process that has too much to do. */
export class Overloaded extends Problem {
  declare readonly reason: OverloadReason;

  constructor(reason: OverloadReason) {
    super('overloaded', { headers: { 'Retry-After': '1' }, reason });
  }
}

/** The `type` of a problem: the address of the page that explains it, relative to this service. */
export const problemType = (code: ProblemCode): string => `/docs/problems/${code}`;

/** The body of a problem as in RFC 9457, with its code, the request's id, and for a 400 the errors. */
export function problemBody(problem: Problem, requestId: string): Record<string, unknown> {
  return {
    type: problemType(problem.code),
    title: PROBLEMS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    code: problem.code,
    requestId,
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
  };
}
