/**
 * Follows the change stream and gathers what may have changed until somebody takes it. Changes coalesce by product, so
 * what waits is bounded by the products touched; when that is still too much, the stream waits.
 *
 * States: following; reconnecting (the driver's own resume failed: opened again from the last event, with growing
 * delays); ended by `close`, or by a fault that no retry mends (`LostPosition`), which `take` then throws.
 */
import { type ChangeStream, type Db, MongoServerError, type ResumeToken, type Timestamp } from 'mongodb';
import type { Logger } from '../src/platform/logger.ts';
import { backoffMs, pause } from '../src/platform/retry.ts';
import { CHANGE_PIPELINE, type Change, changeOf } from './changes.ts';
import { tokenTimeMs } from './position.ts';
import { clusterTimeMs } from './source.ts';

/** The stream cannot go on from the position: the oplog has rolled over it, or it belongs to another cluster. */
export class LostPosition extends Error {
  override readonly name = 'LostPosition';
}

/** What gathered since the last take. `token` covers it: a stream that resumes there gives what comes after. */
export interface Gathered {
  readonly productIds: ReadonlySet<string>;
  readonly fanOuts: readonly Extract<Change, { kind: 'collection' | 'merchant' }>[];
  /** Why everything has to be built anew, or null. */
  readonly everything: string | null;
  readonly token: ResumeToken;
  /** When the oldest event happened, in ms since 1970; null when there was none. */
  readonly oldestMs: number | null;
  /** The newest event's time; null when there was none. */
  readonly clusterTime: Timestamp | null;
  readonly events: number;
}

export interface ChangeFeed {
  /** Resolves at once when something gathered, else as soon as it does, or with nothing after `waitMs`. */
  take(waitMs: number, signal: AbortSignal): Promise<Gathered>;
  /** How far behind: 0 when the stream has nothing more and nothing waits; null when that is not known. */
  lagMs(): number | null;
  close(): Promise<void>;
}

interface ChangeFeedOptions {
  readonly database: Db;
  /** Where to go on; null: from now. */
  readonly startAfter: ResumeToken | null;
  readonly logger: Logger;
}

const MAX_WAITING = 5000;
/** How long the server waits for news before it says that there is none: what opening and closing take at most. */
const IDLE_MS = 200;

/** ChangeStreamHistoryLost, ChangeStreamFatalError, InvalidResumeToken and the codes of a token that cannot be read. */
const LOST_CODES = new Set([286, 280, 260, 40_576, 40_615, 40_649, 50_795, 50_811, 9, 15]);

/** Opens the stream and resolves when it follows. Throws LostPosition, or what the driver throws. */
export async function openChangeFeed({ database, startAfter, logger }: ChangeFeedOptions): Promise<ChangeFeed> {
  const ending = new AbortController();
  let token = startAfter;
  let gathering = startGathering();
  let caughtUp = false;
  let failure: unknown;
  let wake: () => void = () => undefined;

  const open = (): ChangeStream =>
    database.watch([...CHANGE_PIPELINE], {
      maxAwaitTimeMS: IDLE_MS,
      batchSize: 1000,
      readConcern: 'majority',
      ...(token === null ? {} : { startAfter: token }),
    });

  /** One step: an event, or the knowledge that there is none now. The token is read before anything else can move it. */
  async function step(stream: ChangeStream): Promise<void> {
    const event = await stream.tryNext();
    token = stream.resumeToken;
    caughtUp = event === null;
    if (event !== null) gathering.add(event);
    if (event === null || gathering.size() >= MAX_WAITING || gathering.events() === 1) wake();
    if (event?.operationType === 'invalidate') throw new Error('the stream was invalidated');
  }

  async function follow(first: ChangeStream): Promise<void> {
    let stream = first;
    for (let attempt = 1; !ending.signal.aborted; attempt += 1) {
      try {
        while (!ending.signal.aborted) {
          while (gathering.size() >= MAX_WAITING && !ending.signal.aborted) await pause(20, ending.signal);
          await step(stream);
          attempt = 1;
        }
      } catch (error) {
        if (ending.signal.aborted) break;
        caughtUp = false;
        const lost = lostPosition(error);
        if (lost !== null) throw lost;
        logger.warn({ err: error }, 'the change stream broke: opening it again where it was');
        await pause(backoffMs(attempt), ending.signal);
      }
      await stream.close().catch(() => undefined);
      stream = open();
    }
    await stream.close().catch(() => undefined);
  }

  const stream = open();
  try {
    await step(stream);
    if (startAfter !== null) await assertReached(database, startAfter);
  } catch (error) {
    await stream.close().catch(() => undefined);
    throw lostPosition(error) ?? error;
  }
  const following = follow(stream).catch((error: unknown) => {
    failure = error;
    wake();
  });

  return {
    async take(waitMs, signal) {
      if (gathering.isEmpty() && failure === undefined && !signal.aborted) {
        const waiting = new AbortController();
        const stopWaiting = () => waiting.abort();
        wake = () => {
          if (!gathering.isEmpty() || failure !== undefined) stopWaiting();
        };
        signal.addEventListener('abort', stopWaiting, { once: true });
        await pause(waitMs, waiting.signal);
        signal.removeEventListener('abort', stopWaiting);
        wake = () => undefined;
      }
      if (failure !== undefined) throw failure;
      const gathered = gathering.end(token);
      gathering = startGathering();
      return gathered;
    },
    lagMs() {
      const oldest = gathering.oldestMs();
      if (oldest !== null) return Math.max(0, Date.now() - oldest);
      return caughtUp ? 0 : null;
    },
    async close() {
      ending.abort();
      await following;
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

function lostPosition(error: unknown): LostPosition | null {
  if (!(error instanceof MongoServerError) || !LOST_CODES.has(Number(error.code))) return null;
  return new LostPosition(`MongoDB cannot resume there (${error.codeName ?? error.code}: ${error.message})`, {
    cause: error,
  });
}

/** Gathers changes, each product once. */
function startGathering() {
  const productIds = new Set<string>();
  const fanOuts = new Map<string, Extract<Change, { kind: 'collection' | 'merchant' }>>();
  let everything: string | null = null;
  let clusterTime: Timestamp | null = null;
  let oldest: number | null = null;
  let events = 0;

  return {
    add(event: Parameters<typeof changeOf>[0]): void {
      events += 1;
      clusterTime = event.clusterTime ?? clusterTime;
      oldest ??= clusterTime === null ? Date.now() : clusterTime.getHighBits() * 1000;
      const change = changeOf(event);
      if (change === null) return;
      if (change.kind === 'products') for (const id of change.ids) productIds.add(id);
      else if (change.kind === 'everything') everything ??= change.reason;
      else fanOuts.set(`${change.kind} ${change.id}`, change);
    },
    size: () => productIds.size + fanOuts.size,
    events: () => events,
    isEmpty: () => events === 0,
    oldestMs: () => oldest,
    end(token: ResumeToken): Gathered {
      return { productIds, fanOuts: [...fanOuts.values()], everything, token, oldestMs: oldest, clusterTime, events };
    },
  };
}
