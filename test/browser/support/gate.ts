/** Stands between the storefront and the API: leads to another API process, and keeps answers back until they are let go. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface HeldAnswer {
  /** Resolves when the API has answered, and the answer is kept back. */
  readonly arrived: Promise<void>;
  /** Resolves when nobody waits for the answer any more. */
  readonly abandoned: Promise<void>;
  letGo(): void;
}

export interface Gate {
  readonly url: string;
  /** Passes everything to the API at this address from now on. */
  leadTo(apiUrl: string): void;
  /** Keeps back the answer to the next request with this text in its body. */
  hold(text: string): HeldAnswer;
  close(): Promise<void>;
}

interface Trap {
  readonly text: string;
  readonly arrive: () => void;
  readonly abandon: () => void;
  readonly open: Promise<void>;
}

const PASSED_HEADERS = ['authorization', 'content-type', 'accept'];
const ANSWER_HEADERS = ['content-type', 'retry-after'];

/** Listens on a free port of 127.0.0.1. */
export async function startGate(apiUrl: string): Promise<Gate> {
  let target = apiUrl;
  let trap: Trap | null = null;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const sprung = trap !== null && body.includes(trap.text) ? trap : null;
    if (sprung !== null) trap = null;
    const headers = PASSED_HEADERS.flatMap((name) => {
      const value = incoming.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const method = incoming.method ?? 'GET';
    const response = await fetch(target + incoming.url, { method, headers, ...(method === 'POST' ? { body } : {}) });
    const text = await response.text();
    if (sprung !== null) {
      outgoing.once('close', () => sprung.abandon());
      sprung.arrive();
      await sprung.open;
    }
    const kept = ANSWER_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    outgoing.writeHead(response.status, Object.fromEntries(kept)).end(text);
  }

  const server = createServer((incoming, outgoing) => {
    // An API that is gone: the storefront sees the connection end.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url;
    },
    hold(text) {
      const [arrived, arrive] = signal();
      const [abandoned, abandon] = signal();
      const [open, letGo] = signal();
      trap = { text, arrive, abandon, open };
      return { arrived, abandoned, letGo };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function signal(): [Promise<void>, () => void] {
  let resolveIt: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    resolveIt = resolve;
  });
  return [promise, resolveIt];
}
