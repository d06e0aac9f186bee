/**
 * Competes for the lease and leads until the process stops. Any number of processes can do so: one leads, the others
 * stand by.
 */
import { assertReplicaSet } from '../../src/catalogue/replica-set.ts';
import { isNoReplicaSet } from '../../src/engines/explain-error.ts';
import { isKeyRefused, KEY_REFUSED } from '../../src/engines/meilisearch.ts';
import { backoffMs, sleep } from '../../src/runtime/retry.ts';
import type { IndexerContext } from '../context.ts';
import { createIndexStates } from '../engine/index-state.ts';
import { isKeyLimited, KEY_LIMITED } from '../engine/limited-key.ts';
import { createRetryWhileDown } from '../engine/retry-while-down.ts';
import { assessIndex } from '../leader/assess.ts';
import type { LeadershipEnd } from '../leader/steps.ts';
import { keepLookingForOtherEngine } from '../monitoring/other-engine.ts';
import { createRestoreMarks } from '../source/restore-marks.ts';
import { sourceOf } from '../source/source-identity.ts';
import { acquireLease, type Lease } from './lease.ts';
import { lead } from './run-leader.ts';
import { leaseCollection } from './stored-lease.ts';

/** The checkpoint is lost, and `ON_LOST_POSITION=stop` leaves the decision to an operator. The process ends. */
class StoppedByPolicy extends Error {
  override readonly name = 'StoppedByPolicy';
  constructor(reason: string) {
    super(
      `The index can no longer follow MongoDB: ${reason}. It stays as it is, without later changes. ` +
        'ON_LOST_POSITION=stop leaves the decision to you: run `reindex`, or set ON_LOST_POSITION=rebuild.',
    );
  }
}

/**
 * When Meilisearch rejects or limits the key, or when another MongoDB or a newer version owns the index, a service waits
 * until that changes, and a command fails unless another process leads and serves its request. `status` lists only
 * services.
 */
type Competitor = 'service' | 'command';

const STAND_BY_MS = 5000;

/** Resolves when the signal aborts. Throws StoppedByPolicy, or an error that a retry can't fix. */
export async function compete(context: IndexerContext, stopping: AbortSignal, competitor: Competitor): Promise<void> {
  const { holder, logger } = context;
  const processes = competitor === 'service' ? context.processes : null;
  /** Why the last leadership ended, if this process must stand by now. */
  let endReason: string | null = null;
  let attempt = 1;
  while (!stopping.aborted) {
    await standBy(context, stopping, competitor, endReason);
    const lease = await waitForLease(context, stopping, competitor);
    if (lease === null) return;
    logger.info({ epoch: lease.epoch, holder }, 'leading');
    processes?.announce('leading', null);
    const startedMs = performance.now();
    const end = await leadOnce(context, lease, stopping);
    attempt = performance.now() - startedMs > 60_000 ? 1 : attempt + 1;
    if (end?.kind === 'stop') throw new StoppedByPolicy(end.reason);
    endReason = end?.kind === 'stand by' ? end.reason : null;
    if (end?.kind === 'failed') {
      const blocked = handleFailure(context, competitor, end.error);
      processes?.announce('standing by', blocked);
      await sleep(backoffMs(attempt, 500, 15_000), stopping);
    }
  }
}

/**
 * Waits while there is a reason why this process must not write to the index, at first `known` if it isn't null. Logs
 * each reason. Throws it if this process is a command that no leader serves.
 */
async function standBy(
  context: IndexerContext,
  stopping: AbortSignal,
  competitor: Competitor,
  known: string | null,
): Promise<void> {
  const processes = competitor === 'service' ? context.processes : null;
  let loggedReason: string | null = null;
  for (let reason = known; !stopping.aborted; reason = null) {
    reason ??= await reasonToStandBy(context, stopping);
    processes?.announce('standing by', reason);
    if (reason === null) return;
    if (competitor === 'command') await assertServed(context, reason);
    else if (reason !== loggedReason) context.logger.error(`standing by: ${reason}`);
    loggedReason = reason;
    await sleep(STAND_BY_MS, stopping);
  }
}

