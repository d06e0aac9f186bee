/** A way to an engine that can be disturbed: refused, held up, answered by somebody else, or cut at a chosen request. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface EngineProxy {
  readonly port: number;
  /** Lets everything through again. */
  pass(): Promise<void>;
  /** Cuts every connection and refuses new ones. */
  refuse(): Promise<void>;
  /** Cuts every connection; new ones pass. */
  cut(): void;
  /** Nothing comes through in either direction, and nobody is told. */
  hold(): void;
  /** Answers every request so, in place of the engine. */
  answer(text: string): void;
  /**
   * Cuts the connection of the next request that begins so (as in `POST /swap-indexes`): `before` the engine has got it,
   * or `after`, when its answer comes. Resolves when that has happened.
   */
  cutAt(request: string, when: 'before' | 'after'): Promise<void>;
  /** Keeps the next request that begins so, or has this text in its body, on its way until it is let go. */
  delayAt(request: string): { readonly held: Promise<void>; letGo(): void };
  /** Counts from now on the requests that begin so and were answered. */
  countAnswered(request: RegExp): () => number;
}

interface Trap {
  readonly request: string;
  readonly when: 'before' | 'after';
  readonly sprung: () => void;
}

interface Pair {
  readonly caller: Socket;
  readonly engine: Socket;
}

/** Starts a proxy on a free port of 127.0.0.1 to the engine at that address. The caller closes it by `refuse`. */
export async function startProxy(engineUrl: string): Promise<EngineProxy> {
  const { hostname, port } = new URL(engineUrl);
  const pairs = new Set<Pair>();
  let held = false;
  let answer: string | null = null;
  let trap: Trap | null = null;
  const counters = new Set<{ readonly request: RegExp; count: number }>();
  let delay: { readonly request: string; readonly begin: (chunk: Buffer, pair: Pair) => void } | null = null;

  function accept(caller: Socket): void {
    const engine = connect(Number(port), hostname);
    const pair = { caller, engine };
    pairs.add(pair);
    if (held) holdPair(pair);
    let closesAtAnswer: Trap | null = null;
    let asked = '';
    caller.on('data', (chunk: Buffer) => {
      asked = chunk.toString('latin1');
      const found = trap !== null && chunk.includes(trap.request) ? trap : null;
      if (found !== null) trap = null;
      if (delay !== null && chunk.includes(delay.request)) {
        const { begin } = delay;
        delay = null;
        begin(chunk, pair);
        return;
      }
      if (answer !== null) caller.end(answer);
      else if (found?.when === 'before') spring(pair, found);
      else {
        // What follows in further chunks is the rest of the same request.
        closesAtAnswer ??= found;
        engine.write(chunk);
      }
    });
    engine.on('data', (chunk: Buffer) => {
      if (closesAtAnswer !== null) {
        spring(pair, closesAtAnswer);
        return;
      }
      caller.write(chunk);
      for (const counter of counters) if (counter.request.test(asked)) counter.count += 1;
      asked = '';
    });
    for (const socket of [caller, engine]) {
      socket.on('error', () => end(pair));
      socket.on('close', () => end(pair));
    }
  }

  const end = (pair: Pair): void => {
    pairs.delete(pair);
    pair.caller.destroy();
    pair.engine.destroy();
  };
  const spring = (pair: Pair, { sprung }: Trap): void => {
    end(pair);
    sprung();
  };
  const holdPair = ({ caller, engine }: Pair): void => {
    caller.pause();
    engine.pause();
  };

  const server = createServer(accept);
  await listen(server, 0);
  const { port: ownPort } = server.address() as AddressInfo;

  return {
    port: ownPort,
    async pass() {
      held = false;
      answer = null;
      for (const { caller, engine } of pairs) {
        caller.resume();
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
    answer(text) {
      answer = text;
    },
    cutAt: (request, when) =>
      new Promise((resolve) => {
        trap = { request, when, sprung: resolve };
      }),
    delayAt(request) {
      let letGo: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        delay = {
          request,
          begin(chunk, { caller, engine }) {
            caller.pause();
            letGo = () => {
              engine.write(chunk);
              caller.resume();
            };
            resolve();
          },
        };
      });
      return { held, letGo: () => letGo() };
    },
    countAnswered(request) {
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
