/**
 * Measures the latency of two servers with one request at a time. Each request goes to both servers in turn, and the
 * first server alternates, so neither has an advantage from the moment or from warm caches.
 */
import type { Run } from '../environment/run.ts';
import { type Figure, figureOf, type Target } from '../report/figures.ts';
import { percentile } from '../report/statistics.ts';
import { type Client, openClient, timeRequest } from './client.ts';
import type { Pair } from './load.ts';

const MIN_PASSES = 3;
const REQUESTS_IN_PASS = 100;
/** Of each side, before its first pass. */
export const WARM_UP_REQUESTS = 100;

/** The latencies of one pass, in ms. */
export interface Pass {
  readonly measured: readonly number[];
  readonly reference: readonly number[];
}

/**
 * Resolves to the figures of these percentiles, each with its target or null. Runs passes for `seconds`, at least three;
 * for a shorter time if a load runs out of requests. Throws for an unexpected status, and if there are too few requests
 * for three passes.
 */
export async function compareLatency(
  run: Run,
  pair: Pair,
  options: { readonly seconds: number },
  targets: Readonly<Record<number, Target | null>>,
): Promise<Figure[]> {
  const passes = await passesOf(run, pair, options);
  const { what, reference } = pair;
  return Object.entries(targets).map(([percent, target]) =>
    latencyFigure({ what, percent: Number(percent), against: reference.name, passes, ...(target && { target }) }),
  );
}

async function passesOf(run: Run, pair: Pair, { seconds }: { readonly seconds: number }): Promise<Pass[]> {
  const { what, measured, reference } = pair;
  const clients = { measured: openClient(measured.url), reference: openClient(reference.url) };
  const onePass = (requests: number, turn: number) => passOver(run, pair, clients, requests, turn);
  try {
    run.say(`${what}: warming up`);
    await onePass(WARM_UP_REQUESTS, 0);
    const passes: Pass[] = [];
    const endMs = performance.now() + seconds * 1000;
    while (passes.length < MIN_PASSES || (performance.now() < endMs && left(pair) >= REQUESTS_IN_PASS)) {
      passes.push(await onePass(REQUESTS_IN_PASS, passes.length));
    }
    run.say(`${what}: ${passes.length} passes of ${REQUESTS_IN_PASS} to ${measured.name} and ${reference.name}`);
    return passes;
  } finally {
    clients.measured.close();
    clients.reference.close();
  }
}

const left = ({ measured, reference }: Pair): number => Math.min(measured.requests.left(), reference.requests.left());

async function passOver(
  run: Run,
  pair: Pair,
  clients: { measured: Client; reference: Client },
  requests: number,
  turn: number,
): Promise<Pass> {
  const pass = { measured: [] as number[], reference: [] as number[] };
  const taken = { measured: pair.measured.requests.take(requests), reference: pair.reference.requests.take(requests) };
  for (let position = 0; position < requests; position += 1) {
    run.stopping.throwIfAborted();
    const order =
      (position + turn) % 2 === 0 ? (['measured', 'reference'] as const) : (['reference', 'measured'] as const);
    for (const side of order) {
      const request = taken[side][position];
      if (request !== undefined) pass[side].push(await timeRequest(clients[side], pair[side], request));
    }
  }
  return pass;
}

interface LatencyFigureOptions {
  readonly what: string;
  readonly percent: number;
  readonly against: string;
  readonly passes: readonly Pass[];
  readonly target?: Target;
}

/** Returns the figure of one percentile, taken in each pass. */
export function latencyFigure({ what, percent, passes, ...options }: LatencyFigureOptions): Figure {
  return figureOf({
    ...options,
    what: `${what}, p${percent}`,
    unit: 'ms',
    rounds: passes.map(({ measured, reference }) => ({
      measured: percentile(measured, percent),
      reference: percentile(reference, percent),
    })),
  });
}
