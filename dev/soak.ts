/**
 * A long-running reliability test: random writes and searches, while indexers and engines are killed, stopped and
 * frozen, the engines are restored from snapshots, and an operator requests reindexes, rollbacks and pauses. At the end
 * everything runs, and the index must match MongoDB. The same seed makes the same choices; their outcome also depends
 * on the machine. Exit code 0: no failure. Composition root of `npm run soak`.
 */
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Db } from 'mongodb';
import { createJobs } from '../indexer/requests/jobs.ts';
import { setUp } from '../src/catalogue/setup.ts';
import { catalogueOf } from '../src/catalogue/stored-documents.ts';
import { openMongo } from '../src/engines/mongodb/client.ts';
import { wholeNumber } from '../src/runtime/command-line/command-line.ts';
import { EXIT } from '../src/runtime/lifecycle.ts';
import { sleep } from '../src/runtime/retry.ts';
import { reportOf } from './errors.ts';
import { createLogFolder } from './log-folder.ts';
import { Random } from './random.ts';
import { type Run, runToEnd } from './run.ts';
import { type EventLog, openEventLog } from './soak/event-log.ts';
import { untilCaughtUp, verifyAll } from './soak/final-checks.ts';
import { injectFaults } from './soak/processes/faults.ts';
import { watchMemory } from './soak/processes/memory.ts';
import { createOperator, type Operator } from './soak/processes/operator.ts';
import { createOutages, type Outages } from './soak/processes/outages.ts';
import { prepareProcesses, type SoakProcesses } from './soak/processes/prepare.ts';
import { createRestores, type Restores } from './soak/processes/restore.ts';
import { runShopper } from './soak/traffic/shoppers.ts';
import { createState, openShoppers } from './soak/traffic/state.ts';
import { runWriter } from './soak/traffic/writers.ts';
import type { SoakState } from './soak/traffic/writes.ts';

const WRITERS = 3;
const SHOPPERS = 2;
const MAX_API_MB = 400;
const MAX_INDEXER_MB = 300;
const PROGRESS_MS = 10_000;
const SOCKET_TIMEOUT_MS = 40_000;

interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly products: number;
}

function minutesOf(value: string): number {
  if (Number.isFinite(Number(value)) && Number(value) >= 0.1) return Number(value);
  throw new InvalidArgumentError('It must be a number from 0.1 up.');
}

const optionsOf = (argv: readonly string[]): Options =>
  new Command('soak')
    .description('Writes, searches, kills and freezes at random, and verifies the index at the end.')
    .option('--minutes <number>', 'the duration', minutesOf, 20)
    .option(
      '--seed <number>',
      'the same seed makes the same choices',
      wholeNumber(0, 999_999_999),
      Date.now() % 1_000_000,
    )
    .option('--products <number>', 'approximate number of products', wholeNumber(1, 9_999_999), 5000)
    .exitOverride()
    .parse([...argv])
    .opts<Options>();

/** Throws if a process doesn't start, if the index doesn't catch up, or when the run stops. */
async function soak(options: Options, folder: string, log: EventLog, run: Run): Promise<void> {
  const { stopping, onStop } = run;
  const processes = await prepareProcesses({ log, environment: process.env, folder, stopping });
  const { apiUrl, variables } = processes;
  const database = await openDatabase(processes, run);
  const indexName = variables.MEILISEARCH_INDEX;
  await setUp(database, () => undefined);
  const state = await createState(catalogueOf(database), new Random(options.seed), options.products);
  const shoppers = await openShoppers(state);
  const checks = { database, indexName, variables, log };
  await Promise.all([...processes.indexers, processes.api].map((process) => process.start()));
  await untilCaughtUp(checks, stopping);

  const nextRandom = createRandoms(options.seed);
  const common = { log, outages: createOutages() };
  const restores = createRestores({ ...processes, ...common, database, indexName });
  const caughtUp = new AbortController();
  const untilStopped = AbortSignal.any([stopping, caughtUp.signal]);
  const shopping = Array.from({ length: SHOPPERS }, () =>
    runShopper({ ...common, apiUrl, shoppers, toggledMerchantId: state.toggledMerchantId }, nextRandom(), untilStopped),
  );
  const timeIsUp = new AbortController();
  const clock = setTimeout(() => timeIsUp.abort(), options.minutes * 60_000);
  onStop('clock', () => clearTimeout(clock));
  const operator = createOperator(createJobs(database, indexName), log);
  const ending = AbortSignal.any([stopping, timeIsUp.signal]);
  try {
    await runUnderFaults({ ...common, processes, state, operator, restores, nextRandom }, ending);
    stopping.throwIfAborted();
    log.print('all processes run again: waiting for the index');
    await untilCaughtUp(checks, stopping);
  } finally {
    // Before the processes are ended, which would fail the requests of the shoppers.
    caughtUp.abort();
    await Promise.all(shopping);
  }
  await restores.checkDetected();
  await verifyAll(checks);
}

