/**
 * Competes for leadership and leads, again and again, until it is told to stop. Any number of processes may do so: one
 * leads, the others stand by.
 */

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isKeyRefused, KEY_REFUSED } from '../../src/platform/meilisearch.ts';
import { backoffMs, pause } from '../../src/platform/retry.ts';
import { replicaSetHint } from '../source/source-identity.ts';
import { type LeaderOptions, lead } from './leader.ts';
import { acquireLease, leaseCollection } from './lease.ts';
import { StoppedByPolicy } from './live-index.ts';

/**
 * Resolves when the signal comes. Throws StoppedByPolicy, or an error that no retry mends; `whenRefused` tells whether a key that
 * Meilisearch refuses is one, or whether it may be let in again.
 */
export async function runIndexer(
  options: LeaderOptions,
  stopping: AbortSignal,
  whenRefused: 'wait' | 'throw' = 'wait',
): Promise<void> {
  const { database, indexName, logger, metrics } = options;
  const holder = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const leases = leaseCollection(database);
  for (let attempt = 1; !stopping.aborted; ) {
    const lease = await acquireLease({ leases, name: indexName, holder, logger }, stopping);
    if (lease === null) return;
    logger.info({ epoch: lease.epoch, holder }, 'leading');
    metrics.leads(true);
    const startedMs = performance.now();
    let failed = false;
    try {
      await lead(options, lease, stopping);
    } catch (error) {
      const hint = replicaSetHint(error);
      if (hint !== null) throw new Error(hint, { cause: error });
      if (error instanceof StoppedByPolicy) throw error;
      if (!isKeyRefused(error)) logger.error({ err: error }, 'leading failed: trying again');
      else if (whenRefused === 'wait') logger.error(`Meilisearch ${KEY_REFUSED}: trying again`);
      else throw new Error(`Meilisearch ${KEY_REFUSED}`, { cause: error });
      failed = true;
    } finally {
      metrics.leads(false);
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
  const leading = runIndexer(options, AbortSignal.any([stopping, finished.signal]), 'throw');
  const working = work();
  try {
    await Promise.race([working, leading.then(() => working)]);
  } finally {
    finished.abort();
    await leading;
  }
}
