/**
 * What a proxy does with requests: it forwards them, holds them, responds itself, or cuts their connection. A request is
 * recognised by a text in a chunk of it.
 */
import type { Socket } from 'node:net';

/** A client's connection to the proxy, and the proxy's connection to the engine for it. */
export interface Connection {
  readonly client: Socket;
  /** Connected by the first `forward`. */
  readonly engine: Socket;
  forward(chunk: Buffer): void;
  /** The last chunk of a request. Empty once the engine has responded. */
  lastRequest: string;
  /** Cuts the connection when the engine responds. */
  cutAtResponse: PlannedCut | null;
}

export interface RequestFaults {
  /** Responds to every request with `text` instead of forwarding it; null: forwards requests again. */
  respond(text: string | null): void;
  /**
   * Cuts the connection of the next request that contains this text, such as `POST /swap-indexes`: `before` the engine
   * receives it, or `after`, when the engine responds. Resolves when the connection is cut. Throws if it still waits for
   * an earlier one.
   */
  cutAt(request: string, when: PlannedCut['when']): Promise<void>;
  /** Holds the next request that contains this text until `release`. Throws if it still waits for an earlier one. */
  delayAt(request: string): { readonly held: Promise<void>; release(): void };
  /** Holds all requests that contain this text until `releaseAll`. */
  delayAll(request: string): void;
  /** Forwards the requests that `delayAll` holds, and holds no more. */
  releaseAll(): void;
  /** Counts the responses to requests that match, from now on. */
  countResponses(request: RegExp): () => number;
}

/** What the proxy calls with each chunk. */
interface RequestHandlers {
  onRequest(connection: Connection, chunk: Buffer): void;
  onResponse(connection: Connection, chunk: Buffer): void;
}

interface PlannedCut {
  readonly request: string;
  readonly when: 'before' | 'after';
  readonly onCut: () => void;
}

interface PlannedDelay {
  readonly request: string;
  /** Called when the request arrives, with a function that forwards it. */
  readonly onHeld: (forward: () => void) => void;
}

interface Plans {
  response: string | null;
  cut: PlannedCut | null;
  delay: PlannedDelay | null;
  delayedText: string | null;
  /** Forward the requests that `delayAll` holds. */
  readonly delayed: (() => void)[];
  readonly counters: Set<{ readonly request: RegExp; count: number }>;
}

export function createRequestFaults(): RequestFaults & RequestHandlers {
  const plans: Plans = {
    response: null,
    cut: null,
    delay: null,
    delayedText: null,
    delayed: [],
    counters: new Set(),
  };
  return {
    onRequest: (connection, chunk) => handleRequest(plans, connection, chunk),
    onResponse: (connection, chunk) => handleResponse(plans, connection, chunk),
    respond(text) {
      plans.response = text;
    },
    cutAt: (request, when) => planCut(plans, request, when),
    delayAt: (request) => planDelay(plans, request),
    delayAll(request) {
      plans.delayedText = request;
    },
    releaseAll() {
      plans.delayedText = null;
      for (const forward of plans.delayed.splice(0)) forward();
    },
    countResponses(request) {
      const counter = { request, count: 0 };
      plans.counters.add(counter);
      return () => counter.count;
    },
  };
}

function planCut(plans: Plans, request: string, when: PlannedCut['when']): Promise<void> {
  if (plans.cut !== null) throw new Error(`no request with ${plans.cut.request} was cut yet`);
  return new Promise((resolve) => {
    plans.cut = { request, when, onCut: resolve };
  });
}

function planDelay(plans: Plans, request: string) {
  if (plans.delay !== null) throw new Error(`no request with ${plans.delay.request} was held yet`);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    plans.delay = {
      request,
      onHeld(forward) {
        release = forward;
        resolve();
      },
    };
  });
  return { held, release: () => release() };
}

function handleRequest(plans: Plans, connection: Connection, chunk: Buffer): void {
  const { client, forward } = connection;
  connection.lastRequest = chunk.toString('latin1');
  if (plans.delayedText !== null && chunk.includes(plans.delayedText)) plans.delayed.push(() => forward(chunk));
  else if (plans.delay !== null && chunk.includes(plans.delay.request)) {
    const { onHeld } = plans.delay;
    plans.delay = null;
    client.pause();
    onHeld(() => {
      forward(chunk);
      client.resume();
    });
  } else if (plans.response !== null) client.end(plans.response);
  else cutOrForward(plans, connection, chunk);
}

function cutOrForward(plans: Plans, connection: Connection, chunk: Buffer): void {
  const cut = plans.cut !== null && chunk.includes(plans.cut.request) ? plans.cut : null;
  if (cut !== null) plans.cut = null;
  if (cut?.when === 'before') {
    cutConnection(connection, cut);
    return;
  }
  // Later chunks may be the rest of the same request, so they don't reset this.
  connection.cutAtResponse ??= cut;
  connection.forward(chunk);
}

function handleResponse({ counters }: Plans, connection: Connection, chunk: Buffer): void {
  if (connection.cutAtResponse !== null) {
    cutConnection(connection, connection.cutAtResponse);
    return;
  }
  connection.client.write(chunk);
  for (const counter of counters) if (counter.request.test(connection.lastRequest)) counter.count += 1;
  connection.lastRequest = '';
}

function cutConnection({ client, engine }: Connection, { onCut }: PlannedCut): void {
  client.destroy();
  engine.destroy();
  onCut();
}
