/** Kills, stops and freezes what runs, one or two at a time, and lets each come back; now and then it asks for a reindex. */
import { pause } from '../../src/platform/retry.ts';
import type { Random } from '../catalogue/random.ts';
import type { Diary } from './diary.ts';
import type { Outages } from './outages.ts';
import type { Program } from './program.ts';

interface FaultOptions {
  readonly random: Random;
  readonly programs: readonly Program[];
  readonly outages: Outages;
  readonly diary: Diary;
  readonly askForReindex: () => Promise<void>;
}

const REST_MS = { least: 1000, most: 10_000 };
const GONE_MS = { least: 0, most: 10_000 };
const FROZEN_MS = { least: 200, most: 30_000 };
const TWO_AT_ONCE = 0.3;
const REINDEX = 0.2;
/** Without these an indexer may have to end by force. */
const ENGINES = ['mongod', 'meilisearch'];
const FAULTS = ['killed', 'stopped', 'frozen'] as const;

/** Makes faults until the signal; then all that it had taken away is back. Throws when something does not come back. */
export async function makeFaults(options: FaultOptions, until: AbortSignal): Promise<void> {
  const { random, programs, diary, askForReindex } = options;
  for (;;) {
    await pause(random.integer(REST_MS.least, REST_MS.most), until);
    if (until.aborted) return;
    if (random.chance(REINDEX))
      await askForReindex().then(
        () => diary.tell('reindex asked for'),
        () => diary.note('reindex could not be asked for'),
      );
    const targets = random.sample(programs, random.chance(TWO_AT_ONCE) ? 2 : 1);
    const faults = targets.map((program) => ({
      program,
      fault: random.pick(FAULTS),
      waitMs: targets.length === 2 ? random.integer(0, 1000) : 0,
      goneMs: random.integer(GONE_MS.least, GONE_MS.most),
      frozenMs: random.integer(FROZEN_MS.least, FROZEN_MS.most),
    }));
    await Promise.all(faults.map((fault) => makeFault(options, fault, until)));
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
  { outages, diary }: FaultOptions,
  { program, fault, waitMs, goneMs, frozenMs }: Fault,
  until: AbortSignal,
): Promise<void> {
  await pause(waitMs, until);
  outages.begin(program.name);
  try {
    if (fault === 'frozen') {
      diary.tell(`${program.name} frozen`, `for ${(frozenMs / 1000).toFixed(1)} s`);
      program.freeze();
      await pause(frozenMs, until);
      program.wake();
    } else {
      const how = await program.end(fault === 'killed' ? 'SIGKILL' : 'SIGTERM');
      diary.tell(`${program.name} ${fault}`, `(${how}), for ${(goneMs / 1000).toFixed(1)} s`);
      const isClean = how === 'ended with code 0' || !program.name.startsWith('indexer');
      if (fault === 'stopped' && !isClean && !outages.concern(ENGINES))
        diary.fail(`${program.name} did not stop as it should`, how);
      await pause(goneMs, until);
      await program.start();
    }
    diary.note(`${program.name} back`);
  } finally {
    outages.end(program.name);
  }
}
