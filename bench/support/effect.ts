/** How long after a change is acknowledged it has an effect on answers: they are asked for again and again until it has. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figureOf } from './figures.ts';
import { withinMost } from './limits.ts';
import type { Run } from './run.ts';
import { percentile } from './statistics.ts';

export interface Change {
  /** Resolves when MongoDB has acknowledged it. */
  make(): Promise<unknown>;
  /** Whether the next answer is as it must be after it. */
  hasEffect(): Promise<boolean>;
}

interface Effect {
  readonly what: string;
  /** The largest time that is allowed. */
  readonly mostS: number;
  /** Gets ready what the next change is about. */
  readonly prepare: () => Promise<Change>;
}

const CHANGES = 100;
const LOOK_EVERY_MS = 2;
const GIVEN_UP_AFTER_MS = 60_000;

/** Throws when a change has none within a minute. */
export async function measureEffect(run: Run, { what, mostS, prepare }: Effect): Promise<Figure[]> {
  const tookMs: number[] = [];
  for (let turn = 0; turn < CHANGES; turn += 1) {
    run.stopping.throwIfAborted();
    tookMs.push(await timeUntilEffect(what, await prepare()));
  }
  const slowestMs = Math.max(...tookMs);
  run.say(`${what}: ${CHANGES} changes, the slowest ${slowestMs.toFixed(0)} ms`);
  return [
    figureOf({
      what: `${what}, p50`,
      unit: 'ms',
      against: 'the slowest',
      rounds: [{ measured: percentile(tookMs, 50), reference: slowestMs }],
    }),
    withinMost({ what: `${what}, the slowest of ${CHANGES}`, unit: 's', value: slowestMs / 1000, most: mostS }),
  ];
}

async function timeUntilEffect(what: string, { make, hasEffect }: Change): Promise<number> {
  await make();
  const madeMs = performance.now();
  while (!(await hasEffect())) {
    if (performance.now() - madeMs > GIVEN_UP_AFTER_MS) throw new Error(`${what}: a change has had no effect`);
    await pause(LOOK_EVERY_MS);
  }
  return performance.now() - madeMs;
}
