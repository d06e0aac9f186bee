/**
 * Follows MongoDB's change stream, and collects what changed until somebody takes it. A product that changes often is
 * collected once, so memory is bounded by the products that changed; when these are many, the stream waits.
 */
import type { Db, ResumeToken } from 'mongodb';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { createCondition } from './condition.ts';
import { openEventStream } from './event-stream.ts';
import { type ChangeTimes, createPendingChanges, type PendingChanges } from './pending-changes.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

export interface ChangeFeed {
  /**
   * Resolves to the pending changes, which are then no longer pending. While there are none, it waits for a change, at most
   * `waitMs`, and can resolve to no changes. With changes it waits until `notBeforeMs`, by `performance.now()`, or until there
   * are many. An aborted signal ends either wait. Throws Interrupted `checkpoint lost` when the stream has ended with it.
   */
  take(wait: TakeWait, signal: AbortSignal): Promise<PendingChanges>;
  /** The age of the oldest pending change, in ms; 0 when MongoDB has no further change, null when that is not known. */
  lagMs(): number | null;
  /**
   * The age of changes that were taken, in ms: since the oldest of them happened by MongoDB's clock, or since it arrived by
   * the monotonic clock of this process, whichever is longer. 0 for no changes.
   */
  ageMs(times: ChangeTimes): number;
  /** Whether no change is pending, and MongoDB's last answer was that there is no further one. */
  isCaughtUp(): boolean;
  /** Ends the stream. It does not wait for MongoDB. */
  close(): void;
}

export interface TakeWait {
  readonly waitMs: number;
  readonly notBeforeMs: number;
}

interface ChangeFeedOptions {
  readonly database: Db;
  /** The token after which the stream starts; null starts it now. */
  readonly startAfter: ResumeToken | null;
  readonly logger: Logger;
}

/** Takes what is pending, which can be nothing. */
export const AT_ONCE: TakeWait = { waitMs: 0, notBeforeMs: 0 };

/** The stream waits while so many products and fan-outs are pending. */
const MAX_PENDING = 5000;
/** `take` does not wait for more than these. */
const MANY_PENDING = 1000;
const CLOCK_REFRESH_MS = 10_000;

/** Opens the stream. Resolves when MongoDB has opened it. Throws Interrupted `checkpoint lost`, or what the driver throws. */
export async function openChangeFeed({ database, startAfter, logger }: ChangeFeedOptions): Promise<ChangeFeed> {
  const clock = createServerClock(database);
  await clock.refresh();
  const closing = new AbortController();
  const arrival = createCondition();
  let pending = createPendingChanges();
  let failure: unknown;
  const stream = await openEventStream({
    ...{ database, startAfter, logger },
    isFull: () => pending.size >= MAX_PENDING,
    onEvent(event) {
      pending.add(event);
      arrival.notify();
    },
    onFailure(error) {
      failure = error;
      arrival.notify();
    },
  });
  void keepFresh(clock, closing.signal);

  const hasFailed = () => failure !== undefined;
  const hasChanges = () => pending.events > 0 || hasFailed();
  const hasMany = () => pending.size >= MANY_PENDING || hasFailed();
  const ageMs = (times: ChangeTimes) => Math.max(0, waitedMs(times), behindMs(times, clock));

  return {
    async take({ waitMs, notBeforeMs }, signal) {
      if (pending.events === 0) await arrival.wait(hasChanges, waitMs, signal);
      if (pending.events > 0) await arrival.wait(hasMany, notBeforeMs - performance.now(), signal);
      if (hasFailed()) throw failure;
      const taken = pending.finish(stream.token());
      pending = createPendingChanges();
      return taken;
    },
    ageMs,
    lagMs() {
      if (pending.events > 0) return ageMs(pending);
      return stream.head.isKnownToBeReached() ? 0 : null;
    },
    isCaughtUp: () => pending.events === 0 && stream.head.isReached(),
    close() {
      closing.abort();
      stream.close();
    },
  };
}

/** A refresh that fails changes nothing: the clock runs on. */
async function keepFresh(clock: ServerClock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(CLOCK_REFRESH_MS, signal);
    if (!signal.aborted) await clock.refresh().catch(() => undefined);
  }
}

const waitedMs = ({ oldestArrivedMs }: ChangeTimes): number =>
  oldestArrivedMs === null ? 0 : performance.now() - oldestArrivedMs;

function behindMs({ oldestServerMs }: ChangeTimes, clock: ServerClock): number {
  const nowMs = clock.nowMs();
  return oldestServerMs === null || nowMs === null ? 0 : nowMs - oldestServerMs;
}
