/** Waits for a condition during a benchmark run. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from './run.ts';

interface Waiting {
  /** What is waited for. For the error. */
  readonly what: string;
  readonly everyMs: number;
  readonly withinMs: number;
}

/** Polls until the condition holds. Throws what it throws, and if it doesn't hold in time or the run stops. */
export async function until(
  { stopping }: Pick<Run, 'stopping'>,
  { what, everyMs, withinMs }: Waiting,
  holds: () => Promise<boolean>,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await holds())) {
    stopping.throwIfAborted();
    if (performance.now() > endMs) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await sleep(everyMs);
  }
}
