/** The limits of connections: slow, large, many, silent. Each test sets a small limit. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type HttpServer, listen, SERVER_LIMITS, type ServerLimits } from '../../../src/http/server/server.ts';
import { eventually } from '../../support/eventually.ts';

let server: HttpServer | undefined;
const sockets: Socket[] = [];
let refused = 0;
let requestCount = 0;
let closedResponses = 0;

async function start(limits: Partial<ServerLimits>): Promise<void> {
  refused = 0;
  requestCount = 0;
  closedResponses = 0;
  server = await listen(
    (request, response) => {
      requestCount += 1;
      response.on('close', () => {
        closedResponses += 1;
      });
      if (request.url === '/hangs') return;
      if (request.url === '/large') response.end(Buffer.alloc(64 * 1024 * 1024));
      else request.resume().on('end', () => response.end('answered'));
    },
    '127.0.0.1',
    0,
    {
      limits: { ...SERVER_LIMITS, checkEveryMs: 20, ...limits },
      onRefused: () => {
        refused += 1;
      },
    },
  );
}

/** Opens a connection that collects the received text. */
async function open(): Promise<{ socket: Socket; received(): string; closed: Promise<unknown> }> {
  const socket = connect(server?.port ?? 0, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  // A reset connection emits an error.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  await once(socket, 'connect');
  return { socket, received: () => text, closed };
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close(0);
  server = undefined;
});

/** The problem in the only response. */
function problemIn(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  expect(head).toMatch(/^content-type: application\/problem\+json/im);
  expect(head).toMatch(/^connection: close$/im);
  return JSON.parse(body);
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: catalogue\r\n\r\n';

test('slow headers: 408, and the connection is closed', async () => {
  await start({ headersMs: 100 });
  const { socket, received, closed } = await open();
  const dripping = setInterval(() => socket.write('X-Slow: 1\r\n'), 20);
  socket.write('GET / HTTP/1.1\r\nHost: catalogue\r\n');
  await closed;
  clearInterval(dripping);
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(problemIn(received())).toMatchObject({ status: 408, code: 'request_timeout' });
});

test('a silent connection: the same', async () => {
  await start({ headersMs: 100 });
  const { received, closed } = await open();
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
});

test('a slow body: 408', async () => {
  await start({ requestMs: 100, headersMs: 100 });
  const { socket, received, closed } = await open();
  socket.write('POST / HTTP/1.1\r\nHost: catalogue\r\nContent-Length: 1000\r\n\r\n');
  const dripping = setInterval(() => socket.write('x'), 20);
  await closed;
  clearInterval(dripping);
  expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(problemIn(received())).toMatchObject({ code: 'request_timeout' });
});

test('too large headers: 431', async () => {
  await start({ headerBytes: 1024 });
  const { socket, received, closed } = await open();
  socket.write(`GET / HTTP/1.1\r\nHost: catalogue\r\nX-Large: ${'x'.repeat(2000)}\r\n\r\n`);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 431 /);
  expect(problemIn(received())).toMatchObject({ code: 'headers_too_large', requestId: expect.any(String) });
});

test('too large extensions of a chunk, which no limit of the body counts: 413', async () => {
  await start({});
  const { socket, received, closed } = await open();
  const head = 'POST / HTTP/1.1\r\nHost: catalogue\r\nTransfer-Encoding: chunked';
  socket.write(`${head}\r\n\r\n1;${'x'.repeat(20_000)}\r\n`);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 413 /);
  expect(problemIn(received())).toMatchObject({ code: 'payload_too_large' });
});

test('not HTTP: 400', async () => {
  await start({});
  const { socket, received, closed } = await open();
  socket.write('\x16\x03\x01 hello\r\n\r\n');
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(problemIn(received())).toMatchObject({ code: 'invalid_request', detail: 'This is not an HTTP/1.1 request.' });
});

test('not HTTP after a response has started: the connection is closed, and nothing is written into the response', async () => {
  await start({});
  const { socket, received, closed } = await open();
  socket.write('GET /large HTTP/1.1\r\nHost: catalogue\r\n\r\n');
  await eventually(
    async () => received().length,
    (length) => length > 1000,
  );
  socket.write('\x16\x03\x01 hello\r\n\r\n');
  await closed;
  expect(received()).not.toContain('invalid_request');
});

