/**
 * Follows the change stream of the database, and reports what each change invalidates. Reopens the stream when it
 * breaks, and on the new primary when the primary changes; then everything is invalidated, because the changes in
 * between are unknown.
 *
 * The stream is at its head when it has reported MongoDB's newest write.
 *
 * Behind a router of a sharded cluster, a shard may elect another primary unseen, and undo a write that a cached page has.
 * So there, no stream is followed.
 */
import type { ChangeStream, ClientSession, Db, Timestamp } from 'mongodb';
import { isRouter, watchPrimary } from '../engines/mongodb/primary.ts';
import { tokenTimestamp } from '../engines/mongodb/resume-token.ts';
import type { Logger } from '../runtime/logger.ts';
import { backoffMs, sleep, withTimeout } from '../runtime/retry.ts';
import { type Invalidation, invalidationBy, PIPELINE } from './invalidation.ts';

export interface Changes {
  /**
   * The time (`performance.now`) at which the latest request was sent whose response showed the stream at its head.
   * -∞ while the stream is behind or down.
   */
  lastHeadAtMs(): number;
  close(): Promise<void>;
}

interface ChangesOptions {
  readonly database: Db;
  readonly logger: Logger;
  /** Called for each change; with null if everything is invalidated. */
  readonly onInvalidation: (invalidation: Invalidation | null) => void;
}

/** MongoDB responds at least this often. */
const AWAIT_MS = 300;
/** The compared times are whole seconds, so a difference of one second may be a moment. */
const MAX_LAG_SECONDS = 1;
/** A write that the stream hasn't reached in this time waits for a majority. There may be no later write to compare. */
const MAX_WAIT_MS = 1000;
/**
 * Small batches: the newest write that a response names must still be recent when the last event of its batch is
 * processed.
 */
const BATCH_SIZE = 1000;

/** Closing tells MongoDB to free the stream's cursor, which it also does by itself. */
const CLOSE_TIMEOUT_MS = 1000;

export function followChanges({ database, logger, onInvalidation }: ChangesOptions): Changes {
  const ending = new AbortController();
  let lastHeadAtMs = Number.NEGATIVE_INFINITY;
  /** How often the primary changed. */
  let primaryChanges = 0;
  const stopWatching = watchPrimary(database.client, () => {
    primaryChanges += 1;
    lastHeadAtMs = Number.NEGATIVE_INFINITY;
  });

  /**
   * Reads the stream until it ends or the primary changes. `since`: the number of primary changes when the stream was
   * opened.
   */
  async function read(stream: ChangeStream, session: ClientSession, since: number): Promise<void> {
    let requestedAtMs = performance.now();
    const isAtHead = createHeadCheck(stream, session);
    await stream.tryNext();
    // The stream reports every change from here on. Earlier changes are unknown.
    onInvalidation(null);
    while (!ending.signal.aborted) {
      const beganAtMs = performance.now();
      const { event, wasRequested } = await nextEvent(stream);
      if (wasRequested) requestedAtMs = beganAtMs;
      if (primaryChanges !== since || stream.closed) return;
      if (event !== null) onInvalidation(invalidationBy(event));
      lastHeadAtMs = isAtHead() ? requestedAtMs : Number.NEGATIVE_INFINITY;
      if (event?.operationType === 'invalidate') return;
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      const since = primaryChanges;
      // Each response names the server's newest write in the session's cluster time.
      const session = database.client.startSession({ causalConsistency: false });
      const stream = openStream(database, session);
      try {
        if (isRouter(await database.command({ hello: 1 })))
          return logger.warn('MongoDB is a sharded cluster, whose elections are not seen: the caches are not used');
        await read(stream, session, since);
        attempt = 1;
      } catch (error) {
        if (lastHeadAtMs > Number.NEGATIVE_INFINITY) attempt = 1;
        if (!ending.signal.aborted)
          logger.warn({ err: error }, 'the change stream broke: the caches are not used until it is back');
      } finally {
        lastHeadAtMs = Number.NEGATIVE_INFINITY;
        await withTimeout(CLOSE_TIMEOUT_MS, closeAll(stream, session), undefined);
      }
      await sleep(backoffMs(attempt), ending.signal);
    }
  }

  const running = run();
  return {
    lastHeadAtMs: () => lastHeadAtMs,
    async close() {
      ending.abort();
      stopWatching();
      await running;
    },
  };
}

/** Throws nothing. It may never end: the driver never ends a command that it writes while its connection closes. */
async function closeAll(stream: ChangeStream, session: ClientSession): Promise<void> {
  await stream.close().catch(() => undefined);
  await session.endSession().catch(() => undefined);
}

const openStream = (database: Db, session: ClientSession): ChangeStream =>
  database.watch(PIPELINE, {
    session,
    batchSize: BATCH_SIZE,
    maxAwaitTimeMS: AWAIT_MS,
    readConcern: 'majority',
    fullDocumentBeforeChange: 'whenAvailable',
  });

/**
 * Resolves to the next event, null if there is none yet, and to whether MongoDB was asked for it. The driver returns
 * the other events of a batch without a request, and so without a turn of the event loop.
 */
async function nextEvent(stream: ChangeStream) {
  let wasRequested = false;
  const turn = setImmediate(() => {
    wasRequested = true;
  });
  const event = await stream.tryNext();
  clearImmediate(turn);
  return { event, wasRequested };
}

/**
 * Returns a function to call after each response: whether the stream has reached the newest write that the response
 * named. It hasn't while it delivers old events: after a pause of this process, in a flood of writes, or while the
 * majority of the members lags.
 */
function createHeadCheck(stream: ChangeStream, session: ClientSession): () => boolean {
  /** A write that the stream has not reached, and when a response named it. */
  let awaited: { readonly write: Timestamp; readonly sinceMs: number } | null = null;
  return () => {
    const newest = session.clusterTime?.clusterTime;
    if (newest === undefined) return true;
    const reached = tokenTimestamp(stream.resumeToken);
    const nowMs = performance.now();
    if (awaited !== null && reached.greaterThanOrEqual(awaited.write)) awaited = null;
    if (awaited === null && newest.greaterThan(reached)) awaited = { write: newest, sinceMs: nowMs };
    const lagSeconds = newest.getHighBitsUnsigned() - reached.getHighBitsUnsigned();
    return lagSeconds <= MAX_LAG_SECONDS && (awaited === null || nowMs - awaited.sinceMs <= MAX_WAIT_MS);
  };
}
