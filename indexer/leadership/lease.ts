/**
 * Leadership by a lease in MongoDB. Whoever holds it may write to the index; it is renewed by the server's clock, and
 * the holder stops by its own monotonic clock well before the lease ends. Each taking of the lease has a higher epoch.
 *
 * States: waiting (somebody else holds it: asked again each second), held (renewed every 5 s), lost (not renewed in
 * time, or taken by another: `signal` is aborted, and nothing may be written any more).
 */
import type { Collection, Db } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import { pause } from '../../src/platform/retry.ts';

export const LEASE_MS = 15_000;
const RENEW_MS = 5000;
/** The holder stops so long before the server lets another have it. */
const MARGIN_MS = 4000;
const POLL_MS = 1000;

export interface StoredLease {
  readonly _id: string;
  readonly holder: string | null;
  readonly epoch: number;
  readonly expiresAt: Date;
  /** What the leader last said of itself. */
  readonly report?: Readonly<Record<string, unknown>>;
}

export interface Lease {
  readonly epoch: number;
  /** Aborted when the lease is lost or `release` is called. */
  readonly signal: AbortSignal;
  /** Throws when the lease is no longer surely held. */
  assertHeld(): void;
  /** Leaves word for whoever asks for the status. */
  report(report: Readonly<Record<string, unknown>>): Promise<void>;
  /** Lets another have it at once. */
  release(): Promise<void>;
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

export const leaseCollection = (database: Db): Collection<StoredLease> => database.collection('indexer_leases');

interface LeaseOptions {
  readonly leases: Collection<StoredLease>;
  /** One lease for each index. */
  readonly name: string;
  /** Who asks, unique among processes. */
  readonly holder: string;
  readonly logger: Logger;
}

const DUPLICATE_KEY = 11_000;
const expiry = { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: LEASE_MS } };

/** Waits until the lease is ours; null when the signal came first. */
export async function acquireLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease | null> {
  const { leases, name, logger } = options;
  let told = false;
  while (!signal.aborted) {
    const askedMs = performance.now();
    const taken = await tryToTake(options).catch((error: unknown) => {
      logger.warn({ err: error }, 'could not ask for the lease: trying again');
      return undefined;
    });
    if (typeof taken === 'number') return holdLease(options, taken, askedMs);
    if (taken === null && !told) {
      const current = await leases.findOne({ _id: name }).catch(() => null);
      logger.info({ leader: current?.holder ?? null }, 'standing by: another indexer leads');
      told = true;
    }
    await pause(POLL_MS, signal);
  }
  return null;
}

async function tryToTake({ leases, name, holder }: LeaseOptions): Promise<number | null> {
  await leases
    .insertOne({ _id: name, holder: null, epoch: 0, expiresAt: new Date(0) })
    .catch((error: { code?: number }) => {
      if (error.code !== DUPLICATE_KEY) throw error;
    });
  const taken = await leases.findOneAndUpdate(
    // One that this process could not give back, when MongoDB was out, is its own to take again.
    { _id: name, $or: [{ holder }, { $expr: { $lt: ['$expiresAt', '$$NOW'] } }] },
    [{ $set: { holder, epoch: { $add: ['$epoch', 1] }, expiresAt: expiry } }, { $unset: 'report' }],
    { returnDocument: 'after', writeConcern: { w: 'majority' } },
  );
  return taken?.epoch ?? null;
}

function holdLease({ leases, name, holder, logger }: LeaseOptions, epoch: number, askedMs: number): Lease {
  const ended = new AbortController();
  const mine = { _id: name, holder, epoch };
  let heldUntilMs = askedMs + LEASE_MS - MARGIN_MS;

  async function keep(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(Math.min(RENEW_MS, Math.max(0, heldUntilMs - performance.now())), ended.signal);
      if (ended.signal.aborted) return;
      const renewingMs = performance.now();
      if (renewingMs >= heldUntilMs) return lose('it could not be renewed in time');
      try {
        const renewal = leases.updateOne(mine, [{ $set: { expiresAt: expiry } }], { writeConcern: { w: 'majority' } });
        const { matchedCount } = await within(heldUntilMs - renewingMs, renewal);
        if (matchedCount === 0) return lose('another indexer has taken it');
        heldUntilMs = renewingMs + LEASE_MS - MARGIN_MS;
      } catch (error) {
        logger.warn({ err: error }, 'the lease could not be renewed: trying again');
        await pause(500, ended.signal);
      }
    }
  }

  function lose(reason: string): void {
    logger.error({ epoch, reason }, 'the lease is lost: this indexer stops writing');
    ended.abort(new LeaseLost(`the lease is lost: ${reason}`));
  }

  const keeping = keep();
  return {
    epoch,
    signal: ended.signal,
    assertHeld() {
      if (performance.now() >= heldUntilMs && !ended.signal.aborted) lose('its time ran out');
      ended.signal.throwIfAborted();
    },
    async report(report) {
      await leases.updateOne(mine, { $set: { report: { ...report, at: new Date() } } });
    },
    async release() {
      ended.abort(new LeaseLost('the lease was given back'));
      await keeping;
      await leases.updateOne(mine, { $set: { holder: null, expiresAt: new Date(0) } });
    },
  };
}

/** The result of the work if it comes in time. Throws what the work throws, or that the time ran out. */
async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const tooLate = pause(limitMs, timer.signal).then((): never => {
    throw new Error(`no answer within ${Math.round(limitMs)} ms`);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timer.abort();
  }
}
