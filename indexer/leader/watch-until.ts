/** The loop of every step that waits while the leader may write: the checks that are due, and what operators request. */
import { sleep } from '../../src/runtime/retry.ts';
import type { FollowedIndex } from '../pipeline/follow.ts';
import type { Operation } from '../requests/operations.ts';
import { POLL_MS, type StepContext } from './steps.ts';

/**
 * Calls `decide` with the last operation every second, and resolves to its first result that is not null. `building`:
 * the index that is being built, if any. Throws Interrupted when the leader must react, or what the engines throw.
 */
export async function watchUntil<T>(
  { watch, jobs, signal }: StepContext,
  building: FollowedIndex | null,
  decide: (operation: Operation | null) => Promise<T | null>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    await watch.checkDue(building);
    const decision = await decide(await jobs.operation());
    if (decision !== null) return decision;
    await sleep(POLL_MS, signal);
  }
}
