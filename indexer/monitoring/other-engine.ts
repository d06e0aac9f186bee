/**
 * Detects that the leader writes to another Meilisearch than the one of this process, as after a mistake in
 * `MEILISEARCH_URL`: each engine has an index of this name, and only the leader's is in sync. The leader reports which
 * checkpoint its index has, and the index here must have the same or a later one. By this read of the index, a standby
 * also notices that Meilisearch refuses its key.
 */
import { isKeyRefused, KEY_REFUSED } from '../../src/engines/meilisearch.ts';
import { tokenTimeMs } from '../../src/engines/mongodb/resume-token.ts';
import { sleep } from '../../src/runtime/retry.ts';
import type { IndexerContext } from '../context.ts';
import { createIndexStates } from '../engine/index-state.ts';

/**
 * Resolves to what is wrong when another process leads and writes to another Meilisearch, otherwise to null, also while
 * the leader follows no index. For some seconds, a live index that was just replaced counts as another one. Throws what
 * the engines throw.
 */
export async function otherEngine(
  context: Pick<IndexerContext, 'readLease' | 'meilisearch' | 'indexName'>,
): Promise<string | null> {
  const { isHeld, holder, epoch, report } = await context.readLease();
  // The report of a leader of an earlier version lacks it.
  const storedAt = report?.storedAt ?? null;
  if (!isHeld || storedAt === null) return null;
  const states = createIndexStates(context.meilisearch, (_what, read) => read());
  // Read it after the report, because the leader writes on.
  const stored = await states.checkpointOf(context.indexName, epoch);
  return stored !== null && tokenTimeMs(stored.token) >= storedAt.getTime()
    ? null
    : `the leader ${holder} writes to another Meilisearch than this process: compare MEILISEARCH_URL of all processes`;
}

const REFUSED = `Meilisearch ${KEY_REFUSED}`;
const INTERVAL_MS = 5000;
/** After a restore of the index, a leader that was suspended needs up to 15 s until it reacts or loses its lease. */
const MUST_LAST_MS = 30_000;

/**
 * Checks every five seconds until the signal aborts, while this process waits for the lease. Reports what is wrong when
 * it has lasted for half a minute: in the log, in `/readyz`, in `status`, and to Prometheus. Never throws.
 */
export async function keepLookingForOtherEngine(context: IndexerContext, until: AbortSignal): Promise<void> {
  const { processes, metrics, logger } = context;
  let sinceMs: number | null = null;
  let reported: string | null = null;
  while (!until.aborted) {
    const found = await otherEngine(context).catch((error: unknown) => (isKeyRefused(error) ? REFUSED : null));
    if (until.aborted) return;
    sinceMs = found === null ? null : (sinceMs ?? performance.now());
    const reason = sinceMs !== null && performance.now() - sinceMs > MUST_LAST_MS ? found : null;
    metrics.otherEngine(reason !== null && reason !== REFUSED);
    if (reason !== reported) {
      if (reason !== null) logger.error(reason);
      processes.announce('standing by', reason);
      reported = reason;
    }
    await sleep(INTERVAL_MS, until);
  }
}
