/**
 * Kills, stops and freezes programs, one or two at a time, and lets each come back. Now and then an operator asks for something, or
 * MongoDB is restored from a snapshot.
 */
import { sleep } from '../../src/runtime/retry.ts';
import type { Random } from '../catalogue/random.ts';
import type { Log } from './log.ts';
import type { Operator } from './operator.ts';
import type { Outages } from './outages.ts';
import type { Program } from './program.ts';
import type { Restores } from './restore.ts';

interface FaultOptions {
  readonly random: Random;
  readonly programs: readonly Program[];
  readonly outages: Outages;
  readonly log: Log;
  readonly operator: Operator;
  readonly restores: Restores;
}

const REST_MS = { least: 1000, most: 10_000 };
const GONE_MS = { least: 0, most: 10_000 };
const FROZEN_MS = { least: 200, most: 30_000 };
const TWO_AT_ONCE = 0.3;
const RESTORE = 0.05;
/** Every soak restores MongoDB at least once: in this round. */
const RESTORE_ROUND = 2;
/** While one of these is out, an indexer may have to end by force. */
const ENGINES = ['mongod', 'meilisearch'];
const FAULTS = ['killed', 'stopped', 'frozen'] as const;

/** Makes faults until the signal; then everything runs again. Throws when something does not come back. */
export async function makeFaults(options: FaultOptions, until: AbortSignal): Promise<void> {
  const { random, programs, operator, restores } = options;
  for (let round = 1; ; round += 1) {
    await sleep(random.integer(REST_MS.least, REST_MS.most), until);
    if (until.aborted) return;
    await operator.mayAskForOperation(random);
    if (round === RESTORE_ROUND || random.chance(RESTORE)) {
      await restores.restore(until);
      continue;
    }
    const targets = random.sample(programs, random.chance(TWO_AT_ONCE) ? 2 : 1);
    const faults = targets.map((program) => ({
      program,
      fault: random.pick(FAULTS),
      waitMs: targets.length === 2 ? random.integer(0, 1000) : 0,
      goneMs: random.integer(GONE_MS.least, GONE_MS.most),
      frozenMs: random.integer(FROZEN_MS.least, FROZEN_MS.most),
    }));
    await Promise.all([operator.mayPause(random, until), ...faults.map((fault) => makeFault(options, fault, until))]);
  }
}

interface Fault {
  readonly program: Program;
  readonly fault: (typeof FAULTS)[number];
  readonly waitMs: number;
  readonly goneMs: number;
  readonly frozenMs: number;
}

async function makeFault(
  { outages, log }: FaultOptions,
  { program, fault, waitMs, goneMs, frozenMs }: Fault,
  until: AbortSignal,
): Promise<void> {
  await sleep(waitMs, until);
  outages.begin(program.name);
  try {
    if (fault === 'frozen') {
      log.tell(`${program.name} frozen`, `for ${(frozenMs / 1000).toFixed(1)} s`);
      program.freeze();
      await sleep(frozenMs, until);
      program.wake();
    } else {
      const how = await program.end(fault === 'killed' ? 'SIGKILL' : 'SIGTERM');
      log.tell(`${program.name} ${fault}`, `(${how}), for ${(goneMs / 1000).toFixed(1)} s`);
      const isClean = how === 'ended with code 0' || !program.name.startsWith('indexer');
      if (fault === 'stopped' && !isClean && !outages.concern(ENGINES))
        log.fail(`${program.name} did not stop as it should`, how);
      await sleep(goneMs, until);
      await program.start();
    }
    log.note(`${program.name} back`);
  } finally {
    outages.end(program.name);
  }
}
