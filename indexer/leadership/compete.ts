/**
 * Competes for leadership and leads, again and again, until it is told to stop. Any number of processes may do so: one
 * leads, the others stand by.
 */

import { replicaSetProblem } from '../../src/platform/engine-errors.ts';
import { isKeyRefused, KEY_REFUSED } from '../../src/platform/meilisearch.ts';
import { backoffMs, pause } from '../../src/platform/retry.ts';
import { type LeaderOptions, lead } from './leader.ts';
import { acquireLease, leaseCollection } from './lease.ts';
import { StoppedByPolicy } from './live-index.ts';
import type { Standbys } from './standbys.ts';

interface CompeteOptions {
  /** When Meilisearch refuses the key: `wait` until it accepts it, or `throw`. */
  readonly whenRefused: 'wait' | 'throw';
  /** Where this process announces itself; null: a command, which `status` doesn't list. */
  readonly standbys: Standbys | null;
}

/** Resolves when the signal aborts. Throws StoppedByPolicy, or an error that no retry helps against. */
export async function runIndexer(
  options: LeaderOptions,
  stopping: AbortSignal,
  { whenRefused, standbys }: CompeteOptions,
): Promise<void> {
  const { database, indexName, holder, logger, metrics } = options;
  const leases = leaseCollection(database);
  standbys?.announce('standing by', null);
  for (let attempt = 1; !stopping.aborted; ) {
    const lease = await acquireLease({ leases, name: indexName, holder, logger }, stopping);
    if (lease === null) return;
    logger.info({ epoch: lease.epoch, holder }, 'leading');
    metrics.leads(true);
    standbys?.announce('leading', null);
    const startedMs = performance.now();
    let failed = false;
    let reason: string | null = null;
    try {
      await lead(options, lease, stopping);
    } catch (error) {
      if (replicaSetProblem(error) !== null) throw error;
      if (error instanceof StoppedByPolicy) throw error;
      if (!isKeyRefused(error)) logger.error({ err: error }, 'leading failed: trying again');
      else if (whenRefused === 'wait') logger.error(`Meilisearch ${KEY_REFUSED}: trying again`);
      else throw new Error(`Meilisearch ${KEY_REFUSED}`, { cause: error });
      failed = true;
      if (isKeyRefused(error)) reason = `Meilisearch ${KEY_REFUSED}`;
    } finally {
      metrics.leads(false);
      standbys?.announce('standing by', reason);
      await lease
        .release()
        .catch((error: unknown) => logger.warn({ err: error }, 'the lease could not be given back: it runs out'));
    }
    attempt = performance.now() - startedMs > 60_000 ? 1 : attempt + 1;
    if (failed) await pause(backoffMs(attempt, 500, 15_000), stopping);
  }
}

/**
 * Does work that needs a leader: where nobody leads, this process does until the work is done. Throws what the work
 * throws, or why leading ended before it was done.
 */
export async function whileLeading(
  options: LeaderOptions,
  stopping: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const finished = new AbortController();
  const leading = runIndexer(options, AbortSignal.any([stopping, finished.signal]), {
    ...{ whenRefused: 'throw', standbys: null },
  });
  const working = work();
  try {
    await Promise.race([working, leading.then(() => working)]);
  } finally {
    finished.abort();
    await leading;
  }
}
