/**
 * Leadership by a lease in MongoDB: only the holder may write to the index. Each process uses its own monotonic clock, so
 * no clock needs to be right: another process takes the lease after it has seen no renewal for `LEASE_MS`, and the holder
 * stops `MARGIN_MS` earlier. Each holder has a higher epoch than the last.
 *
 * States: waiting (another process holds the lease; polled every second), held (renewed every 5 s, retried every 0.5 s
 * after a failure), lost (not renewed in time, or another process holds it: `signal` aborts and writing must stop).
 */
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep, withTimeout } from '../../src/runtime/retry.ts';
import type { Leases, LeaseUpdate, StoredLease } from './stored-lease.ts';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5000;
const RETRY_AFTER_MS = 500;
/** A renewal without a response within this time is sent again: its connection may be lost. */
const RENEWAL_TIMEOUT_MS = 2000;
/** The holder stops this long before another process may take the lease. */
const MARGIN_MS = 4000;
const POLL_EVERY_MS = 1000;

export interface Lease {
  readonly epoch: number;
  /** Aborts when the lease is lost or released. */
  readonly signal: AbortSignal;
  /** Throws LeaseLost unless the lease is certainly held. */
  assertHeld(): void;
  /** Gives up leading at once, for example because a later leader was seen. Throws LeaseLost. */
  giveUp(reason: string): never;
  /** Updates the stored lease unless another process has taken it. */
  readonly update: LeaseUpdate;
  /**
   * Lets another process take the lease at once. `lastEpoch`: the next epoch is higher than this one. Throws what the
   * driver throws.
   */
  release(lastEpoch?: number): Promise<void>;
}

class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface LeaseOptions {
  readonly leases: Leases;
  /** The name of the index that the lease is for. */
  readonly name: string;
  /** Identifies this process. Unique among all processes. */
  readonly holder: string;
  readonly logger: Logger;
  /** Called at each attempt without success: whether another process holds the lease; null when MongoDB failed. */
  readonly onStandBy?: (isHeldElsewhere: boolean | null) => void;
}

const UNHELD = { holder: null, epoch: 0, expiresAt: new Date(0) };

/** For readers of the lease. It also tells one renewal from the next. */
const expiry = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };

const isSameRenewal = (one: StoredLease, other: StoredLease): boolean =>
  one.epoch === other.epoch && one.expiresAt.getTime() === other.expiresAt.getTime();

/**
 * Waits until this process holds the lease; resolves to null when `signal` aborts first. Retries while MongoDB fails,
 * so it throws nothing.
 */
export async function acquireLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease | null> {
  const { leases, name, holder, logger, onStandBy } = options;
  /** The last renewal of another holder, and when this process saw it first. */
  let seen: { readonly lease: StoredLease; readonly atMs: number } | null = null;
  while (!signal.aborted) {
    try {
      const lease = await readOrCreate(leases, name);
      const readMs = performance.now();
      const isOverdue = seen !== null && isSameRenewal(seen.lease, lease) && readMs - seen.atMs > LEASE_MS;
      // This process may have held it before, and could not release it.
      if (lease.holder === null || lease.holder === holder || isOverdue) {
        const epoch = await tryAcquire(options, lease);
        if (epoch !== null) return holdLease(options, epoch, readMs);
        continue;
      }
      onStandBy?.(true);
      if (seen === null) logger.info({ leader: lease.holder }, 'standing by: another indexer leads');
      if (seen === null || !isSameRenewal(seen.lease, lease)) seen = { lease, atMs: readMs };
    } catch (error) {
      onStandBy?.(null);
      logger.warn({ err: error }, 'the lease could not be requested: trying again');
    }
    await sleep(POLL_EVERY_MS, signal);
  }
  return null;
}

async function readOrCreate(leases: Leases, name: string): Promise<StoredLease> {
  const created = { $setOnInsert: UNHELD };
  const lease = await leases.findOneAndUpdate({ _id: name }, created, { upsert: true, returnDocument: 'after' });
  if (lease === null) throw new Error(`MongoDB returned no lease ${name}`);
  return lease;
}

/** Takes the lease as it was read. Resolves to the new epoch; to null when another process has changed it since. */
async function tryAcquire({ leases, name, holder }: LeaseOptions, read: StoredLease): Promise<number | null> {
  const taken = await leases.findOneAndUpdate(
    { _id: name, epoch: read.epoch, expiresAt: read.expiresAt },
    [{ $set: { holder, epoch: { $add: ['$epoch', 1] }, expiresAt: expiry } }, { $unset: 'report' }],
    { returnDocument: 'after' },
  );
  return taken?.epoch ?? null;
}

function holdLease({ leases, name, holder, logger }: LeaseOptions, epoch: number, requestedMs: number): Lease {
  const ended = new AbortController();
  const update: LeaseUpdate = (change, condition = {}) =>
    leases.updateOne({ ...condition, _id: name, holder, epoch }, change);
  /** When the request was sent that extended the lease last. */
  let extendedMs = requestedMs;
  const heldUntilMs = () => extendedMs + LEASE_MS - MARGIN_MS;

  /** Extends the lease. Resolves to true. Throws what the driver throws. */
  async function renew(sentMs: number): Promise<true> {
    const { matchedCount } = await update([{ $set: { expiresAt: expiry } }]);
    if (matchedCount === 0) lose('another indexer has taken it, or another MongoDB responds');
    else extendedMs = Math.max(extendedMs, sentMs);
    return true;
  }

  /** Resolves to whether MongoDB responded in time. A later response still extends the lease, but nobody waits for it. */
  async function tryToRenew(): Promise<boolean> {
    const sentMs = performance.now();
    const timeoutMs = Math.min(RENEWAL_TIMEOUT_MS, heldUntilMs() - sentMs);
    try {
      if (await withTimeout(timeoutMs, renew(sentMs), false)) return true;
      throw new Error(`MongoDB did not respond within ${Math.round(timeoutMs)} ms`);
    } catch (error) {
      logger.warn({ err: error }, 'the lease could not be renewed: trying again');
      return false;
    }
  }

  async function keepRenewing(): Promise<void> {
    let isRenewed = true;
    while (!ended.signal.aborted) {
      const nowMs = performance.now();
      const renewAtMs = isRenewed ? extendedMs + RENEW_EVERY_MS : nowMs + RETRY_AFTER_MS;
      await sleep(Math.max(0, Math.min(renewAtMs, heldUntilMs()) - nowMs), ended.signal);
      if (ended.signal.aborted) return;
      if (performance.now() >= heldUntilMs()) return lose('it could not be renewed in time');
      isRenewed = await tryToRenew();
    }
  }

  function lose(reason: string): void {
    if (ended.signal.aborted) return;
    logger.error({ epoch, reason }, 'the lease is lost: this indexer stops writing');
    ended.abort(new LeaseLost(`the lease is lost: ${reason}`));
  }

  const renewing = keepRenewing();
  return {
    epoch,
    signal: ended.signal,
    assertHeld() {
      if (performance.now() >= heldUntilMs()) lose('it expired');
      ended.signal.throwIfAborted();
    },
    giveUp(reason) {
      lose(reason);
      throw ended.signal.reason;
    },
    update,
    async release(lastEpoch = epoch) {
      ended.abort(new LeaseLost('the lease was released'));
      await renewing;
      await update({ $set: { holder: null, expiresAt: new Date(0), epoch: lastEpoch } });
    },
  };
}