test('an idle keep-alive connection is closed', async () => {
  await start({ keepAliveMs: 50 });
  const { socket, received, closed } = await open();
  socket.write(REQUEST);
  await closed;
  expect(received()).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that does not read its response is cut off', async () => {
  await start({ silenceMs: 100 });
  const { socket, closed } = await open();
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: catalogue\r\n\r\n');
  let length = 0;
  await eventually(
    async () => requestCount,
    (count) => count === 1,
  );
  // The client reads nothing until the server has given up, so it only gets what was in the socket buffers.
  await eventually(connectionCount, (count) => count === 0);
  socket.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  socket.resume();
  await closed;
  expect(length).toBeLessThan(64 * 1024 * 1024);
});

/** The number of connections that the server has. */
const connectionCount = async (): Promise<number> => server?.connections() ?? 0;

test('requests that were pipelined on connections that close: every response closes once, and none stays in progress', async () => {
  await start({});
  const connections = await Promise.all(Array.from({ length: 200 }, open));
  for (const { socket } of connections) socket.write('GET /hangs HTTP/1.1\r\nHost: catalogue\r\n\r\n'.repeat(8));
  await eventually(
    async () => requestCount,
    (count) => count === 1600,
  );
  expect(server?.inProgress()).toBe(1600);
  for (const { socket } of connections) socket.destroy();
  await eventually(connectionCount, (count) => count === 0);
  expect([closedResponses, server?.inProgress()]).toEqual([1600, 0]);
});

test('a response that was written while queued behind another one closes when the connection does', async () => {
  await start({});
  const { socket, received } = await open();
  socket.write(`GET /hangs HTTP/1.1\r\nHost: catalogue\r\n\r\n${REQUEST}`);
  await eventually(
    async () => requestCount,
    (count) => count === 2,
  );
  socket.destroy();
  await eventually(connectionCount, (count) => count === 0);
  expect([closedResponses, received()]).toEqual([2, '']);
});

test('after the maximum of requests a connection is closed, and the last response has Connection: close', async () => {
  await start({ requestsPerConnection: 3 });
  const { socket, received, closed } = await open();
  for (let sent = 1; sent <= 3; sent += 1) {
    socket.write(REQUEST);
    await eventually(
      async () => received().split('answered').length - 1,
      (count) => count === sent,
    );
  }
  await closed;
  expect(received().match(/Connection: (\S+)/g)).toEqual([
    'Connection: keep-alive',
    'Connection: keep-alive',
    'Connection: close',
  ]);
});

test('connections beyond the limit are closed at once, and counted', async () => {
  await start({ connections: 2 });
  const first = await open();
  await open();
  const { received, closed } = await open();
  await closed;
  expect([received(), refused]).toEqual(['', 1]);
  first.socket.write(REQUEST);
  await eventually(
    async () => first.received(),
    (text) => text.includes('answered'),
  );
});

describe('at the stop', () => {
  test('a keep-alive connection gets Connection: close with its next response, and is closed', async () => {
    await start({ drainMs: 1000 });
    const { socket, received, closed } = await open();
    socket.write(REQUEST);
    await eventually(
      async () => received(),
      (text) => text.includes('answered'),
    );
    const stopped = server?.close(30_000);
    // The connection was idle at the stop, but this request might already have been on the way.
    socket.write(REQUEST);
    await closed;
    await stopped;
    expect(received().match(/Connection: (\S+)/g)).toEqual(['Connection: keep-alive', 'Connection: close']);
  });

  test('the response to a request in progress has Connection: close, too', async () => {
    await start({});
    const { socket, received, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: catalogue\r\nContent-Length: 4\r\n\r\nab');
    await eventually(
      async () => server?.inProgress(),
      (count) => count === 1,
    );
    const stopped = server?.close(30_000);
    socket.write('cd');
    await closed;
    await stopped;
    expect(received()).toMatch(/Connection: close/);
    expect(received()).toMatch(/answered$/);
  });

  test('a request that exceeds the limit is cut off', async () => {
    await start({});
    const { socket, received, closed } = await open();
    socket.write('POST / HTTP/1.1\r\nHost: catalogue\r\nContent-Length: 4\r\n\r\nab');
    await eventually(
      async () => server?.inProgress(),
      (count) => count === 1,
    );
    await server?.close(50);
    await closed;
    expect(received()).toBe('');
  });

  test('open connections that were never used do not delay it', async () => {
    await start({});
    const { closed } = await open();
    await eventually(connectionCount, (count) => count === 1);
    // Longer than the timeout of this test.
    await server?.close(600_000);
    await closed;
  });
});
