/** The access log: the fields and the level of a line. Headers are never logged. */
import { Agent, get } from 'node:http';
import express from 'express';
import { createLog, type LogLine, type WrittenLog } from '../../../dev/process-log.ts';
import { accessLog } from '../../../src/api/middleware/access-log.ts';
import { assignRequestId } from '../../../src/api/middleware/request-id.ts';
import { type HttpServer, listen } from '../../../src/api/server.ts';
import { contextOf } from '../../../src/http/context.ts';
import { createLogger } from '../../../src/runtime/logger.ts';

let log: WrittenLog;
let server: HttpServer;
const agent = new Agent();

/** `/500` fails, `/cut` aborts the response, `/livez` is a health check; all other paths get 200. */
beforeAll(async () => {
  log = createLog('access log');
  const logger = createLogger('api', 'debug', { write: (chunk) => log.write('log', chunk) });
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

test('a line has the request id, merchant, route, status and duration, and no header', async () => {
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

test('route and merchant are null for an unknown path without a token', async () => {
  expect(await lineOf('unmatched', '/unmatched')).toMatchObject({ route: null, merchant: null, msg: 'answered' });
});

test('a status from 500 up is logged as an error, without a stack trace', async () => {
  const line = await lineOf('failed', '/500');
  expect(line).toMatchObject({ level: 'error', status: 500, msg: 'failed' });
  expect(Object.keys(line)).not.toContain('err');
});

test('a client that disconnects is logged as info', async () => {
  expect(await lineOf('cut', '/cut')).toMatchObject({ level: 'info', msg: 'closed by the client' });
});

test('health checks are logged at level debug', async () => {
  expect(await lineOf('health', '/livez')).toMatchObject({ level: 'debug', msg: 'answered' });
});

test('each request has one line', async () => {
  await lineOf('once', '/v1/products');
  await lineOf('next', '/v1/products');
  expect(log.log.filter(({ req }) => (req as { id: string }).id === 'once').length).toBe(1);
});
