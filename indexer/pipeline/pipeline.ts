/**
 * Keeps one index in sync with MongoDB. Each round takes the pending changes, creates a batch from them and from
 * waiting fan-outs, and writes it:
 *
 *   take changes → load products → (live index: skip unchanged documents) → send → confirm → …
 *
 * The live index has a window of one: a batch is in the index before the next one is created, so content hashes can be
 * compared. An index that is being built has a larger window and writes every document.
 *
 * The *confirmed* checkpoint may be ahead of the one *stored* in the index, because changes that don't change a
 * document need no write. The index gets the confirmed checkpoint with the next write, after 30 s, and when the leader
 * stops the pipeline (a pause, a swap), but not when the process stops. The changes since the stored checkpoint are
 * then loaded again.
 */

import { tokenText, tokenTimeMs } from '../../src/engines/resume-token.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { nextStep } from '../engine/index-errors.ts';
import { Interrupted } from '../interruption.ts';
import { type ChangeFeed, NO_WAIT } from '../source/change-stream.ts';
import type { PendingChanges } from '../source/pending-changes.ts';
import { type Batch, fanOutsAfter, isEmpty, keysOf, makeBatch, type Work, withoutUnchanged } from './batch.ts';
import { bisectRejected } from './bisect-rejected.ts';
import type { DeadLetters, Rejection } from './dead-letters.ts';
import { createFanOutLaps } from './fan-out-laps.ts';
import { nextChunk, readsIndex } from './fan-out-queue.ts';
import { createInFlightWindow } from './in-flight-window.ts';
import { createMerchantTally, type MerchantTally } from './merchant-tally.ts';
import type { PipelineProfile } from './profiles.ts';
import { addProgress, NO_PROGRESS, type Progress, progressOf } from './progress.ts';
import type { Rewrite, Rewrites } from './rewrites.ts';

export interface Pipeline {
  /** Runs until the signal aborts, then finishes the current work. Throws Interrupted, or what the engines throw. */
  run(signal: AbortSignal): Promise<void>;
  /** Returns the confirmed checkpoint: everything up to it is in the index. */
  confirmed(): Checkpoint;
  progress(): Progress;
  /** Returns whether no fan-out and no change is pending or in progress. */
  isCaughtUp(): boolean;
  /**
   * Returns whether everything up to this cluster time, in ms since 1970, is in the index, except for pending fan-outs.
   */
  hasPassed(clusterTimeMs: number): boolean;
  /**
   * Returns a function that returns whether every fan-out that is pending now has visited all of its products since.
   * Supports one watch at a time.
   */
  watchFanOuts(): () => boolean;
  /** Returns the lag of the index, without fan-outs; null when unknown. */
  lagMs(): number | null;
  /** Returns how long fan-outs have waited; 0 when there are none. */
  fanOutsWaitMs(): number;
  /** Sets the restore mark of all later checkpoints. */
  setMark(mark: Mark): void;
  readonly tally: MerchantTally;
}

export interface PipelineOptions {
  readonly indexName: string;
  /** The checkpoint that the index holds. */
  readonly start: Checkpoint;
  readonly feed: ChangeFeed;
  readonly loader: ProductLoader;
  readonly index: IndexClient;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly profile: PipelineProfile;
  /** The rewrites that operators request; null for an index that is being built. */
  readonly rewrites: Rewrites | null;
  /** Called with each batch once it is in the index. `waitedMs`: the time since its oldest change arrived. */
  readonly onBatch: (done: Progress, waitedMs: number | null) => void;
  /** How long the stored checkpoint may lag behind the confirmed one; 30 s by default. */
  readonly storeEveryMs?: number;
}

const IDLE_WAIT_MS = 1000;
const STORE_EVERY_MS = 30_000;

