/** Turns errors into application/problem+json responses (RFC 9457). The cause of an error never reaches the client. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { hasCode, isMongoUnavailable, MONGODB_CODES } from '../../engines/mongodb/errors.ts';
import { invalidRequest, Overloaded, type OverloadReason, Problem, problemBody } from '../../runtime/problems.ts';
import { sleep } from '../../runtime/retry.ts';
import { contextOf } from '../context.ts';

/** Responds with 404. Register it after all routes. The response links to the description of the API (RFC 8631). */
export const notFound: RequestHandler = () => {
  throw new Problem('not_found', {
    detail:
      'There is nothing at this path. /docs describes the paths of this API, and /openapi.json does so for programs.',
    headers: { Link: '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"' },
  });
};

/** Many clients retry a 429 at once. The delay keeps them from using up the CPU. */
const RATE_LIMITED_DELAY_MS = 200;

/**
 * The error handler; register it last. Calls `onShed` for each `overloaded` that it sends. It delays 429s. The access
 * log says what went wrong. Problems don't count as unsent bytes, because the largest, a 400, has at most some 60 kB.
 */
export function renderProblems(onShed: (reason: OverloadReason) => void = () => undefined): ErrorRequestHandler {
  return async (error: unknown, _request, response, next) => {
    const problem = problemOf(error);
    if (problem.status === 429) await sleep(RATE_LIMITED_DELAY_MS);
    // The client disconnected. The error may be a consequence of that, so it isn't logged.
    if (response.destroyed) return;
    const context = contextOf(response);
    context.problem = problem;
    if (response.headersSent) {
      next(error);
      return;
    }
    if (problem instanceof Overloaded) onShed(problem.reason);
    response.set({ 'Cache-Control': 'no-store', ...problem.headers });
    response.status(problem.status).type('application/problem+json');
    const body = JSON.stringify(problemBody(problem, context.requestId ?? ''));
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  };
}

/** MongoDB runs, but ended the read. */
const INTERRUPTED_READ_CODES = [MONGODB_CODES.queryPlanKilled, MONGODB_CODES.cursorNotFound];

/** Maps an error to a problem. Errors that no rule matches are `internal`. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isMongoUnavailable(error) || hasCode(error, ...INTERRUPTED_READ_CODES)) {
    return new Problem('database_unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  // Express throws a URIError for a path that it can't decode.
  if (error instanceof URIError) {
    return invalidRequest([{ path: '', message: 'The path has a percent-encoding that is not valid' }]);
  }
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  switch (type) {
    case 'entity.too.large':
      return new Problem('payload_too_large', { detail: 'The body may have at most 16 KiB.' });
    case 'entity.parse.failed':
      return invalidRequest([{ path: '', message: 'The body is not valid JSON' }]);
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return new Problem('unsupported_media_type', {
        detail: 'The body must be JSON in UTF-8, plain or compressed by gzip, deflate or br.',
      });
    default:
      // The error for a body that can't be decompressed has no type.
      if (status === 400) return invalidRequest([{ path: '', message: 'The body could not be read' }]);
  }
  return new Problem('internal', { cause: error });
}
