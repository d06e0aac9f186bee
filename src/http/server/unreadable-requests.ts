/**
 * Responds to input that Node can't read as a request: a body that takes too long, headers that are too large, and what
 * is no HTTP. Node would send a status without a body.
 */
import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidRequest, Problem, problemBody } from '../../runtime/problems.ts';
import { contextOf } from '../context.ts';

/** A response to input that never became a request, so no middleware has logged it. */
export interface Refusal {
  readonly requestId: string;
  readonly status: number;
  /** Node's error code. */
  readonly code: string | undefined;
}

interface Unreadable {
  readonly error: NodeJS.ErrnoException;
  readonly connection: Duplex;
  /** The response that the connection is to send next; undefined if it has no request. */
  readonly current: ServerResponse | undefined;
  readonly onUnreadable: (refusal: Refusal) => void;
}

/**
 * Sends a problem and closes the connection. Only closes it if a response has begun on it, or if the client
 * disconnected.
 */
export function refuseUnreadable({ error, connection, current, onUnreadable }: Unreadable): void {
  if (current?.headersSent === true || !connection.writable || error.code === 'ECONNRESET') {
    connection.destroy();
    return;
  }
  const problem = problemOf(error.code);
  // The middleware logs and measures the response to a request whose body can't be read.
  const incomplete = current?.req.complete === false ? current : null;
  const requestId = (incomplete && contextOf(incomplete).requestId) ?? randomUUID();
  const body = JSON.stringify(problemBody(problem, requestId));
  const headers = {
    Connection: 'close',
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': requestId,
  };
  if (incomplete !== null) {
    contextOf(incomplete).problem = problem;
    incomplete.writeHead(problem.status, headers).end(body);
    return;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`, ...lines];
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => connection.destroy());
  onUnreadable({ requestId, status: problem.status, code: error.code });
}

/** Maps Node's error codes: https://nodejs.org/api/http.html#event-clienterror */
function problemOf(code: string | undefined): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timeout');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers_too_large', { detail: "The request's line and headers may have at most 16 KiB." });
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new Problem('payload_too_large');
  if (code === 'HPE_INVALID_URL')
    return invalidRequest([{ path: '', message: 'The URL has a character that must be percent-encoded' }]);
  return invalidRequest([{ path: '', message: 'This is not an HTTP/1.1 request' }]);
}
