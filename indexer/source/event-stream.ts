/**
 * Reads the events of MongoDB's change stream in order. Reopens the stream after a network error, and when another
 * member of the replica set becomes the primary. Ends with `close`, or with an error that a retry can't fix.
 */
import { once } from 'node:events';
import type { ChangeStream, ChangeStreamDocument, Db, ResumeToken } from 'mongodb';
import { watchPrimary } from '../../src/engines/mongodb/primary.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import { backoffMs, sleep } from '../../src/runtime/retry.ts';
import { CHANGE_PIPELINE } from './change-events.ts';
import { assertReached, lostCheckpoint } from './lost-checkpoint.ts';
import { createStreamHead, IDLE_RESPONSE_MS, type StreamHead } from './stream-head.ts';

interface EventStream {
  /** Returns the resume token. A stream that starts after it reports the events after those read so far. */
  token(): ResumeToken;
  readonly head: Pick<StreamHead, 'lastResponseWasEmpty' | 'isAtHead'>;
  /** Ends the stream without waiting for MongoDB. */
  close(): void;
}

interface EventStreamOptions {
  readonly database: Db;
  /** The stream starts after this token. */
  readonly startAfter: ResumeToken;
  readonly logger: Logger;
  /** Called with each event, in order. */
  readonly onEvent: (event: ChangeStreamDocument) => void;
  /** Called with the error that ended the stream. */
  readonly onFailure: (error: unknown) => void;
  /** While it returns true, the stream reads nothing. */
  readonly isFull: () => boolean;
}

const FULL_POLL_MS = 20;

/** Resolves when MongoDB has opened the stream. Throws Interrupted `checkpoint lost`, or what the driver throws. */
export async function openEventStream(options: EventStreamOptions): Promise<EventStream> {
  const { database, startAfter, logger, onEvent, onFailure, isFull } = options;
  const closing = new AbortController();
  const head = createStreamHead();
  let token = startAfter;
  let stream = watch(database, token);

  const closeStream = () => stream.close().catch(() => undefined);

  /** Reads one event, or the response that there is none. */
  async function readNext(): Promise<void> {
    const reading = stream;
    head.onRequest();
    const event = await reading.tryNext();
    // The driver also returns null for a closed stream, which does not mean that there is no event.
    if (event === null && reading.closed) throw new Error('the change stream was closed');
    // Read the token now, because the next read changes it.
    token = reading.resumeToken;
    head.onResponse(event !== null);
    if (event !== null) onEvent(event);
    if (event?.operationType === 'invalidate') throw new Error('the change stream was invalidated');
  }

  /** Reopens the stream where it broke. Throws Interrupted `checkpoint lost` when it can't resume there. */
  async function reopen(error: unknown, failures: number): Promise<void> {
    head.onDisconnect();
    const lost = lostCheckpoint(error);
    if (lost !== null) throw lost;
    logger.warn({ err: error }, 'the change stream broke: resuming it');
    await sleep(backoffMs(failures), closing.signal);
    await closeStream();
    if (!closing.signal.aborted) stream = watch(database, token);
  }

  async function follow(firstRead: Promise<void>): Promise<void> {
    let failures = 0;
    for (let read = firstRead; ; read = readNext()) {
      try {
        await read;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!closing.signal.aborted) await reopen(error, failures);
      }
      while (isFull() && !closing.signal.aborted) await sleep(FULL_POLL_MS, closing.signal);
      if (closing.signal.aborted) return;
    }
  }

  async function open(firstRead: Promise<void>): Promise<void> {
    try {
      // MongoDB sends a token as soon as the stream is open. When there is no event, it responds to the read later.
      await Promise.race([once(stream, 'resumeTokenChanged'), firstRead]);
      await assertReached(database, startAfter);
    } catch (error) {
      firstRead.catch(() => undefined);
      await closeStream();
      throw lostCheckpoint(error) ?? error;
    }
  }

  const firstRead = readNext();
  const opening = open(firstRead);
  // The primary may change before the stream is open. `follow` reopens the closed stream, at the new primary.
  const stopWatching = watchPrimary(database.client, () => void opening.then(closeStream, () => undefined));
  await opening.catch((error: unknown) => {
    stopWatching();
    throw error;
  });
  void follow(firstRead).catch((error: unknown) => {
    stopWatching();
    onFailure(error);
  });

  return {
    token: () => token,
    head,
    close() {
      closing.abort();
      stopWatching();
      // Don't wait: MongoDB may not respond, and it drops a stream without reads.
      void closeStream();
    },
  };
}

const watch = (database: Db, startAfter: ResumeToken): ChangeStream =>
  database.watch([...CHANGE_PIPELINE], {
    startAfter,
    maxAwaitTimeMS: IDLE_RESPONSE_MS,
    batchSize: 1000,
    readConcern: 'majority',
  });

/** Resolves to a token of now: a stream that starts after it reports every later change. Throws what the driver throws. */
export async function currentToken(database: Db): Promise<ResumeToken> {
  const now = database.watch([...CHANGE_PIPELINE], { maxAwaitTimeMS: 1, readConcern: 'majority' });
  try {
    await now.tryNext();
    return now.resumeToken;
  } finally {
    await now.close();
  }
}
