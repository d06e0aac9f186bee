/**
 * Keeps one index true to MongoDB: takes what changed, reads those products again, writes them with the position, waits
 * for the task, and so on. While a task runs, and for a while after it, changes gather; many of them are read meanwhile, see
 * `changes-ahead.ts`. When nothing changes, a piece of the backlog is done. In an index that is being built several writes are
 * under way at once, see `writes-under-way.ts`.
 *
 * States: following (changes and backlog), idle (nothing to do: the position still moves now and then, so that it never
 * falls out of the oplog), paused (between two writes, until resumed), ended (its signal, or a fault that it throws).
 */
import type { Logger } from '../../src/platform/logger.ts';
import { tokenText, tokenTimeMs } from '../../src/platform/resume-token.ts';
import type { Position } from '../checkpoint/checkpoint.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { TaskFailed } from '../engine/index-errors.ts';
import type { Repair, Repairs } from '../operations/repairs.ts';
import { AT_ONCE, type ChangeFeed } from '../source/change-stream.ts';
import type { ChangeTimes } from '../source/pending-changes.ts';
import { backlogAfter, type Flush, type FlushedData, type Ingredients, prepareFlush } from './batch.ts';
import { createKnownGood, writeAround } from './bisect-rejected.ts';
import type { DeadLetters, Rejection } from './dead-letters.ts';
import { asksIndex, createBacklogReader } from './fan-out-queue.ts';
import { createWritesUnderWay } from './in-flight-window.ts';
import { createChangesAhead, type ReadAhead } from './prefetch.ts';

/** Everything has to be built anew: a followed collection was dropped or renamed. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded';
}

export interface SyncProgress {
  /** Taken from the stream; those last taken may still be on their way into the index. */
  readonly events: number;
  readonly written: number;
  readonly deleted: number;
  /** Products of the backlog that were done. */
  readonly backlogDone: number;
  /** Products that went to the dead letters. */
  readonly setAside: number;
}

export interface Sync {
  /** Follows until the signal; then what is in work is finished. Throws RebuildNeeded, LostPosition, or what engines throw. */
  run(signal: AbortSignal): Promise<void>;
  position(): Position;
  progress(): SyncProgress;
  /** No backlog, and nothing that the stream knows of waits. */
  isCaughtUp(): boolean;
  /** No backlog, and all that happened up to this time, in ms since 1970, is in the index. */
  hasPassed(timeMs: number): boolean;
  lagMs(): number | null;
  /** How long a change has waited that is not in the index; 0 where none does, null where that is not known. */
  changesWaitMs(): number | null;
  /** How long there has been a backlog, 0 where there is none: its products are behind, whatever the lag is. */
  backlogWaitsMs(): number;
}

export interface SyncOptions {
  readonly indexName: string;
  readonly start: Position;
  readonly feed: ChangeFeed;
  readonly reader: ProductLoader;
  readonly index: IndexClient;
  readonly logger: Logger;
  /** Products of the backlog in one write: what a change waits for at most. */
  readonly pieceSize: number;
  /**
   * How long a change of the live index has waited while this one is built beside it: then several writes are under way at
   * once. Null for the live one itself, whose writes are sent one at a time.
   */
  readonly liveLagMs: (() => number | null) | null;
  /** How long changes gather that came while a write was under way. One that finds none under way is written at once. */
  readonly gatherMs: number;
  readonly repairs: Repairs | null;
  readonly deadLetters: DeadLetters;
  /** So much of changed products is enough for one write, however many wait. */
  readonly enoughBytes?: number;
}

const ENOUGH_BYTES = 32_000_000;
const IDLE_WAIT_MS = 1000;
const IDLE_POSITION_MS = 30_000;

