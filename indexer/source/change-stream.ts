/**
 * Follows the change stream and gathers what may have changed until somebody takes it. Changes coalesce by product, so
 * what waits is bounded by the products touched; when that is still too much, the stream waits.
 *
 * States: following; reconnecting (the driver's own resume failed, or there is another primary: opened again from the last
 * event, with growing delays); ended by `close`, or by a fault that no retry mends (`LostPosition`), which `take` then throws.
 */
import { once } from 'node:events';
import type { ChangeStream, Db, ResumeToken } from 'mongodb';
import type { Logger } from '../../src/platform/logger.ts';
import { watchPrimary } from '../../src/platform/primary.ts';
import { tokenTimeMs } from '../../src/platform/resume-token.ts';
import { backoffMs, pause } from '../../src/platform/retry.ts';
import { CHANGE_PIPELINE } from './change-events.ts';
import { LostPosition, lostPosition } from './lost-position.ts';
import { type Gathered, startGathering } from './pending-changes.ts';
import { clusterTimeMs } from './source-identity.ts';

export interface ChangeFeed {
  /**
   * Resolves as soon as something changes, or with nothing after `waitMs`. Changes that wait already are given when the first of
   * them has waited for `gatherMs`, or when they are many.
   */
  take(wait: Waiting, signal: AbortSignal): Promise<Gathered>;
  /** How many products and fan-outs wait. */
  waiting(): number;
  /** How far behind: 0 when the stream has nothing more and nothing waits; null when that is not known. */
  lagMs(): number | null;
  /** Whether the server has said that there is nothing more, and nothing waits. */
  isCaughtUp(): boolean;
  /** Nothing gathers any more. */
  close(): void;
}

interface Waiting {
  readonly waitMs: number;
  readonly gatherMs: number;
}

interface ChangeFeedOptions {
  readonly database: Db;
  /** Where to go on; null: from now. */
  readonly startAfter: ResumeToken | null;
  readonly logger: Logger;
}

/** Takes what waits, which may be nothing. */
export const AT_ONCE: Waiting = { waitMs: 0, gatherMs: 0 };

const MAX_WAITING = 5000;
/** So many are worth a write at once. */
const MANY_WAITING = 1000;
/** How long the server waits for news before it says that there is none. News comes at once. */
const IDLE_MS = 1000;
/** Of news it tells sooner than this, */
const NEWS_WITHIN_MS = 50;
/** and of anything within this, or it is not known how it stands. */
const ANSWER_WITHIN_MS = IDLE_MS + 4000;