/** Starts the engines and resolves to the database. */
async function openDatabase(soakProcesses: SoakProcesses, { onStop }: Run): Promise<Db> {
  const { api, indexers, mongod, meilisearch, variables } = soakProcesses;
  const processes = [...indexers, mongod, meilisearch, api];
  onStop('processes', async () => void (await Promise.all(processes.map((process) => process.end('SIGKILL')))));
  await Promise.all([mongod.start(), meilisearch.start()]);
  const mongo = openMongo(variables.MONGODB_URL, { appName: 'soak', socketTimeoutMs: SOCKET_TIMEOUT_MS });
  onStop('mongodb', () => mongo.close());
  return mongo.db();
}

/** Returns a function that returns a new random source at each call, in the same order in every run. */
function createRandoms(seed: number): () => Random {
  let count = 0;
  return () => {
    count += 1;
    return new Random(seed + count);
  };
}

interface UnderFaults {
  readonly processes: SoakProcesses;
  readonly state: SoakState;
  readonly operator: Operator;
  readonly restores: Restores;
  readonly outages: Outages;
  readonly log: EventLog;
  readonly nextRandom: () => Random;
}

/** Writes and injects faults until the signal. Then all processes run again. Throws if one doesn't start again. */
async function runUnderFaults(options: UnderFaults, ending: AbortSignal): Promise<void> {
  const { processes, state, log, nextRandom } = options;
  const { api, indexers, mongod, meilisearch } = processes;
  const watched = [
    { process: api, maxMb: MAX_API_MB },
    ...indexers.map((process) => ({ process, maxMb: MAX_INDEXER_MB })),
  ];
  await allUntil(ending, (until) => [
    injectFaults({ ...options, random: nextRandom(), processes: [...indexers, mongod, meilisearch] }, until),
    ...Array.from({ length: WRITERS }, () => runWriter(state, nextRandom(), options, until)),
    watchMemory(watched, log, until),
    logProgress(log, until),
  ]);
}

/** Runs tasks that end at the signal. If one throws, ends the others, waits for them, and throws its error. */
async function allUntil(ending: AbortSignal, start: (until: AbortSignal) => readonly Promise<void>[]): Promise<void> {
  const failed = new AbortController();
  const tasks = start(AbortSignal.any([ending, failed.signal]));
  await Promise.all(tasks).catch(async (error: unknown) => {
    failed.abort();
    await Promise.allSettled(tasks);
    throw error;
  });
}

async function logProgress(log: EventLog, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await sleep(PROGRESS_MS, ending);
    const writes = log.count('product updated') + log.count('product inserted');
    log.say(`… ${writes} products updated or inserted, ${log.count('search succeeded')} searches succeeded`);
  }
}

/** Runs a soak and prints its result. Deletes the logs after a soak without failures. Resolves to the exit code. */
async function runSoak(options: Options, run: Run): Promise<number> {
  const folder = createLogFolder('soak', run, () => log.failures() === 0);
  const log = openEventLog(run.say, join(folder, 'events.log'));
  run.say(`seed ${options.seed}, ${options.minutes} minutes, logs in ${folder}`);
  await soak(options, folder, log, run).catch((error: unknown) =>
    log.fail('the soak did not finish', run.stopping.aborted ? 'it was stopped' : reportOf(error)),
  );
  const failures = log.failures();
  process.stdout.write(
    `${log.table()}\nseed ${options.seed}: ${failures === 0 ? 'no failure' : `${failures} failures`}\n`,
  );
  return failures === 0 ? EXIT.success : EXIT.failure;
}

process.exit(await runToEnd('soak', (run) => runSoak(optionsOf(process.argv), run)));
