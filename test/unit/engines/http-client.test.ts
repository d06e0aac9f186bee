/** The HTTP client: retries after a closed connection if allowed, time limits, and a bounded number of connections. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpClient, type HttpRequest, isConnectionClosed } from '../../../src/engines/http-client.ts';
import { pauseProcess } from '../../support/pause-process.ts';

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

/** Responds to all requests but one: it closes the first reused connection instead. */
function closesOnce(): { readonly listener: RequestListener; received(): number } {
  const used = new WeakSet<object>();
  let received = 0;
  let hasClosed = false;
  return {
    listener(request, response) {
      received += 1;
      if (!hasClosed && used.has(request.socket)) {
        hasClosed = true;
        request.socket.destroy();
      } else response.end('answered');
      used.add(request.socket);
    },
    received: () => received,
  };
}

test.each(['GET', 'POST'] as const)('%s is retried if the server closes a keep-alive connection', async (method) => {
  const { listener, received } = closesOnce();
  const url = await serve(listener);
  const send = createHttpClient({ retriesClosed: true });
  for (let count = 0; count < 5; count += 1)
    expect(await send(url, { ...GET, method })).toEqual({ status: 200, text: 'answered' });
  expect(received()).toBe(6);
});

test.each(['GET', 'POST'] as const)('%s is not retried if retries are off', async (method) => {
  const { listener, received } = closesOnce();
  const url = await serve(listener);
  const send = createHttpClient({ retriesClosed: false });
  const failures: unknown[] = [];
  for (let count = 0; count < 5; count += 1)
    await send(url, { ...GET, method }).catch((error: unknown) => failures.push(error));
  expect(failures.map(isConnectionClosed)).toEqual([true]);
  expect(received()).toBe(5);
});

test('a request to a server that closes every connection is sent twice, then fails', async () => {
  let received = 0;
  const url = await serve(({ socket }) => {
    received += 1;
    socket.destroy();
  });
  await expect(createHttpClient({ retriesClosed: true })(url, GET)).rejects.toThrow();
  expect(received).toBe(2);
});

test.each(['headers', 'body'])(
  'the time limit covers the whole response: the server stops before the %s',
  async (stop) => {
    const url = await serve((_request, response) => {
      if (stop === 'body') response.write('half of it');
    });
    const send = createHttpClient({ retriesClosed: true });
    await expect(send(url, { ...GET, timeoutMs: 100 })).rejects.toThrow('no response within 100 ms');
  },
);

test('after a pause of this process beyond the time limit, a response that arrived meanwhile is read', async () => {
  const url = await serve((_request, response) => {
    response.end('answered');
    pauseProcess(500);
  });
  const send = createHttpClient({ retriesClosed: false });
  expect(await send(url, { ...GET, timeoutMs: 250 })).toEqual({ status: 200, text: 'answered' });
});

test('nothing is sent with an already aborted signal', async () => {
  let received = 0;
  const url = await serve((_request, response) => {
    received += 1;
    response.end();
  });
  const send = createHttpClient({ retriesClosed: true });
  await expect(send(url, { ...GET, signal: AbortSignal.abort() })).rejects.toThrow('aborted by the caller');
  expect(received).toBe(0);
});

test('concurrent requests use at most 128 connections, and all get a response', async () => {
  const sockets = new Set<object>();
  const url = await serve((request, response) => {
    sockets.add(request.socket);
    setTimeout(() => response.end('answered'), 20);
  });
  const send = createHttpClient({ retriesClosed: true });
  const responses = await Promise.all(Array.from({ length: 300 }, () => send(url, GET)));
  expect(new Set(responses.map(({ text }) => text))).toEqual(new Set(['answered']));
  expect(sockets.size).toBe(128);
});

test('headers are sent as given, and status and body are returned, for text and bytes', async () => {
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
