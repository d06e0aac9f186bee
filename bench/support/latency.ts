/**
 * How long answers take where only one request is under way, of two servers. Each request goes to both, one right after
 * the other, the first one in turn, so that neither has the better moment or the warmer cache.
 */
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Load, Pair, Request } from './load.ts';
import type { Run } from './run.ts';

const LEAST_PASSES = 3;
const LEAST_REQUESTS_IN_PASS = 100;
const WARM_UP_REQUESTS = 50;

/** The times of one pass over the requests, in milliseconds. */
export interface Pass {
  readonly measured: readonly number[];
  readonly reference: readonly number[];
}

/** Goes over the requests again and again for `seconds`, and three times at least. Throws when an answer is not as expected. */
export async function compareLatency(run: Run, pair: Pair, { seconds }: { seconds: number }): Promise<Pass[]> {
  const { what, measured, reference } = pair;
  const repeats = Math.ceil(LEAST_REQUESTS_IN_PASS / measured.requests.length);
  const indexes = Array.from({ length: repeats }, () => [...measured.requests.keys()]).flat();
  const clients = { measured: openClient(measured), reference: openClient(reference) };
  try {
    run.say(`${what}: warming up`);
    await onePass(run, clients, indexes.slice(0, WARM_UP_REQUESTS), 0);
    const passes: Pass[] = [];
    const endMs = performance.now() + seconds * 1000;
    while (passes.length < LEAST_PASSES || performance.now() < endMs) {
      passes.push(await onePass(run, clients, indexes, passes.length));
      run.say(`${what}: pass ${passes.length}, ${indexes.length} requests to ${measured.name} and ${reference.name}`);
    }
    return passes;
  } finally {
    clients.measured.close();
    clients.reference.close();
  }
}

interface Client {
  /** Resolves to how long the answer took, to its last byte, in milliseconds. */
  ask(index: number): Promise<number>;
  close(): void;
}

async function onePass(
  run: Run,
  clients: { measured: Client; reference: Client },
  indexes: readonly number[],
  turn: number,
): Promise<Pass> {
  const pass = { measured: [] as number[], reference: [] as number[] };
  for (const [position, index] of indexes.entries()) {
    run.stopping.throwIfAborted();
    const order =
      (position + turn) % 2 === 0 ? (['measured', 'reference'] as const) : (['reference', 'measured'] as const);
    for (const side of order) pass[side].push(await clients[side].ask(index));
  }
  return pass;
}

/** A client with one connection, which is kept. */
function openClient({ name, url, requests, expectedStatus }: Load): Client {
  const { Agent, request } = url.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask(index) {
      const { method, path, headers, body } = requests[index] as Request;
      const startedMs = performance.now();
      const sent = request(new URL(path, url), { method, headers, agent });
      // Ended with its whole body, it is sent with its length and in one piece.
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      const tookMs = performance.now() - startedMs;
      if (answer.statusCode === expectedStatus) return tookMs;
      throw new Error(`${name} answered ${answer.statusCode} to ${method} ${path}`);
    },
    close: () => agent.destroy(),
  };
}