export function createPipeline(options: PipelineOptions): Pipeline {
  const { indexName, start, feed, loader, index, deadLetters, logger, profile, rewrites } = options;
  const { storeEveryMs = STORE_EVERY_MS } = options;
  const window = createInFlightWindow({ index, indexName, size: profile.windowSize, start });
  const tally = createMerchantTally();
  let confirmed = start;
  let mark = start.mark;
  let progress = NO_PROGRESS;
  let laps = createFanOutLaps([]);
  /**
   * Work to process before new changes: products that did not fit, and batches that were in flight when a task failed.
   */
  const queue: Work[] = [];
  /** The oldest changes in progress; null when there are none. */
  let inProgress: PendingChanges | null = null;
  let fanOutsSinceMs = start.fanOuts.length > 0 ? performance.now() : null;
  let batchMs = Number.NEGATIVE_INFINITY;
  let storedMs = performance.now();
  let rewritesPolledMs = Number.NEGATIVE_INFINITY;

  const reached = (): Checkpoint => ({ ...(window.newest()?.next ?? confirmed), mark });
  const isIdle = (): boolean => window.newest() === undefined;

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const work = queue.shift() ?? (await takeWork(signal));
      if (work !== null) await process(work);
      // Store the checkpoint regularly: changes that change no document write no checkpoint by themselves.
      if (isIdle() && performance.now() - storedMs > storeEveryMs) await store();
      if (isIdle() && queue.length === 0) inProgress = null;
    }
    // The remaining queue is after the checkpoint, so the next pipeline of this index processes it again.
    await drain();
    await store();
  }

  /** Waits for work. Resolves to null when there is none for a second. */
  async function takeWork(signal: AbortSignal): Promise<Work | null> {
    const due = await dueRewrites();
    const isBusy = due.length > 0 || reached().fanOuts.length > 0 || !isIdle();
    const wait = isBusy ? NO_WAIT : { waitMs: IDLE_WAIT_MS, notBeforeMs: batchMs + profile.intervalMs };
    const changes = await feed.take(wait, signal);
    if (changes.events === 0 && due.length === 0 && reached().fanOuts.length === 0) {
      if ((await drain()) && tokenText(changes.token) !== tokenText(confirmed.token))
        confirmed = { ...confirmed, token: changes.token };
      return null;
    }
    if (changes.everything !== null) throw new Interrupted('source dropped', changes.everything);
    batchMs = performance.now();
    if (changes.events > 0) inProgress ??= changes;
    return { changes, rewrites: due, isAlone: false, rejection: null };
  }

  async function process(work: Work): Promise<void> {
    const fanOuts = fanOutsAfter(reached(), work);
    const overlaps = profile.windowSize > 1 && !work.isAlone && fanOuts.length > 0 && !readsIndex(fanOuts[0]);
    if (!overlaps && !isIdle()) return await drainBefore(work);
    const batch = await selectDue(
      await makeBatch({ loader, limitBytes: profile.limitBytes, chunkOf }, reached(), work),
    );
    // An empty batch sends nothing, so it can be confirmed only when nothing is in flight.
    if (isEmpty(batch) && !isIdle()) return await drainBefore(work);
    if (batch.left !== null) queue.unshift(batch.left);
    await deadLetter(batch.unreadable);
    if (isEmpty(batch)) await confirm(batch, []);
    else if (work.isAlone) await writeAlone(batch);
    else {
      await window.send(batch, confirmed);
      while (window.isFull() || (!overlaps && !isIdle())) if (!(await confirmOldest())) return;
    }
  }

  /** Requeues the work and confirms the batches in flight. A batch that failed is queued before it. */
  async function drainBefore(work: Work): Promise<void> {
    queue.unshift(work);
    await drain();
  }

  const chunkOf = (fanOuts: Checkpoint['fanOuts'], limitBytes: number) =>
    nextChunk({ loader, index, indexName, chunkSize: profile.chunkSize }, fanOuts, limitBytes);

  /**
   * Resolves to the part of a batch that must be written. Queries the index only when it includes every earlier write.
   */
  async function selectDue(batch: Batch): Promise<Batch> {
    if (!isIdle() || (profile.writesUnchanged && !tally.isCounting())) return batch;
    const indexed = await index.lookUp(indexName, keysOf(batch));
    const due = profile.writesUnchanged ? batch : withoutUnchanged(batch, indexed);
    tally.add(due, indexed);
    return due;
  }

  async function writeAlone(batch: Batch): Promise<void> {
    const { documents, deletedKeys, next } = batch;
    const write = { documents, deletedKeys, checkpoint: next, expected: window.held() };
    const { rejection } = batch.work;
    const rejections = await bisectRejected({
      ...{ index, indexName, write, before: confirmed, rejection, deadLetter, logger },
    });
    window.reset(next);
    await confirm(batch, rejections);
  }

  /** Resolves to false when a task failed. All batches that were in flight are then in the queue. */
  async function drain(): Promise<boolean> {
    while (!isIdle()) if (!(await confirmOldest())) return false;
    return true;
  }

  async function confirmOldest(): Promise<boolean> {
    const result = await window.confirmOldest();
    if (result.kind === 'confirmed') {
      await confirm(result.batch, []);
      return true;
    }
    const { failure, batches } = result;
    logger.warn(
      { err: failure, index: indexName, batches: batches.length },
      'a write failed: writing again, one by one',
    );
    const rejection = nextStep(failure) === 'reject' ? failure : null;
    queue.unshift(
      ...batches.map(({ work }, position) => ({
        ...work,
        isAlone: true,
        rejection: position === 0 ? rejection : null,
      })),
    );
    return false;
  }

  async function confirm(batch: Batch, rejections: readonly Rejection[]): Promise<void> {
    const { ids, work, unreadable, next } = batch;
    const rejectedIds = new Set([...unreadable, ...rejections].map(({ productId }) => productId));
    await deadLetters.remove({ productIds: [...ids].filter((id) => !rejectedIds.has(id)) });
    confirmed = next;
    laps.advance(next.fanOuts);
    // A merchant's rewrite continues as a fan-out of the confirmed checkpoint, so it is always recorded in one of the
    // two places.
    await rewrites?.done(work.rewrites);
    if (!isEmpty(batch)) storedMs = performance.now();
    fanOutsSinceMs = next.fanOuts.length > 0 ? (fanOutsSinceMs ?? performance.now()) : null;
    const done = progressOf(batch, rejections.length);
    progress = addProgress(progress, done);
    logger.debug({ index: indexName, ...done }, 'batch');
    options.onBatch(
      done,
      work.changes.oldestArrivedMs === null ? null : performance.now() - work.changes.oldestArrivedMs,
    );
  }

  /** Writes the confirmed checkpoint to the index, unless the index holds it already. */
  async function store(): Promise<void> {
    const held = window.held();
    if (held.length === 1 && held[0] === confirmed) return;
    const checkpoint = { ...confirmed, mark };
    await index.write(indexName, { documents: [], deletedKeys: [], checkpoint, expected: held });
    window.reset(checkpoint);
    confirmed = checkpoint;
    storedMs = performance.now();
  }

  async function deadLetter(rejections: readonly Rejection[]): Promise<void> {
    for (const { productId, reason } of rejections)
      logger.error({ index: indexName, productId, reason }, 'a product is dead-lettered: see `dead-letters list`');
    await deadLetters.add(rejections);
  }

  /** Resolves to the pending rewrites. Queries MongoDB at most once a second. */
  async function dueRewrites(): Promise<readonly Rewrite[]> {
    if (rewrites === null || performance.now() - rewritesPolledMs < IDLE_WAIT_MS) return [];
    const due = await rewrites.due(profile.chunkSize);
    if (due.length < profile.chunkSize) rewritesPolledMs = performance.now();
    return due;
  }

  const isCaughtUp = () =>
    confirmed.fanOuts.length === 0 && inProgress === null && queue.length === 0 && isIdle() && feed.isCaughtUp();

  return {
    run,
    isCaughtUp,
    tally,
    confirmed: () => confirmed,
    progress: () => progress,
    hasPassed: (timeMs) => isCaughtUp() || tokenTimeMs(confirmed.token) > timeMs,
    watchFanOuts() {
      laps = createFanOutLaps(confirmed.fanOuts);
      return laps.areDone;
    },
    lagMs: () => (inProgress === null ? feed.lagMs() : feed.ageMs(inProgress)),
    fanOutsWaitMs: () => (fanOutsSinceMs === null ? 0 : performance.now() - fanOutsSinceMs),
    setMark(newMark) {
      mark = newMark;
    },
  };
}
