/** The access log: the fields and the level of a line. Headers and typed texts are never logged. */
import { Agent, get } from 'node:http';
import express from 'express';
import fc from 'fast-check';
import { createLog, type LogLine, type WrittenLog } from '../../../dev/processes/process-log.ts';
import { contextOf } from '../../../src/http/context.ts';
import { loggedUrl } from '../../../src/http/logged-url.ts';
import { accessLog } from '../../../src/http/server/access-log.ts';
import { renderProblems } from '../../../src/http/server/problem-responses.ts';
import { assignRequestId } from '../../../src/http/server/request-id.ts';
import { type HttpServer, listen } from '../../../src/http/server/server.ts';
import { queryOf } from '../../../src/http/validation.ts';
import { createLogger } from '../../../src/runtime/logger.ts';
import { Problem } from '../../../src/runtime/problems.ts';

let log: WrittenLog;
let server: HttpServer;
const agent = new Agent();

/**
 * `/401`, `/404`, `/500` and `/503` fail, `/cut` aborts the response, `/livez` is a health check; all other paths get
 * 200.
 */
beforeAll(async () => {
  log = createLog('access log');
  const logger = createLogger('api', 'debug', { write: (chunk) => log.write('log', chunk) });
  const app = express();
  app.use(assignRequestId, accessLog(logger), (request, response) => {
    const path = request.path;
    if (path !== '/unmatched') contextOf(response).route = path;
    if (path === '/v1/products') Object.assign(contextOf(response), { authentication: { scope: { merchantId: 'm' } } });
    if (path === '/401') throw new Problem('unauthorized', { reason: 'token unknown' });
    if (path === '/404') throw new Problem('not_found');
    if (path === '/500') throw new Error('hush');
    if (path === '/503') throw new Problem('database_unavailable', { reason: 'mongodb does not answer' });
    if (path === '/cut') response.destroy();
    else response.end('body');
  });
  app.use(renderProblems());
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

test.each([
  ['?query=hush', '?query=[secret]'],
  ['?limit=3&search=hush+hush&page=2', '?limit=3&search=[secret]&page=2'],
  ['?query=hush&query=hush&query', '?query=[secret]&query=[secret]&query=[secret]'],
  ['?%71uer%79=hush', '?query=[secret]'],
  ['?Search=hush', '?Search=[secret]'],
  ['?query%3Dhush', '?query=[secret]'],
  ['?query=%E0%A4%Ahush%', '?query=[secret]'],
  ['??query=hush=hush?', '?query=[secret]'],
  ['?handle=tent%20&%=%', '?handle=tent%20&%=%'],
])('of a URL with %s, lines have %s', async (query, shown) => {
  const id = Buffer.from(query).toString('hex');
  const { req } = await lineOf(id, `/401${query}`);
  expect(req).toEqual({ id, method: 'GET', url: `/401${shown}` });
});

test('a logged URL has no value that the API reads as `query` or `search`; other parameters are as they were', () => {
  const piece = fc.constantFrom(...'query search limit %71uery se%61rch h % %4 = & ? + #'.split(' '));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const url = `/v1/collections?${pieces.join('')}`;
      const [given, logged] = [queryOf(url), queryOf(loggedUrl(url))];
      for (const name of ['query', 'search']) for (const value of logged.getAll(name)) expect(value).toBe('[secret]');
      expect(logged.getAll('limit')).toEqual(given.getAll('limit'));
    }),
    { numRuns: 2000 },
  );
});

test.each(['/v1/products?access_token=TOKEN', '/v1/TOKEN?page=2', '/v1/products?page=2&x=TOKEN&limit=3'])(
  'a token in a URL is not logged: %s',
  (url) => {
    const token = `cat_sk_${'A-_0'.repeat(11)}`.slice(0, 50);
    for (const sent of [token, token.replaceAll('_', '%5F').replaceAll('-', '%2d')])
      expect(loggedUrl(url.replace('TOKEN', sent))).toBe(url.replace('TOKEN', '[secret]'));
  },
);

test('route and merchant are null for an unknown path without a token', async () => {
  expect(await lineOf('unmatched', '/unmatched')).toMatchObject({ route: null, merchant: null, msg: 'answered' });
});

test.each([
  ['/401', { level: 'info', status: 401, code: 'unauthorized', reason: 'token unknown', msg: 'answered' }],
  ['/404', { level: 'info', status: 404, code: 'not_found', msg: 'answered' }],
  ['/500', { level: 'error', status: 500, code: 'internal', err: { message: 'hush' }, msg: 'failed' }],
  [
    '/503',
    { level: 'error', status: 503, code: 'database_unavailable', reason: 'mongodb does not answer', msg: 'failed' },
  ],
])('the line of a %s has what went wrong', async (path, expected) => {
  const line = await lineOf(path.slice(1), path);
  expect(line).toMatchObject(expected);
  for (const field of ['reason', 'err']) expect([field, field in line]).toEqual([field, field in expected]);
});

test('a client that disconnects is logged as info', async () => {
  expect(await lineOf('cut', '/cut')).toMatchObject({ level: 'info', msg: 'closed by the client' });
});

test('health checks are logged at level debug', async () => {
  expect(await lineOf('health', '/livez')).toMatchObject({ level: 'debug', msg: 'answered' });
});

test('each request has one line', async () => {
  for (const path of ['/v1/products', '/500']) {
    const id = `once${path}`;
    await lineOf(id.replaceAll('/', '-'), path);
    await lineOf(`next${path}`.replaceAll('/', '-'), path);
    expect(log.log.filter(({ req }) => (req as { id: string }).id === id.replaceAll('/', '-')).length).toBe(1);
  }
});
