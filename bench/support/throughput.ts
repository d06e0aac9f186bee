/**
 * How many requests a second two servers answer, measured in turn. Each turn is a fixed number of requests rather than a
 * time: what is under way when the time is over would count for nothing, which is hardest on the slower one.
 */
import autocannon from 'autocannon';
import { type CpuTimes, cpuBetween, cpuSum, cpuTimesOf, type ProcessIds } from './cpu.ts';
import type { Load, Pair, Request, Round } from './load.ts';
import type { Run } from './run.ts';

const ROUNDS = 5;
/** The warm-up asks more and more, until that took so long: the first thousands of answers cost a process several times more. */
const WARM_UP_MS = 1000;
/** How often autocannon looks whether all is done: the resolution of the time that it tells. */
const POLL_INTERVAL_MS = 10;

export interface MeasuringOptions {
  /** How long each load is measured, all rounds together. */
  readonly seconds: number;
  readonly connections: number;
}

export interface Throughput {
  /** Answers a second. */
  readonly rounds: readonly Round[];
  /** Milliseconds of CPU for one answer by process, over all rounds; without processes of which that is not known. */
  readonly cpuMs: { readonly measured: CpuTimes; readonly reference: CpuTimes };
}

interface Turn {
  readonly perSecond: number;
  readonly answers: number;
  readonly cpuMs: CpuTimes;
}

/**
 * Measures both, round by round; shorter than `seconds` where a load has no more requests.
 * Throws when an answer is not the expected one, and when there are too few requests.
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
    for (const side of sides) turns[side].push(await oneTurn(run, pair[side], connections, amounts[side], processIds));
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

/** Asks a load so many requests, by so many connections. Throws when an answer is not the expected one. */
export async function askAll(run: Run, load: Load, connections: number, amount: number): Promise<void> {
  run.say(`warming up ${load.name}: ${amount} requests`);
  await oneTurn(run, load, connections, amount, {});
}

/** Resolves to the answers a second of the last turn. */
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
  if (amount < connections) throw new Error(`${load.name}: too few different requests can be made of this catalogue`);
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
  // Only now that every client has its requests, which takes a while, the first is sent.
  const startedMs = Date.now();
  const result = await running;
  const expected = result.statusCodeStats?.[`${load.expectedStatus}`]?.count ?? 0;
  const unexpected = result.requests.total - expected + result.errors;
  if (expected === 0 || unexpected > 0)
    throw new Error(`${load.name}: ${unexpected} requests failed, ${expected} were answered as expected`);
  return {
    perSecond: expected / ((result.finish.getTime() - startedMs) / 1000),
    answers: expected,
    cpuMs: cpuBetween(before, await cpuTimesOf(processIds)),
  };
}

/** Each connection has every so-many-th of the requests: no two connections have the same one. */
const requestsOf = (requests: readonly Request[], connection: number, connections: number): autocannon.Request[] =>
  requests.filter((_request, index) => index % connections === connection).map((request) => ({ ...request }));

function cpuOfOne(turns: readonly Turn[]): CpuTimes {
  const answers = turns.reduce((sum, turn) => sum + turn.answers, 0);
  const sum = cpuSum(turns.map(({ cpuMs }) => cpuMs));
  return Object.fromEntries(Object.entries(sum).map(([name, time]) => [name, time / answers]));
}

/** A line that tells what one answer took of the processors, or none where that is not known. */
export function cpuNotes(what: string, { cpuMs }: Throughput): string[] {
  const told = (times: CpuTimes) =>
    Object.entries(times)
      .map(([name, time]) => `${name} ${time.toFixed(2)}`)
      .join(', ');
  if (Object.keys(cpuMs.measured).length === 0) return [];
  return [`${what}: ${told(cpuMs.measured)} ms of CPU; of the reference: ${told(cpuMs.reference)}.`];
}
