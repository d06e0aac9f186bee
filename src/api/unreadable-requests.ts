/**
 * Responds to input that Node can't parse as a request. Such input reaches no route, and Node would send a status
 * without a body.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidRequest, Problem, problemBody } from '../runtime/problems.ts';

/**
 * Sends a problem and closes the connection. Only closes it if a response has begun on it, or if the client
 * disconnected.
 */
export function refuseUnreadable(error: NodeJS.ErrnoException, connection: Duplex, hasBegun: boolean): void {
  if (hasBegun || !connection.writable || error.code === 'ECONNRESET') {
    connection.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(problemBody(problem, requestId));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Connection: close',
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
  ];
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => connection.destroy());
}

/** Maps Node's error codes: https://nodejs.org/api/http.html#event-clienterror */
function problemOf(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers_too_large', { detail: "The request's line and headers may have at most 16 KiB." });
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Problem('payload_too_large');
  return invalidRequest([{ path: '', message: 'This is not an HTTP/1.1 request' }]);
}
