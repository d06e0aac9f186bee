/** Waiting until what is under way has had time to get into the index. */
import { pause } from '../../src/platform/retry.ts';
import type { LagSaid } from './status.ts';

const SETTLE_MS = 1000;
const SETTLE_LIMIT_MS = 60_000;

/**
 * Waits until the leader says, after now, that it is not behind and that no fan-out is in work; at least a second, at most a
 * minute. Where nobody leads there is nothing to wait for.
 */
export function settleBy(lagOf: () => Promise<LagSaid | null>, signal: AbortSignal) {
  return async (): Promise<void> => {
    const sinceMs = Date.now();
    const endMs = sinceMs + SETTLE_LIMIT_MS;
    while (Date.now() < endMs && !signal.aborted) {
      await pause(SETTLE_MS, signal);
      const said = await lagOf();
      if (said === null) return;
      if (!said.hasBacklog && said.atMs - (said.lagMs ?? Number.POSITIVE_INFINITY) > sinceMs) return;
    }
  };
}
