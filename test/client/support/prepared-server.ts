/** A server that sends prepared responses in turn, and records the requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PreparedResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Never sends the response. */
  readonly isSilent?: boolean;
}

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Promise<string>;
  readonly atMs: number;
  /** Resolves when the connection of the request has closed. */
  readonly closed: Promise<unknown>;
}

export interface PreparedServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. The last response is repeated. */
export async function startPreparedServer(responses: readonly PreparedResponse[]): Promise<PreparedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const prepared = responses[Math.min(requests.length, responses.length - 1)] ?? { status: 500 };
    const { url = '', headers } = request;
    // The client may abort the request while its body is read.
    const body = text(request).catch(() => '');
    requests.push({ url, headers, body, atMs: performance.now(), closed: once(response, 'close') });
    if (prepared.isSilent !== true) response.writeHead(prepared.status, prepared.headers).end(prepared.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
