/** Turns whatever a route threw into application/problem+json (RFC 9457). What is inside an error stays inside. */
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { isMongoUnavailable } from '../../engines/mongo.ts';
import { contextOf } from '../../http/context.ts';
import type { Logger } from '../../runtime/logger.ts';
import { invalidRequest, Problem, problemBody } from '../../runtime/problems.ts';
import { pause } from '../../runtime/retry.ts';

/** The last route: nothing else answered. The response says where the paths are described (RFC 8631). */
export function notFound(): RequestHandler {
  return () => {
    throw new Problem('not_found', {
      detail:
        'There is nothing at this path. /docs describes the paths of this API, and /openapi.json does so for programs.',
      headers: { Link: '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"' },
    });
  };
}

/** Who is refused at once asks again at once, and many connections that do so leave the others no CPU. */
const HELD_BACK_MS = 200;

/** The last error handler. A 429 is sent a moment later. 5xx are logged with their cause, or where that is a word, as with a 401, with the word alone. */
export function renderProblems(logger: Logger): ErrorRequestHandler {
  return async (error: unknown, { method, originalUrl: url }, response, next) => {
    const problem = problemOf(error);
    if (problem.status === 429) await pause(HELD_BACK_MS);
    // Nobody is there to answer to, and what failed did so because of that.
    if (response.destroyed) return;
    const { requestId: id = '' } = contextOf(response);
    const req = { id, method, url };
    if (typeof problem.cause === 'string') logger.info({ req, reason: problem.cause }, problem.code);
    else if (problem.status >= 500) logger.error({ req, err: problem.cause ?? problem }, problem.code);
    if (response.headersSent) {
      next(error);
      return;
    }
    for (const name of ['ETag', 'Link', 'Catalogue-Truncated']) response.removeHeader(name);
    response.set({ 'Cache-Control': 'no-store', ...problem.headers });
    response.status(problem.status).type('application/problem+json');
    const body = JSON.stringify(problemBody(problem, id));
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  };
}

/** The table of what can be thrown: our own problems, MongoDB being out, errors of Express's router and body parser, and the rest. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isMongoUnavailable(error)) {
    return new Problem('database_unavailable', { headers: { 'Retry-After': '2' }, cause: error });
  }
  // Express decodes the parameters of a path.
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
      // A compressed body that cannot be unpacked comes without a type.
      if (status === 400) return invalidRequest([{ path: '', message: 'The body could not be read' }]);
  }
  return new Problem('internal', { cause: error });
}
