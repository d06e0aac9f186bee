/** The HTTP client: it retries a closed connection only where it may, keeps to its time limit, and bounds its connections. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient, type HttpRequest, isConnectionClosed } from '../../src/engines/http-client.ts';

const GET: HttpRequest = { method: 'GET', headers: {}, body: undefined, signal: undefined, timeoutMs: undefined };

const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Answers, but for one request on a connection that was used before: it closes that connection. */
function closesOnce(): { readonly listener: RequestListener; seen(): number } {
  const used = new WeakSet<object>();
  let seen = 0;
  let hasClosed = false;
  return {
    listener(request, response) {
      seen += 1;
      if (!hasClosed && used.has(request.socket)) {
        hasClosed = true;
        request.socket.destroy();
      } else response.end('answered');
      used.add(request.socket);
    },
    seen: () => seen,
  };
}

test.each(['GET', 'POST'] as const)(
  'a keep-alive connection that the server closes: %s is sent again',
  async (method) => {
    const { listener, seen } = closesOnce();
    const url = await serve(listener);
    const send = createHttpClient({ retriesClosed: true });
    for (let count = 0; count < 5; count += 1)
      expect(await send(url, { ...GET, method })).toEqual({ status: 200, text: 'answered' });
    expect(seen()).toBe(6);
  },
);

test.each(['GET', 'POST'] as const)('%s is not sent again where it must not be done twice', async (method) => {
  const { listener, seen } = closesOnce();
  const url = await serve(listener);
  const send = createHttpClient({ retriesClosed: false });
  const failures: unknown[] = [];
  for (let count = 0; count < 5; count += 1)
    await send(url, { ...GET, method }).catch((error: unknown) => failures.push(error));
  expect(failures.map(isConnectionClosed)).toEqual([true]);
  expect(seen()).toBe(5);
});

test('a server that closes every connection is asked twice, and the failure comes', async () => {
  let seen = 0;
  const url = await serve(({ socket }) => {
    seen += 1;
    socket.destroy();
  });
  await expect(createHttpClient({ retriesClosed: true })(url, GET)).rejects.toThrow();
  expect(seen).toBe(2);
});

test.each(['headers', 'body'])(
  'the time limit is for the whole response: a server that stops before the %s',
  async (stop) => {
    const url = await serve((_request, response) => {
      if (stop === 'body') response.write('half of it');
    });
    const send = createHttpClient({ retriesClosed: true });
    await expect(send(url, { ...GET, timeoutMs: 100 })).rejects.toThrow('no answer within 100 ms');
  },
);

test('a signal that was aborted before sends nothing', async () => {
  let seen = 0;
  const url = await serve((_request, response) => {
    seen += 1;
    response.end();
  });
  const send = createHttpClient({ retriesClosed: true });
  await expect(send(url, { ...GET, signal: AbortSignal.abort() })).rejects.toThrow('aborted by the caller');
  expect(seen).toBe(0);
});

test('of many requests at once at most 128 have a connection, and all are answered', async () => {
  const sockets = new Set<object>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    setTimeout(() => response.end('answered'), 20);
  });
  const send = createHttpClient({ retriesClosed: true });
  const answers = await Promise.all(Array.from({ length: 300 }, () => send(url, GET)));
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['answered']));
  expect(sockets.size).toBe(128);
});

test('headers are sent as given, status and body come back, UTF-8 and bytes too', async () => {
  const url = await serve((request, response) => {
    response.statusCode = 418;
    request.pipe(response);
    response.setHeader('x-seen', request.headers['accept-encoding'] ?? '');
  });
  const send = createHttpClient({ retriesClosed: false });
  const headers = { 'accept-encoding': 'identity' };
  const text = 'häß – 日本';
  for (const body of [text, new TextEncoder().encode(text)])
    expect(await send(url, { ...GET, method: 'POST', headers, body })).toEqual({ status: 418, text });
});
