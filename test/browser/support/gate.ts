/**
 * A proxy between the storefront and the API that can switch to another API process, and hold responses until they're
 * released.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { deferred } from '../../support/deferred.ts';

export interface HeldResponse {
  /** Resolves when the API has responded, and the response is held. */
  readonly arrived: Promise<void>;
  /** Resolves when the client has disconnected. */
  readonly disconnected: Promise<void>;
  release(): void;
}

export interface Gate {
  readonly url: string;
  /** Forwards all further requests to this API. */
  forwardTo(apiUrl: string): void;
  /** Holds the response to the next request with this text in its body. */
  hold(text: string): HeldResponse;
  close(): Promise<void>;
}

interface Trap {
  readonly text: string;
  readonly arrive: () => void;
  readonly disconnect: () => void;
  readonly open: Promise<void>;
}

const FORWARDED_HEADERS = ['authorization', 'content-type', 'accept'];
const FORWARDED_RESPONSE_HEADERS = ['content-type', 'retry-after'];

/** Listens on a free port of 127.0.0.1. Forwards nothing before `forwardTo`. */
export async function startGate(): Promise<Gate> {
  let target = '';
  let trap: Trap | null = null;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const matched = trap !== null && body.includes(trap.text) ? trap : null;
    if (matched !== null) trap = null;
    const headers = FORWARDED_HEADERS.flatMap((name) => {
      const value = incoming.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const method = incoming.method ?? 'GET';
    const response = await fetch(target + incoming.url, { method, headers, ...(method === 'POST' ? { body } : {}) });
    const text = await response.text();
    if (matched !== null) {
      outgoing.once('close', () => matched.disconnect());
      matched.arrive();
      await matched.open;
    }
    const forwarded = FORWARDED_RESPONSE_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    outgoing.writeHead(response.status, Object.fromEntries(forwarded)).end(text);
  }

  const server = createServer((incoming, outgoing) => {
    // If the API is down, close the connection to the storefront.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      target = url;
    },
    hold(text) {
      const [arrived, disconnected, opened] = [deferred(), deferred(), deferred()];
      trap = { text, arrive: arrived.resolve, disconnect: disconnected.resolve, open: opened.promise };
      return { arrived: arrived.promise, disconnected: disconnected.promise, release: opened.resolve };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
