/** Waits until the index has all changes that MongoDB holds now. */
import { sleep } from '../../src/runtime/retry.ts';
import type { LeaseState, ReadLease } from '../leader-report.ts';

const POLL_EVERY_MS = 1000;
const TIMEOUT_MS = 60_000;

/**
 * Resolves when the leader has reported, after this call, that every earlier change is in the index and that no fan-out
 * is left. Resolves immediately when no process leads or the leader is paused, and after at most a minute. Compares
 * only times of MongoDB. Throws what the driver throws.
 */
export async function awaitSync(readLease: ReadLease, signal: AbortSignal): Promise<void> {
  const started = await readLease();
  const endMs = performance.now() + TIMEOUT_MS;
  for (let state = started; mayCatchUp(state) && !isSynced(state, started.serverNowMs); ) {
    await sleep(POLL_EVERY_MS, signal);
    if (signal.aborted || performance.now() > endMs) return;
    state = await readLease();
  }
}

const mayCatchUp = ({ isHeld, report }: LeaseState): boolean => isHeld && report?.state !== 'paused';

/** Returns whether, by the last report, the index has every change from before `sinceMs`. */
function isSynced({ report, reportAgeMs, serverNowMs }: LeaseState, sinceMs: number): boolean {
  if (report === null || reportAgeMs === null || report.lagMs === null || report.fanOuts > 0) return false;
  return serverNowMs - reportAgeMs - report.lagMs > sinceMs;
}
