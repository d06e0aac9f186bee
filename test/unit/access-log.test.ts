/** The access log: which fields a line has, at which level, and that no header is among them. */
import { Agent, get } from 'node:http';
import express from 'express';
import { createLog, type LogLine, type WrittenLog } from '../../dev/process-log.ts';
import { accessLog } from '../../src/api/middleware/access-log.ts';
import { assignRequestId } from '../../src/api/middleware/request-id.ts';
import { type HttpServer, listen } from '../../src/api/server.ts';
import { contextOf } from '../../src/http/context.ts';
import { createLogger } from '../../src/runtime/logger.ts';

let log: WrittenLog;
let server: HttpServer;
const agent = new Agent();

/** `/500` fails, `/cut` is cut off before its end, `/livez` is a health check; all others are answered. */
beforeAll(async () => {
  log = createLog('access log');
  const logger = createLogger('api', 'debug', { write: (piece) => log.write('log', piece) });
  const app = express();
  app.use(assignRequestId, accessLog(logger), (request, response) => {
    const path = request.path;
    if (path !== '/unmatched') contextOf(response).route = path;
    if (path === '/v1/products') Object.assign(contextOf(response), { authentication: { scope: { merchantId: 'm' } } });
    response.statusCode = path === '/500' ? 500 : 200;
    if (path === '/cut') response.destroy();
    else response.end('body');
  });
  server = await listen(app, '127.0.0.1', 0);
});
afterAll(async () => {
  agent.destroy();
  await server.close(0);
});

async function lineOf(id: string, path: string): Promise<LogLine> {
  const headers = { 'x-request-id': id, authorization: 'Bearer secret-token', cookie: 'secret-cookie' };
  await new Promise<void>((resolve) => {
    get({ agent, host: '127.0.0.1', port: server.port, path, headers }, (response) =>
      response.resume().on('end', resolve),
    ).on('error', () => resolve());
  });
  return await log.line(({ req }) => (req as { id?: string } | undefined)?.id === id);
}

test('a request: its id, merchant, route, status and duration, and no header', async () => {
  const line = await lineOf('answered', '/v1/products?page=2');
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    pid: expect.any(Number),
    hostname: expect.any(String),
    name: 'api',
    req: { id: 'answered', method: 'GET', url: '/v1/products?page=2' },
    route: '/v1/products',
    merchant: 'm',
    status: 200,
    durationMs: expect.any(Number),
    msg: 'answered',
  });
  expect(Number.isInteger(line.durationMs)).toBe(true);
  expect(log.output()).not.toContain('secret');
});

test('a path without a route, and a request without a token', async () => {
  expect(await lineOf('unmatched', '/unmatched')).toMatchObject({ route: null, merchant: null, msg: 'answered' });
});

test('a response with 500 or more is an error, without a stack trace of the access log', async () => {
  const line = await lineOf('failed', '/500');
  expect(line).toMatchObject({ level: 'error', status: 500, msg: 'failed' });
  expect(Object.keys(line)).not.toContain('err');
});

test('a client that disconnects', async () => {
  expect(await lineOf('cut', '/cut')).toMatchObject({ level: 'info', msg: 'closed by the client' });
});

test('health checks are debug lines', async () => {
  expect(await lineOf('health', '/livez')).toMatchObject({ level: 'debug', msg: 'answered' });
});

test('each request has one line', async () => {
  await lineOf('once', '/v1/products');
  await lineOf('next', '/v1/products');
  expect(log.log.filter(({ req }) => (req as { id: string }).id === 'once').length).toBe(1);
});
