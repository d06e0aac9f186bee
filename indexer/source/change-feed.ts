/**
 * Follows MongoDB's change stream and collects pending changes until `take` is called. A product that changes often is
 * collected once, so memory is bounded by the number of changed products. When there are many, the stream pauses.
 */
import type { Db, ResumeToken } from 'mongodb';
import type { Logger } from '../../src/runtime/logger.ts';
import { sleep } from '../../src/runtime/retry.ts';
import { openEventStream } from './event-stream.ts';
import { addEvent, type ChangeTimes, noChanges, type PendingChanges, sizeOf } from './pending-changes.ts';
import { readServerClock, type ServerClock } from './server-clock.ts';

export interface ChangeFeed {
  /**
   * Takes the pending changes. Without any, waits up to `waitMs` for a change, and may resolve to none. With some,
   * waits until `notBeforeMs`, by `performance.now()`. An aborted signal ends both waits. Throws Interrupted `checkpoint
   * lost`, or the error that ended the stream.
   */
  take(wait: TakeWait, signal: AbortSignal): Promise<PendingChanges>;
  /** Returns the age of the oldest pending change, in ms; 0 when MongoDB has no further change, null when unknown. */
  lagMs(): number | null;
  /**
   * Returns the age of taken changes, in ms: the time since the oldest of them happened by MongoDB's clock, or since it
   * arrived by this process's monotonic clock, whichever is longer. 0 for no changes.
   */
  ageMs(times: ChangeTimes): number;
  /** Returns whether no change is pending and MongoDB's last response said that there is no further one. */
  isCaughtUp(): boolean;
  /** Ends the stream without waiting for MongoDB. */
  close(): void;
}

interface TakeWait {
  readonly waitMs: number;
  readonly notBeforeMs: number;
}

interface ChangeFeedOptions {
  readonly database: Db;
  /** The stream starts after this token. */
  readonly startAfter: ResumeToken;
  readonly logger: Logger;
}

/** Takes the pending changes, if any, without waiting. */
export const NO_WAIT: TakeWait = { waitMs: 0, notBeforeMs: 0 };

/** The stream pauses while this many products and related changes are pending. */
const MAX_PENDING = 5000;
const CLOCK_REFRESH_MS = 10_000;

/** Resolves when MongoDB has opened the stream. Throws Interrupted `checkpoint lost`, or what the driver throws. */
export async function openChangeFeed({ database, startAfter, logger }: ChangeFeedOptions): Promise<ChangeFeed> {
  const clock = await readServerClock(database);
  const closing = new AbortController();
  /** Ends the wait of `take` for a change. */
  let wake: () => void = () => undefined;
  let pending = noChanges();
  let failure: unknown;
  const stream = await openEventStream({
    database,
    startAfter,
    logger,
    isFull: () => sizeOf(pending) >= MAX_PENDING,
    onEvent(event) {
      addEvent(pending, event);
      wake();
    },
    onFailure(error) {
      failure = error;
      wake();
    },
  });
  void keepRefreshing(clock, closing.signal);

  async function waitForChange(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    wake = () => waiting.abort();
    if (signal.aborted) return;
    signal.addEventListener('abort', wake, { once: true });
    await sleep(timeoutMs, waiting.signal);
    signal.removeEventListener('abort', wake);
  }

  const ageMs = (times: ChangeTimes) => Math.max(0, waitedMs(times), behindMs(times, clock));

  return {
    async take({ waitMs, notBeforeMs }, signal) {
      if (pending.events === 0 && failure === undefined && waitMs > 0) await waitForChange(waitMs, signal);
      const restMs = notBeforeMs - performance.now();
      if (pending.events > 0 && restMs > 0) await sleep(restMs, signal);
      if (failure !== undefined) throw failure;
      const taken = { ...pending, relatedChanges: [...pending.relatedChanges.values()], token: stream.token() };
      pending = noChanges();
      return taken;
    },
    ageMs,
    lagMs() {
      if (pending.events > 0) return ageMs(pending);
      return stream.head.isAtHead() ? 0 : null;
    },
    isCaughtUp: () => pending.events === 0 && stream.head.lastResponseWasEmpty(),
    close() {
      closing.abort();
      stream.close();
    },
  };
}

/** Refreshes the clock regularly. After a failed refresh, the clock continues with its last offset. */
async function keepRefreshing(clock: ServerClock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(CLOCK_REFRESH_MS, signal);
    if (!signal.aborted) await clock.refresh().catch(() => undefined);
  }
}

const waitedMs = ({ oldestArrivedMs }: ChangeTimes): number =>
  oldestArrivedMs === null ? 0 : performance.now() - oldestArrivedMs;

const behindMs = ({ oldestServerMs }: ChangeTimes, clock: ServerClock): number =>
  oldestServerMs === null ? 0 : clock.nowMs() - oldestServerMs;
