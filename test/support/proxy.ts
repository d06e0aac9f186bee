/**
 * A TCP proxy to an engine. It can refuse or hold connections, respond itself, or cut the connection at a given
 * request.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { TestService } from './service.ts';

export interface EngineProxy {
  readonly port: number;
  /** Ends `hold`, `respond` and `refuse`. */
  pass(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Cuts every connection; new ones pass. */
  cut(): void;
  /** Forwards nothing in either direction, and keeps the connections open. */
  hold(): void;
  /** Responds to every request with `text` instead of forwarding it. */
  respond(text: string): void;
  /**
   * Cuts the connection of the next request that contains this text, such as `POST /swap-indexes`: `before` the engine
   * receives it, or `after`, when the engine responds. Resolves when the connection is cut. Throws if it still waits for
   * an earlier one.
   */
  cutAt(request: string, when: 'before' | 'after'): Promise<void>;
  /** Holds the next request that contains this text until `release`. Throws if it still waits for an earlier one. */
  delayAt(request: string): { readonly held: Promise<void>; release(): void };
  /** Holds all requests that contain this text until `releaseAll`. */
  delayAll(request: string): void;
  /** Forwards the requests that `delayAll` holds, and holds no more. */
  releaseAll(): void;
  /** Counts the responses to requests that match, from now on. */
  countResponses(request: RegExp): () => number;
}

interface PlannedCut {
  readonly request: string;
  readonly when: 'before' | 'after';
  readonly onCut: () => void;
}

interface Pair {
  readonly client: Socket;
  readonly engine: Socket;
}

/**
 * Starts a proxy to the engine at this URL, on a free port of 127.0.0.1. `onSent` gets what clients send. Close it with
 * `refuse`.
 */
export async function startProxy(
  engineUrl: string,
  onSent: (sent: string) => void = () => undefined,
): Promise<EngineProxy> {
  const { hostname, port } = new URL(engineUrl);
  const pairs = new Set<Pair>();
  let held = false;
  let response: string | null = null;
  let plannedCut: PlannedCut | null = null;
  const counters = new Set<{ readonly request: RegExp; count: number }>();
  let delayedText: string | null = null;
  const delayed: (() => void)[] = [];
  let delay: { readonly request: string; readonly begin: (chunk: Buffer, pair: Pair) => void } | null = null;

  function accept(client: Socket): void {
    const engine = connect(Number(port), hostname);
    const pair = { client, engine };
    pairs.add(pair);
    if (held) holdPair(pair);
    let cutAtResponse: PlannedCut | null = null;
    let lastRequest = '';
    client.on('data', (chunk: Buffer) => {
      lastRequest = chunk.toString('latin1');
      onSent(lastRequest);
      if (delayedText !== null && lastRequest.includes(delayedText)) {
        delayed.push(() => engine.write(chunk));
        return;
      }
      const due = plannedCut !== null && chunk.includes(plannedCut.request) ? plannedCut : null;
      if (due !== null) plannedCut = null;
      if (delay !== null && chunk.includes(delay.request)) {
        const { begin } = delay;
        delay = null;
        begin(chunk, pair);
        return;
      }
      if (response !== null) client.end(response);
      else if (due?.when === 'before') cutPair(pair, due);
      else {
        // Later chunks may be the rest of the same request, so they don't reset this.
        cutAtResponse ??= due;
        engine.write(chunk);
      }
    });
    engine.on('data', (chunk: Buffer) => {
      if (cutAtResponse !== null) {
        cutPair(pair, cutAtResponse);
        return;
      }
      client.write(chunk);
      for (const counter of counters) if (counter.request.test(lastRequest)) counter.count += 1;
      lastRequest = '';
    });
    for (const socket of [client, engine]) {
      socket.on('error', () => end(pair));
      socket.on('close', () => end(pair));
    }
  }

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.engine.destroy();
  };
  const cutPair = (pair: Pair, { onCut }: PlannedCut): void => {
    end(pair);
    onCut();
  };
  const holdPair = ({ client, engine }: Pair): void => {
    client.pause();
    engine.pause();
  };

  const server = createServer(accept);
  await listen(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;

  return {
    port: ownPort,
    async pass() {
      held = false;
      response = null;
      for (const { client, engine } of pairs) {
        client.resume();
        engine.resume();
      }
      if (!server.listening) await listen(server, ownPort);
    },
    async refuse() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      pairs.forEach(end);
      await closed;
    },
    cut: () => pairs.forEach(end),
    hold() {
      held = true;
      pairs.forEach(holdPair);
    },
    respond(text) {
      response = text;
    },
    cutAt(request, when) {
      if (plannedCut !== null) throw new Error(`no request with ${plannedCut.request} was cut yet`);
      return new Promise((resolve) => {
        plannedCut = { request, when, onCut: resolve };
      });
    },
    delayAt(request) {
      if (delay !== null) throw new Error(`no request with ${delay.request} was held yet`);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        delay = {
          request,
          begin(chunk, { client, engine }) {
            client.pause();
            release = () => {
              engine.write(chunk);
              client.resume();
            };
            resolve();
          },
        };
      });
      return { held, release: () => release() };
    },
    delayAll(request) {
      delayedText = request;
    },
    releaseAll() {
      delayedText = null;
      for (const send of delayed.splice(0)) send();
    },
    countResponses(request) {
      const counter = { request, count: 0 };
      counters.add(counter);
      return () => counter.count;
    },
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

export interface MongodbProxy extends EngineProxy {
  /** The address of the service's database at this proxy. */
  readonly url: string;
}

/** Starts a proxy to the MongoDB of a service. */
export async function startMongodbProxy(
  { variables }: Pick<TestService, 'variables'>,
  onSent?: (sent: string) => void,
): Promise<MongodbProxy> {
  const { host, pathname } = new URL(variables.MONGODB_URL ?? '');
  const proxy = await startProxy(`mongodb://${host}`, onSent);
  return { ...proxy, url: `mongodb://127.0.0.1:${proxy.port}${pathname}?directConnection=true` };
}

/** Part of a query by this merchant, in BSON. The read of a token doesn't contain it. */
export const readsOfMerchant = (merchantId: string): string =>
  `merchantId\0${String.fromCharCode(merchantId.length + 1)}\0\0\0${merchantId}`;
