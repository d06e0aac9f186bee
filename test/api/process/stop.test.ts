/** The API process stops without cutting off a response, with exit code 0; a second signal ends it at once. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { insert, product, shop } from '../../support/fixtures.ts';
import { type Api, createService, eventually, type TestService } from '../../support/service.ts';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await createService({ withIndexes: false });
  await insert(service.catalogue, { ...shop('one'), products: [product('p1', 'one')] });
  token = await service.token('one');
});
afterAll(() => service.stop());

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Starts a request, and resolves when the API has sent 100 Continue. The request stays in progress until `finish` sends
 * its body.
 */
async function startRequest(
  api: Api,
  body: string,
): Promise<{ socket: Socket; response: Promise<string>; finish(): void }> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  const response = once(socket, 'close').then(() => received);
  socket.write(
    `POST /v1/products/search HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nX-Request-Id: slow\r\n` +
      `Expect: 100-continue\r\n\r\n${body.slice(0, 3)}`,
  );
  await eventually(
    async () => received,
    (text) => text === CONTINUE,
  );
  received = '';
  return { socket, response, finish: () => void socket.write(body.slice(3)) };
}

const isRefused = (api: Api) =>
  fetch(`${api.url}/livez`).then(
    () => false,
    () => true,
  );

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s during a request: it gets its response, new ones are refused, exit code 0',
  async (signal) => {
    const api = await service.startApiProcess();
    // The client keeps this connection open: it must not delay the stop.
    expect((await api.request('/v1/products', { token })).status).toBe(200);
    // An invalid body needs no engine.
    const { response, finish } = await startRequest(api, '{"query":""}');
    api.process.signal(signal);
    await api.process.line(({ msg }) => msg === 'stopping');
    await eventually(
      () => isRefused(api),
      (refused) => refused,
    );
    finish();
    const text = await response;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toMatch(/\r\nX-Request-Id: slow\r\n/);
    expect(text).toContain('"code":"invalid_request"');
    expect(await api.process.exited).toBe(0);
    expect(api.process.log.at(-1)).toMatchObject({ msg: 'stopped', code: 0 });
  },
);

test('for STOP_DRAIN_MS it still accepts connections, while /readyz fails, so a load balancer can notice', async () => {
  // Longer than the timeout of this test.
  const api = await service.startApiProcess({ STOP_DRAIN_MS: '600000' });
  api.process.signal('SIGTERM');
  await api.process.line(({ msg }) => msg === 'stopping');
  const headers = { connection: 'close' };
  const [ready, live] = [await api.request('/readyz', { headers }), await api.request('/livez', { headers })];
  expect([ready.status, ready.body.status, live.status]).toEqual([503, 'stopping', 200]);
  expect(await api.process.end('SIGTERM')).toBe(1);
});

test('an idle process stops without waiting for the limit', async () => {
  // Longer than the timeout of this test.
  const api = await service.startApiProcess({ STOP_TIMEOUT_MS: '600000' });
  expect(await api.process.end('SIGTERM')).toBe(0);
});

test('a request that does not end is cut off after STOP_TIMEOUT_MS', async () => {
  const api = await service.startApiProcess({ STOP_TIMEOUT_MS: '300' });
  const { response } = await startRequest(api, '{"query":""}');
  const code = await api.process.end('SIGTERM');
  expect([code, await response]).toEqual([0, '']);
});

test('a second signal ends it at once, with another exit code', async () => {
  const api = await service.startApiProcess();
  const { socket } = await startRequest(api, '{"query":""}');
  socket.on('error', () => undefined);
  api.process.signal('SIGTERM');
  await api.process.line(({ msg }) => msg === 'stopping');
  expect(await api.process.end('SIGTERM')).toBe(1);
});