/** Opens the stream and resolves when it follows. Throws LostPosition, or what the driver throws. */
export async function openChangeFeed({ database, startAfter, logger }: ChangeFeedOptions): Promise<ChangeFeed> {
  const ending = new AbortController();
  let token = startAfter;
  let gathering = startGathering();
  let caughtUp = false;
  /** Since the stream was opened: before that the server may have a long way to look for the first news. */
  let wasCaughtUp = false;
  /** When the server was asked for what it has not answered yet. */
  let askedMs: number | null = null;
  let failure: unknown;
  let wake: () => void = () => undefined;
  /** When the first of what waits came. */
  let firstMs = 0;

  const open = (): ChangeStream =>
    database.watch([...CHANGE_PIPELINE], {
      maxAwaitTimeMS: IDLE_MS,
      batchSize: 1000,
      readConcern: 'majority',
      ...(token === null ? {} : { startAfter: token }),
    });

  /** One step: an event, or the knowledge that there is none now. The token is read before anything else can move it. */
  async function step(stream: ChangeStream): Promise<void> {
    askedMs = performance.now();
    const event = await stream.tryNext();
    // Of one that is closed there is nothing, at once and for ever: that does not tell that there is no news.
    if (event === null && stream.closed) throw new Error('the stream was closed');
    askedMs = null;
    token = stream.resumeToken;
    caughtUp = event === null;
    wasCaughtUp ||= caughtUp;
    if (event !== null) gathering.add(event);
    if (event !== null && gathering.events() === 1) firstMs = performance.now();
    if (event === null || gathering.size() >= MANY_WAITING || gathering.events() === 1) wake();
    if (event?.operationType === 'invalidate') throw new Error('the stream was invalidated');
  }

  async function follow(firstStep: Promise<void>): Promise<void> {
    let stepping: Promise<void> | null = firstStep;
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      try {
        while (!ending.signal.aborted) {
          while (gathering.size() >= MAX_WAITING && !ending.signal.aborted) await pause(20, ending.signal);
          stepping ??= step(stream);
          await stepping;
          stepping = null;
          attempt = 1;
        }
      } catch (error) {
        if (ending.signal.aborted) break;
        caughtUp = false;
        wasCaughtUp = false;
        askedMs = null;
        stepping = null;
        const lost = lostPosition(error);
        if (lost !== null) throw lost;
        logger.warn({ err: error }, 'the change stream broke: opening it again where it was');
        await pause(backoffMs(attempt), ending.signal);
      }
      await stream.close().catch(() => undefined);
      if (!ending.signal.aborted) stream = open();
    }
  }

  let stream = open();
  const firstStep = step(stream);
  try {
    // The server tells where the stream stands as soon as it is open, long before it knows that there is no news.
    await Promise.race([once(stream, 'resumeTokenChanged'), firstStep]);
    token ??= stream.resumeToken;
    if (startAfter !== null) await assertReached(database, startAfter);
  } catch (error) {
    firstStep.catch(() => undefined);
    await stream.close().catch(() => undefined);
    throw lostPosition(error) ?? error;
  }
  // `follow` then opens it again.
  const endWatch = watchPrimary(database.client, () => void stream.close().catch(() => undefined));
  void follow(firstStep).catch((error: unknown) => {
    failure = error;
    endWatch();
    wake();
  });

  async function waitUntil(isEnough: () => boolean, atMostMs: number, signal: AbortSignal): Promise<void> {
    const isOver = () => isEnough() || failure !== undefined;
    if (isOver() || signal.aborted || atMostMs <= 0) return;
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort();
    wake = () => {
      if (isOver()) stopWaiting();
    };
    signal.addEventListener('abort', stopWaiting, { once: true });
    await pause(atMostMs, waiting.signal);
    signal.removeEventListener('abort', stopWaiting);
    wake = () => undefined;
  }

  return {
    async take({ waitMs, gatherMs }, signal) {
      if (gathering.isEmpty()) await waitUntil(() => !gathering.isEmpty(), waitMs, signal);
      else await waitUntil(() => gathering.size() >= MANY_WAITING, firstMs + gatherMs - performance.now(), signal);
      if (failure !== undefined) throw failure;
      const gathered = gathering.end(token);
      gathering = startGathering();
      return gathered;
    },
    waiting: () => gathering.size(),
    lagMs() {
      const oldest = gathering.oldestMs();
      if (oldest !== null) return Math.max(0, Date.now() - oldest);
      if (!wasCaughtUp) return null;
      const waitedMs = askedMs === null ? 0 : performance.now() - askedMs;
      if (waitedMs > ANSWER_WITHIN_MS) return null;
      return caughtUp || waitedMs > NEWS_WITHIN_MS ? 0 : null;
    },
    isCaughtUp: () => gathering.isEmpty() && caughtUp,
    close() {
      ending.abort();
      endWatch();
      // Nobody waits for the server, which may give no answer: it gives up a stream that nobody asks for news.
      stream.close().catch(() => undefined);
    },
  };
}

/** A position ahead of MongoDB gives no error: the stream would wait in silence until MongoDB gets there. */
async function assertReached(database: Db, token: ResumeToken): Promise<void> {
  if (tokenTimeMs(token) > (await clusterTimeMs(database)))
    throw new LostPosition(
      'the position is of a time that MongoDB has not reached: was MongoDB restored from a backup?',
    );
}
