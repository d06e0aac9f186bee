/**
 * Concurrent requests for /readyz or /metrics share one check; the next request starts a new one. A check that fails
 * for another reason than its engine is logged.
 */
import { setTimeout } from 'node:timers/promises';
import express from 'express';
import { MongoNetworkError } from 'mongodb';
import { Gauge, Registry } from 'prom-client';
import { healthRoutes } from '../../../src/http/server/health.ts';
import { metricsRoute } from '../../../src/http/server/metrics-route.ts';
import { type HttpServer, listen } from '../../../src/http/server/server.ts';
import { type Api, apiAt } from '../../support/requests.ts';

let server: HttpServer;
let api: Api;
let calls = 0;
const logged: unknown[] = [];
/** Resolves the calls that are held. */
let release: () => void = () => undefined;
let held: Promise<void> = Promise.resolve();

const countedCall = async (): Promise<null> => {
  calls += 1;
  await held;
  return null;
};

beforeAll(async () => {
  const registry = new Registry();
  new Gauge({ name: 'slow', help: 'Waits.', registers: [registry], collect: async () => void (await countedCall()) });
  const app = express();
  healthRoutes(app, {
    checks: { engine: countedCall },
    required: ['engine'],
    isStopping: () => false,
    logger: { warn: (fields: unknown) => logged.push(fields) },
  });
  metricsRoute(app, registry);
  server = await listen(app, '127.0.0.1', 0);
  api = apiAt(server.port);
});
afterAll(() => server.close(0));

/** Few enough to be in progress together before `/readyz` responds without its check, also on a busy machine. */
const CONCURRENT = 10;

test.each(['/readyz', '/metrics'])('%s', async (path) => {
  calls = 0;
  held = new Promise((resolve) => {
    release = resolve;
  });
  let isFinished = false;
  const responses = Promise.all(Array.from({ length: CONCURRENT }, () => api.request(path))).finally(() => {
    isFinished = true;
  });
  while (server.inProgress() < CONCURRENT && !isFinished) await setTimeout(5);
  const callsBefore = calls;
  release();
  expect(new Set((await responses).map(({ status }) => status))).toEqual(new Set([200]));
  expect(callsBefore).toBe(1);
  expect((await api.request(path)).status).toBe(200);
  expect(calls).toBe(2);
});

test.each<[string, Error, string, number]>([
  ['another error', new Error('not authorized'), 'failed: see the log', 1],
  ['a lost connection', new MongoNetworkError('connection 1 closed'), 'cannot be reached', 0],
])(
  'a check that throws %s, which is logged if it says nothing about the engine',
  async (_what, error, state, lines) => {
    calls = 0;
    logged.length = 0;
    held = Promise.reject(error);
    held.catch(() => undefined);
    const { status, body } = await api.request('/readyz');
    expect([status, body]).toEqual([503, { status: 'not ready', checks: { engine: state } }]);
    expect(logged).toEqual(Array.from({ length: lines }, () => ({ err: error, check: 'engine' })));
    // The next request repeats the call.
    held = Promise.resolve();
    expect([(await api.request('/readyz')).status, calls]).toEqual([200, 2]);
  },
);
