/**
 * Reads the events of MongoDB's change stream one after the other. It opens the stream again where it broke: after a
 * network error, or when another member of the replica set becomes the primary. It ends with `close`, or with an error that
 * no retry mends.
 */
import { once } from 'node:events';
import type { ChangeStream, ChangeStreamDocument, Db, ResumeToken } from 'mongodb';
import { watchPrimary } from '../../src/engines/primary.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import { backoffMs, sleep } from '../../src/runtime/retry.ts';
import { CHANGE_PIPELINE } from './change-events.ts';
import { assertReached, lostCheckpoint } from './lost-checkpoint.ts';
import { createStreamHead, IDLE_ANSWER_MS, type StreamHead } from './stream-head.ts';

export interface EventStream {
  /** A stream that starts after this token reports the events that follow those read so far. */
  token(): ResumeToken;
  readonly head: Pick<StreamHead, 'isReached' | 'isKnownToBeReached'>;
  /** Ends the stream. It does not wait for MongoDB. */
  close(): void;
}

export interface EventStreamOptions {
  readonly database: Db;
  /** The token after which the stream starts; null starts it now. */
  readonly startAfter: ResumeToken | null;
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

  /** Reads one event, or that there is none now. */
  async function readNext(): Promise<void> {
    const reading = stream;
    head.requested();
    const event = await reading.tryNext();
    // The driver also returns null for a closed stream, which does not say that there is no event.
    if (event === null && reading.closed) throw new Error('the change stream was closed');
    // The next read moves the token of the stream.
    token = reading.resumeToken;
    head.answered(event !== null);
    if (event !== null) onEvent(event);
    if (event?.operationType === 'invalidate') throw new Error('the change stream was invalidated');
  }

  /** Opens the stream again where it broke. Throws Interrupted `checkpoint lost` when it cannot go on there. */
  async function reopen(error: unknown, failures: number): Promise<void> {
    head.disconnected();
    const lost = lostCheckpoint(error);
    if (lost !== null) throw lost;
    logger.warn({ err: error }, 'the change stream broke: reopening it where it was');
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

  const firstRead = readNext();
  try {
    // MongoDB sends a token as soon as the stream is open. It answers the read later, when there is no event.
    await Promise.race([once(stream, 'resumeTokenChanged'), firstRead]);
    token ??= stream.resumeToken;
    if (startAfter !== null) await assertReached(database, startAfter);
  } catch (error) {
    firstRead.catch(() => undefined);
    await closeStream();
    throw lostCheckpoint(error) ?? error;
  }
  // `follow` reopens the closed stream, at the new primary.
  const stopWatching = watchPrimary(database.client, () => void closeStream());
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
      // MongoDB may not answer, so nobody waits. It drops a stream that nobody reads.
      void closeStream();
    },
  };
}

const watch = (database: Db, startAfter: ResumeToken | null): ChangeStream =>
  database.watch([...CHANGE_PIPELINE], {
    ...{ maxAwaitTimeMS: IDLE_ANSWER_MS, batchSize: 1000, readConcern: 'majority', readPreference: 'primary' },
    ...(startAfter === null ? {} : { startAfter }),
  });
