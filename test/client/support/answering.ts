/** A server that gives prepared responses, one after the other, and notes what it was asked. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Prepared {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The response is kept back for ever. */
  readonly isSilent?: boolean;
}

export interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
  /** Resolves when the connection of the request has ended. */
  readonly closed: Promise<unknown>;
}

export interface AnsweringServer {
  readonly url: string;
  readonly requests: readonly Asked[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. The last response is repeated. */
export async function answering(responses: readonly Prepared[]): Promise<AnsweringServer> {
  const requests: Asked[] = [];
  const server = createServer((request, response) => {
    const prepared = responses[Math.min(requests.length, responses.length - 1)] ?? { status: 500 };
    const { url = '', headers } = request;
    requests.push({ url, headers, atMs: performance.now(), closed: once(response, 'close') });
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
