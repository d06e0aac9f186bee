/**
 * Kills, stops and freezes processes, one or two at a time, and starts them again. Sometimes an operator requests
 * something, or an engine is restored from a snapshot.
 */
import { sleep } from '../../../src/runtime/retry.ts';
import type { Random } from '../../random.ts';
import type { EventLog } from '../event-log.ts';
import type { Operator } from './operator.ts';
import type { Outages } from './outages.ts';
import type { SoakProcess } from './prepare.ts';
import type { Restores } from './restore.ts';

interface FaultOptions {
  readonly random: Random;
  readonly processes: readonly SoakProcess[];
  readonly outages: Outages;
  readonly log: EventLog;
  readonly operator: Operator;
  readonly restores: Restores;
}

const INTERVAL_MS = { min: 1000, max: 10_000 };
const DOWN_MS = { min: 0, max: 10_000 };
const FROZEN_MS = { min: 200, max: 30_000 };
const TWO_FAULTS_CHANCE = 0.3;
const RESTORE_CHANCE = 0.05;
/** Every soak restores each engine at least once, in this round. */
const RESTORE_ROUNDS = { mongodb: 2, meilisearch: 4 };
/** An indexer may fail to stop cleanly while one of these is down. */
const ENGINES = ['mongod', 'meilisearch'];
const FAULTS = ['killed', 'stopped', 'frozen'] as const;

/** Injects faults until the signal. Resolves when everything runs again. Throws if a process doesn't start again. */
export async function injectFaults(options: FaultOptions, until: AbortSignal): Promise<void> {
  const { random, processes, operator, restores } = options;
  for (let round = 1; ; round += 1) {
    await sleep(random.integer(INTERVAL_MS.min, INTERVAL_MS.max), until);
    if (until.aborted) return;
    await operator.maybeRequestOperation(random);
    if (round === RESTORE_ROUNDS.mongodb || random.chance(RESTORE_CHANCE)) {
      await restores.restoreMongodb(until);
      continue;
    }
    if (round === RESTORE_ROUNDS.meilisearch || random.chance(RESTORE_CHANCE)) {
      await restores.restoreMeilisearch(until);
      continue;
    }
    const targets = random.sample(processes, random.chance(TWO_FAULTS_CHANCE) ? 2 : 1);
    const faults = targets.map((process) => ({
      process,
      fault: random.pick(FAULTS),
      waitMs: targets.length === 2 ? random.integer(0, 1000) : 0,
      downMs: random.integer(DOWN_MS.min, DOWN_MS.max),
      frozenMs: random.integer(FROZEN_MS.min, FROZEN_MS.max),
    }));
    await Promise.all([
      operator.maybePause(random, until),
      ...faults.map((fault) => injectFault(options, fault, until)),
    ]);
  }
}

interface Fault {
  readonly process: SoakProcess;
  readonly fault: (typeof FAULTS)[number];
  readonly waitMs: number;
  readonly downMs: number;
  readonly frozenMs: number;
}

async function injectFault(
  { outages, log }: FaultOptions,
  { process, fault, waitMs, downMs, frozenMs }: Fault,
  until: AbortSignal,
): Promise<void> {
  await sleep(waitMs, until);
  outages.begin(process.name);
  try {
    if (fault === 'frozen') {
      log.print(`${process.name} frozen`, `for ${(frozenMs / 1000).toFixed(1)} s`);
      process.freeze();
      await sleep(frozenMs, until);
      process.resume();
    } else {
      const outcome = await process.end(fault === 'killed' ? 'SIGKILL' : 'SIGTERM');
      log.print(`${process.name} ${fault}`, `(${outcome}), for ${(downMs / 1000).toFixed(1)} s`);
      const isClean = outcome === 'ended with code 0' || !process.name.startsWith('indexer');
      if (fault === 'stopped' && !isClean && !outages.affects(ENGINES))
        log.fail(`${process.name} did not stop cleanly`, outcome);
      await sleep(downMs, until);
      await process.start();
    }
    log.record(`${process.name} back`);
  } finally {
    outages.end(process.name);
  }
}
