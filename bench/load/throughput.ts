/**
 * Measures the throughput of two servers in turn. Each turn has a fixed number of requests, not a fixed time: requests
 * in progress at the end of a fixed time would not count, which disadvantages the slower server.
 */
import autocannon from 'autocannon';
import { type CpuTimes, cpuBetween, cpuSum, cpuTimesOf, type ProcessIds } from '../environment/cpu.ts';
import type { Run } from '../environment/run.ts';
import { type Figure, figureOf, type Round, ratioAtLeast } from '../report/figures.ts';
import { type Load, type Pair, type Request, TOO_FEW } from './load.ts';

const ROUNDS = 5;
/**
 * The warm-up sends ever more requests until they take this long: the first thousands cost a process several times as
 * much.
 */
const WARM_UP_MS = 1000;
/** How often autocannon checks whether it is done: the resolution of the measured time. */
const POLL_INTERVAL_MS = 10;

export interface MeasuringOptions {
  /** The duration for each load, all rounds together. */
  readonly seconds: number;
  readonly connections: number;
}

export interface Throughput {
  /** In responses per second. */
  readonly rounds: readonly Round[];
  /** CPU time per response in ms, by process, over all rounds. Without processes whose CPU time is unknown. */
  readonly cpuMs: { readonly measured: CpuTimes; readonly reference: CpuTimes };
}

interface Turn {
  readonly perSecond: number;
  readonly responses: number;
  readonly cpuMs: CpuTimes;
}

/**
 * Measures both loads in turn; for less than `seconds` if a load runs out of requests. Throws for an unexpected status,
 * and if there are too few requests.
 */
export async function compareThroughput(
  run: Run,
  pair: Pair,
  options: MeasuringOptions,
  processIds: ProcessIds = {},
): Promise<Throughput> {
  const { what } = pair;
  const { seconds, connections } = options;
  const sides = ['measured', 'reference'] as const;
  const amounts = { measured: 0, reference: 0 };
  for (const side of sides) {
    run.say(`${what}: warming up ${pair[side].name}`);
    const wanted = (await warmUp(run, pair[side], connections)) * (seconds / ROUNDS);
    const possible = Math.floor(pair[side].requests.left() / ROUNDS);
    amounts[side] = Math.min(possible, Math.max(4 * connections, Math.round(wanted)));
  }
  const turns = { measured: [] as Turn[], reference: [] as Turn[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // The first side alternates.
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      turns[side].push(await oneTurn(run, pair[side], connections, amounts[side], processIds));
  }
  const ofRound = (side: 'measured' | 'reference', round: number) => turns[side][round]?.perSecond ?? Number.NaN;
  const rounds = turns.measured.map((_turn, round) => ({
    measured: ofRound('measured', round),
    reference: ofRound('reference', round),
  }));
  for (const side of sides)
    run.say(`${what}: ${pair[side].name}: ${turns[side].map(({ perSecond }) => perSecond.toFixed(1)).join(', ')}/s`);
  return { rounds, cpuMs: { measured: cpuOfOne(turns.measured), reference: cpuOfOne(turns.reference) } };
}

/** Sends `amount` requests of a load. Throws for an unexpected status. */
export async function sendAll(run: Run, load: Load, connections: number, amount: number): Promise<void> {
  run.say(`warming up ${load.name}: ${amount} requests`);
  await oneTurn(run, load, connections, amount, {});
}

/** Resolves to the responses per second of the last turn. */
async function warmUp(run: Run, load: Load, connections: number): Promise<number> {
  for (let amount = 4 * connections; ; amount *= 4) {
    const { perSecond } = await oneTurn(run, load, connections, amount, {});
    if ((1000 * amount) / perSecond > WARM_UP_MS || 4 * amount > load.requests.left() / 4) return perSecond;
  }
}

async function oneTurn(
  run: Run,
  load: Load,
  connections: number,
  amount: number,
  processIds: ProcessIds,
): Promise<Turn> {
  run.stopping.throwIfAborted();
  if (amount < connections) throw new Error(`${load.name}: ${TOO_FEW}`);
  const taken = load.requests.take(amount);
  const before = await cpuTimesOf(processIds);
  let started = 0;
  const running = autocannon({
    amount,
    url: load.url,
    connections,
    sampleInt: POLL_INTERVAL_MS,
    setupClient(client) {
      client.setRequests(requestsOf(taken, started, connections));
      started += 1;
    },
  });
  // autocannon sends the first request only now, after the setup of all clients, which takes a while.
  const startedMs = Date.now();
  const result = await running;
  const expected = result.statusCodeStats?.[`${load.expectedStatus}`]?.count ?? 0;
  const unexpected = result.requests.total - expected + result.errors;
  if (expected === 0 || unexpected > 0) {
    const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${count} × ${status}`);
    throw new Error(`${load.name}: ${[...statuses, `${result.errors} without a response`].join(', ')}`);
  }
  return {
    perSecond: expected / ((result.finish.getTime() - startedMs) / 1000),
    responses: expected,
    cpuMs: cpuBetween(before, await cpuTimesOf(processIds)),
  };
}

/** Distributes the requests among the connections without overlap. */
const requestsOf = (requests: readonly Request[], connection: number, connections: number): autocannon.Request[] =>
  requests.filter((_request, index) => index % connections === connection).map((request) => ({ ...request }));

function cpuOfOne(turns: readonly Turn[]): CpuTimes {
  const responses = turns.reduce((sum, turn) => sum + turn.responses, 0);
  const sum = cpuSum(turns.map(({ cpuMs }) => cpuMs));
  return Object.fromEntries(Object.entries(sum).map(([name, time]) => [name, time / responses]));
}

/** Returns the figure of a throughput, with the least ratio as its target. */
export const throughputFigure = (
  { what, reference }: Pair,
  { rounds }: Throughput,
  { connections }: MeasuringOptions,
  least: number,
): Figure =>
  figureOf({
    what: `${what}, ${connections} connections`,
    unit: 'requests/s',
    against: reference.name,
    rounds,
    target: ratioAtLeast(least),
  });

/** Returns a line with the CPU time per response; none if it is unknown. */
export function cpuNotes(what: string, { cpuMs }: Throughput): string[] {
  const format = (times: CpuTimes) =>
    Object.entries(times)
      .map(([name, time]) => `${name} ${time.toFixed(2)}`)
      .join(', ');
  if (Object.keys(cpuMs.measured).length === 0) return [];
  return [`CPU per response of ${what}, in ms: ${format(cpuMs.measured)}; reference: ${format(cpuMs.reference)}.`];
}
