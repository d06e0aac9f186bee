/** Waits for the next report of the leader. */
import { sleep } from '../../src/runtime/retry.ts';
import type { LeaseState, ReadLease } from '../leader-report.ts';

const POLL_EVERY_MS = 300;

/**
 * Resolves to the lease when the leader has stored a report after this call, or when no process leads; to null at the
 * signal. The leader may have created the report just before this call. Throws what the driver throws.
 */
export async function nextReport(readLease: ReadLease, signal: AbortSignal): Promise<LeaseState | null> {
  const { serverNowMs: sinceMs } = await readLease();
  for (;;) {
    await sleep(POLL_EVERY_MS, signal);
    if (signal.aborted) return null;
    const lease = await readLease();
    const { isHeld, reportAgeMs, serverNowMs } = lease;
    if (!isHeld || (reportAgeMs !== null && serverNowMs - reportAgeMs > sinceMs)) return lease;
  }
}
