/** A request whose body doesn't arrive is logged and measured as what its client gets: a 408 with the client's id. */
import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { jsonBody } from '../../../src/api/middleware/json-body.ts';
import { measureRequests } from '../../../src/api/middleware/measure-requests.ts';
import { accessLog } from '../../../src/http/server/access-log.ts';
import { renderProblems } from '../../../src/http/server/problem-responses.ts';
import { assignRequestId } from '../../../src/http/server/request-id.ts';
import { type HttpServer, listen, SERVER_LIMITS } from '../../../src/http/server/server.ts';
import type { Refusal } from '../../../src/http/server/unreadable-requests.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { eventually } from '../../support/eventually.ts';

const lines: Record<string, unknown>[] = [];
const measured: number[] = [];
const unreadable: Refusal[] = [];
let server: HttpServer;

beforeAll(async () => {
  const logger = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  const app = express();
  app.use(assignRequestId, accessLog(logger));
  const observe = ({ status }: { status: string }) => void measured.push(Number(status));
  app.use(measureRequests({ observe } as never));
  app.post('/', ...jsonBody, (_request, response) => void response.json({}));
  app.use(renderProblems());
  const limits = { ...SERVER_LIMITS, requestMs: 100, headersMs: 100, checkEveryMs: 20 };
  server = await listen(app, '127.0.0.1', 0, { limits, onUnreadable: (refusal) => void unreadable.push(refusal) });
});
afterAll(() => server.close(0));
beforeEach(() => {
  for (const list of [lines, measured, unreadable]) list.length = 0;
});

/** Sends a text, and resolves to the response once the connection is closed. */
async function responseTo(text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.write(text);
  await once(socket, 'close');
  return received;
}

test('a body that does not arrive', async () => {
  const head =
    'POST / HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 99\r\nX-Request-Id: slow';
  const received = await responseTo(`${head}\r\n\r\n{`);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toMatch(/^x-request-id: slow\r$/im);
  expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 408, requestId: 'slow' });
  await eventually(
    async () => lines.length,
    (count) => count > 0,
  );
  expect(lines).toMatchObject([{ req: { id: 'slow' }, status: 408, code: 'request_timeout', msg: 'answered' }]);
  expect(measured).toEqual([408]);
  expect(unreadable).toEqual([]);
});

const NEVER_A_REQUEST = [
  { text: 'GET /?query=cr\u00e8me HTTP/1.1\r\nHost: h\r\n\r\n', status: 400, detail: 'The URL has a character' },
  { text: '\u0016\u0003\u0001 hello\r\n\r\n', status: 400, detail: 'This is not an HTTP/1.1 request' },
  { text: 'GET / HTTP/1.1\r\nHost: h\r\n', status: 408, detail: 'The request took too long' },
];

test.each(NEVER_A_REQUEST)('input that is no request is reported with its id: %j', async ({ text, status, detail }) => {
  const received = await responseTo(text);
  const problem = JSON.parse(received.split('\r\n\r\n')[1] ?? '');
  expect(problem).toMatchObject({ status, detail: expect.stringContaining(detail) });
  expect(unreadable).toMatchObject([{ requestId: problem.requestId, status }]);
  expect(lines).toEqual([]);
});
