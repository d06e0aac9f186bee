/**
 * How many requests a second two servers answer, measured in turn. Each turn is a fixed number of requests rather than a
 * time: what is under way when the time is over would count for nothing, which is hardest on the slower one.
 */
import autocannon from 'autocannon';
import type { Load, Pair, Round } from './load.ts';
import type { Run } from './run.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 2;
/** How often autocannon looks whether all is done: the resolution of the time that it tells. */
const LOOK_EVERY_MS = 10;

export interface MeasuringOptions {
  /** How long each load is measured, all rounds together. */
  readonly seconds: number;
  readonly connections: number;
}

/** Resolves to the answers a second of both loads, round by round. Throws when an answer is not the expected one. */
export async function compareThroughput(run: Run, pair: Pair, options: MeasuringOptions): Promise<Round[]> {
  const { what, measured, reference } = pair;
  const { seconds, connections } = options;
  const amountOf = async (load: Load) => {
    run.say(`${what}: warming up ${load.name}`);
    const perSecond = await answersPerSecond(run, load, connections, { duration: WARM_UP_SECONDS });
    return Math.max(4 * connections, Math.round((perSecond * seconds) / ROUNDS));
  };
  const amounts = { measured: await amountOf(measured), reference: await amountOf(reference) };

  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const turn = async (load: Load, amount: number) => {
      const perSecond = await answersPerSecond(run, load, connections, { amount });
      run.say(`${what}: round ${round} of ${ROUNDS}, ${load.name}: ${perSecond.toFixed(1)}/s`);
      return perSecond;
    };
    rounds.push({
      measured: await turn(measured, amounts.measured),
      reference: await turn(reference, amounts.reference),
    });
  }
  return rounds;
}

async function answersPerSecond(
  run: Run,
  load: Load,
  connections: number,
  length: { duration: number } | { amount: number },
): Promise<number> {
  run.stopping.throwIfAborted();
  let started = 0;
  const result = await autocannon({
    ...length,
    url: load.url,
    connections,
    sampleInt: LOOK_EVERY_MS,
    requests: [...load.requests],
    // Each connection starts at another request, so that they don't all ask for the same one at the same time.
    setupClient: (client) => {
      const offset = started % load.requests.length;
      started += 1;
      client.setRequests([...load.requests.slice(offset), ...load.requests.slice(0, offset)]);
    },
  });
  const expected = result.statusCodeStats?.[`${load.expectedStatus}`]?.count ?? 0;
  const unexpected = result.requests.total - expected + result.errors;
  if (expected === 0 || unexpected > 0) {
    throw new Error(`${load.name}: ${unexpected} requests failed, ${expected} were answered as expected`);
  }
  return expected / ((result.finish.getTime() - result.start.getTime()) / 1000);
}