export function createSync(options: SyncOptions): Sync {
  const { indexName, start, feed, reader, index, logger, pieceSize, liveLagMs, repairs, deadLetters } = options;
  const { enoughBytes = ENOUGH_BYTES } = options;
  /** All up to here is in the index. */
  let position = start;
  /** The oldest change in the write under way; null while nothing is written. */
  let writing: ChangeTimes | null = null;
  /** The same of a write that brings more than a position. */
  let changing: ChangeTimes | null = null;
  let backlogSinceMs = start.backlog.length > 0 ? performance.now() : null;
  let writtenMs = performance.now();
  let repairsSeenMs = Number.NEGATIVE_INFINITY;
  const pieces = createBacklogReader({ reader, index, indexName, pieceSize });
  const knownGood = createKnownGood({ index, indexName, reader });
  const prepare = (reached: Position, ingredients: Ingredients) =>
    prepareFlush({ reader, pieces, enoughBytes }, reached, ingredients);
  const ahead = createChangesAhead({ feed, repairsDue, prepare });
  const underWay = createWritesUnderWay<Flush>({ index, indexName, liveLagMs: liveLagMs ?? (() => null) });
  const progress = { events: 0, written: 0, deleted: 0, backlogDone: 0, setAside: 0 };

  const behindMs = (times: ChangeTimes | null) => (times === null ? feed.lagMs() : feed.ageMs(times));
  const isCaughtUp = () => position.backlog.length === 0 && writing === null && feed.isCaughtUp();

  /** `alone`: waits for what is under way, and for this write. */
  async function write(ingredients: ReadAhead, alone: boolean): Promise<void> {
    const { gathered, prepared } = ingredients;
    if (gathered.everything !== null) throw new RebuildNeeded(gathered.everything);
    const reached = () => underWay.newest()?.next ?? position;
    const sendsAhead = liveLagMs !== null && !alone && !asksIndex(backlogAfter(reached(), gathered));
    if (!sendsAhead) await confirmAll();
    const { flush, data } = await (prepared ?? prepare(reached(), ingredients));
    await setAside(flush.unreadable);
    // The last piece is written alone, so it brings the position of all.
    if (sendsAhead && flush.next.backlog.length > 0) await sendAhead(flush, data);
    else if (await confirmAll()) await writeAlone(flush, data);
    else return await write(ingredients, true);
    if (flush.left !== null) await write(flush.left, alone);
  }

  async function sendAhead(flush: Flush, data: FlushedData): Promise<void> {
    pieces.readAhead(flush.next.backlog);
    await underWay.send(flush, data, position);
    logger.debug({ index: indexName, products: flush.ids.size }, 'sent ahead');
    while (underWay.isFull()) await confirmOldest();
  }

  async function writeAlone(flush: Flush, data: FlushedData): Promise<void> {
    const whole = { ...data, previous: position, orHeld: underWay.brought(), position: flush.next };
    pieces.readAhead(flush.next.backlog);
    if (liveLagMs === null && flush.left === null) await ahead.begin(flush);
    const refused = await writeAround({ index, indexName, write: whole, knownGood, setAside, logger });
    underWay.reset();
    await confirmed(flush, refused);
  }

  /** Nothing is under way then. Resolves to false when something had to be written anew. */
  async function confirmAll(): Promise<boolean> {
    let areConfirmed = true;
    while (underWay.newest() !== undefined) areConfirmed = (await confirmOldest()) && areConfirmed;
    return areConfirmed;
  }

  /** Resolves to false when it was taken back or had failed: then all that was under way is written anew, after a failure each alone. */
  async function confirmOldest(): Promise<boolean> {
    try {
      await confirmed(await underWay.confirmOldest(), []);
      return true;
    } catch (error) {
      if (!(error instanceof TaskFailed)) throw error;
      if (error.isCanceled) logger.info({ index: indexName }, 'writes were taken back for changes of the live index');
      else logger.warn({ err: error, index: indexName }, 'a write sent ahead failed: writing one by one from there');
      for (const ingredients of await underWay.giveUp()) await write(ingredients, !error.isCanceled);
      return false;
    }
  }

  async function confirmed(flush: Flush, refused: readonly Rejection[]): Promise<void> {
    const { gathered, wanted, ids, unreadable, written, deleted, backlogDone, next } = flush;
    const apart = new Set([...unreadable, ...refused].map(({ productId }) => productId));
    await deadLetters.remove({ productIds: [...ids].filter((id) => !apart.has(id)) });
    if (wanted.length > 0) await repairs?.done(wanted);

    position = next;
    writtenMs = performance.now();
    backlogSinceMs = next.backlog.length > 0 ? (backlogSinceMs ?? writtenMs) : null;
    progress.written += written - refused.length;
    progress.setAside += apart.size;
    progress.deleted += deleted;
    progress.backlogDone += backlogDone;
    logger.debug({ index: indexName, events: gathered.events, written, deleted }, 'written');
  }

  async function setAside(refusals: readonly Rejection[]): Promise<void> {
    for (const { productId, reason } of refusals)
      logger.error({ index: indexName, productId, reason }, 'a product is set apart, as dead-letters list tells');
    await deadLetters.add(refusals);
  }

  /** Repairs that somebody asked for; looked for once a second. */
  async function repairsDue(): Promise<readonly Repair[]> {
    if (repairs === null || performance.now() - repairsSeenMs < IDLE_WAIT_MS) return [];
    const wanted = await repairs.waiting(pieceSize);
    if (wanted.length < pieceSize) repairsSeenMs = performance.now();
    return wanted;
  }

  /** Waits for something to do; resolves to null where nothing comes for a while. */
  async function gather(signal: AbortSignal): Promise<Ingredients | null> {
    // Only what came while a write was under way gathers; what comes from here on found none.
    const wait = { waitMs: IDLE_WAIT_MS, gatherMs: feed.waiting() > 0 ? options.gatherMs : 0 };
    // Before a change comes, which then need not wait for this answer.
    const wanted = await repairsDue();
    const { backlog } = underWay.newest()?.next ?? position;
    const hasWork = backlog.length > 0 || wanted.length > 0;
    const gathered = await feed.take(hasWork ? AT_ONCE : wait, signal);
    const moved = tokenText(gathered.token) !== tokenText(position.token);
    const isDue = moved && performance.now() - writtenMs > IDLE_POSITION_MS;
    if (gathered.events === 0 && !hasWork && !isDue) return null;
    writing ??= gathered.events > 0 ? gathered : { oldestArrivedMs: performance.now(), oldestServerMs: null };
    if (gathered.events > 0 || hasWork) changing ??= writing;
    return { gathered, wanted };
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const ingredients = ahead.take() ?? (await gather(signal));
      if (ingredients === null) continue;
      progress.events += ingredients.gathered.events;
      await write(ingredients, false);
      if (underWay.newest() === undefined) writing = changing = ahead.times();
    }
    await confirmAll();
  }

  return {
    run: (signal) => follow(signal).finally(() => Promise.all([ahead.close(), pieces.close()])),
    position: () => position,
    progress: () => ({ ...progress }),
    isCaughtUp,
    hasPassed: (timeMs) => isCaughtUp() || (position.backlog.length === 0 && tokenTimeMs(position.token) > timeMs),
    lagMs: () => behindMs(writing),
    changesWaitMs: () => behindMs(changing),
    backlogWaitsMs: () => (backlogSinceMs === null ? 0 : performance.now() - backlogSinceMs),
  };
}