/** Resolves to null when the signal aborts first. */
async function waitForLease(
  context: IndexerContext,
  stopping: AbortSignal,
  competitor: Competitor,
): Promise<Lease | null> {
  const { database, indexName: name, holder, logger, metrics } = context;
  const waited = new AbortController();
  if (competitor === 'service') void keepLookingForOtherEngine(context, AbortSignal.any([stopping, waited.signal]));
  const onStandBy = metrics.ledElsewhere;
  const lease = await acquireLease({ leases: leaseCollection(database), name, holder, logger, onStandBy }, stopping);
  waited.abort();
  return lease;
}

/**
 * Throws the reason why this process can't lead, unless another process leads. A leader that is paused stands by for the
 * same reason once it's resumed.
 */
async function assertServed({ readLease }: IndexerContext, reason: string): Promise<void> {
  const { isHeld, report } = await readLease();
  if (!isHeld || report?.state === 'paused') throw new Error(reason);
}

/** Leads until the lease or the signal ends, or until there is a reason to stop, and releases the lease. */
async function leadOnce(
  context: IndexerContext,
  lease: Lease,
  stopping: AbortSignal,
): Promise<LeadershipEnd | { readonly kind: 'failed'; readonly error: unknown } | null> {
  const { logger, metrics } = context;
  metrics.leading(true);
  // Not when `lead` ends: a call of an engine that hangs may delay that.
  lease.signal.addEventListener('abort', () => metrics.leading(false), { once: true });
  try {
    return await lead(context, lease, stopping);
  } catch (error) {
    return { kind: 'failed', error };
  } finally {
    await lease
      .release()
      .catch((error: unknown) => logger.warn({ err: error }, 'the lease could not be released: it will expire'));
  }
}

/**
 * Reports an error that ended a leadership. Returns why this process can't lead, if the error says so. Throws an error
 * that a retry can't fix.
 */
function handleFailure({ logger, metrics }: IndexerContext, competitor: Competitor, error: unknown): string | null {
  const blocked = isKeyRefused(error) ? `Meilisearch ${KEY_REFUSED}` : null;
  if (isNoReplicaSet(error)) throw error;
  if (blocked !== null && competitor === 'command') throw new Error(blocked, { cause: error });
  metrics.leadershipFailed();
  if (blocked !== null) logger.error(`${blocked}: trying again`);
  else logger.error({ err: error }, 'leadership failed: trying again');
  return blocked;
}

const ASSESS_LIMIT_MS = 3000;

/** Resolves to why this process must not write to the index; to null when it may, or when an engine is unavailable. */
async function reasonToStandBy(context: IndexerContext, stopping: AbortSignal): Promise<string | null> {
  const { meilisearch, database, indexName, logger } = context;
  // `AbortSignal.any` doesn't keep an `AbortSignal.timeout` from the garbage collector in Node.js 20.
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ASSESS_LIMIT_MS);
  const signal = AbortSignal.any([stopping, limit.signal]);
  const index = createIndexStates(meilisearch, createRetryWhileDown({ logger, signal }));
  try {
    if (await isKeyLimited(index, indexName).catch(() => false)) return KEY_LIMITED;
    const marks = createRestoreMarks(database, indexName);
    const assessment = await assessIndex({ ...context, index, marks }, await sourceOf(database));
    return assessment.kind === 'stand by' ? assessment.reason : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs work that needs a leader, and resolves to its result. This process leads meanwhile if no other process does.
 * Throws what the work throws, or why leading ended before the work was done.
 */
export async function runWithLeader<T>(
  context: IndexerContext & { readonly stopping: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  await assertReplicaSet(context.database);
  const finished = new AbortController();
  const leading = compete(context, AbortSignal.any([context.stopping, finished.signal]), 'command');
  const working = work();
  try {
    return await Promise.race([working, leading.then(() => working)]);
  } finally {
    finished.abort();
    await leading;
  }
}
