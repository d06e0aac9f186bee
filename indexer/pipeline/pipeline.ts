/**
 * Keeps one index true to MongoDB. Each round takes the pending changes, makes a batch of them and of the fan-outs that wait,
 * and writes it:
 *
 *   take changes → load products → (live index: leave out what is unchanged) → send → confirm → …
 *
 * The live index has a window of one: a batch is in the index before the next is made, so content hashes can be compared.
 * An index that is being built has a wider window and writes everything.
 *
 * The checkpoint that is *confirmed* may be ahead of the one that is *stored* in the index: changes that leave the documents
 * as they are need no write. The index gets the confirmed checkpoint with the next write, after 30 s, and when the leader stops
 * the pipeline (a pause, a swap). It does not when the process stops: the changes since are then loaded again.
 */

import { tokenText, tokenTimeMs } from '../../src/engines/resume-token.ts';
import type { Logger } from '../../src/runtime/logger.ts';
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import type { ProductLoader } from '../documents/product-loader.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { nextStep } from '../engine/index-errors.ts';
import { Interrupted } from '../interruption.ts';
import { AT_ONCE, type ChangeFeed } from '../source/change-stream.ts';
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
  /** Follows until the signal, then finishes what is in work. Throws Interrupted, or what the engines throw. */
  run(signal: AbortSignal): Promise<void>;
  /** Everything up to here is in the index. */
  confirmed(): Checkpoint;
  progress(): Progress;
  /** No fan-out and no change waits or is in work. */
  isCaughtUp(): boolean;
  /** Everything up to this cluster time, in ms since 1970, is in the index, but for fan-outs that wait. */
  hasPassed(clusterTimeMs: number): boolean;
  /** The result tells whether every fan-out that waits now has visited all of its products since. One watch at a time. */
  watchFanOuts(): () => boolean;
  /** How far the index is behind MongoDB, but for fan-outs; null when that is not known. */
  lagMs(): number | null;
  /** How long fan-outs have waited; 0 when there are none. */
  fanOutsWaitMs(): number;
  /** The checkpoint carries this mark from the next write on. */
  carry(mark: Mark): void;
  readonly tally: MerchantTally;
}

export interface PipelineOptions {
  readonly indexName: string;
  /** What the index holds. */
  readonly start: Checkpoint;
  readonly feed: ChangeFeed;
  readonly loader: ProductLoader;
  readonly index: IndexClient;
  readonly deadLetters: DeadLetters;
  readonly logger: Logger;
  readonly profile: PipelineProfile;
  /** Rewrites that operators ask for; null for an index that is being built. */
  readonly rewrites: Rewrites | null;
  /** Told of each batch when it is in the index, and how long the oldest of its changes has waited here. */
  readonly onBatch: (done: Progress, waitedMs: number | null) => void;
  /** How long the stored checkpoint may stay behind the confirmed one; 30 s by default. */
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
  /** What comes before new changes: what did not fit, and what was in flight when a task failed. */
  const queue: Work[] = [];
  /** The oldest changes in work; null while none are. */
  let working: PendingChanges | null = null;
  let fanOutsSinceMs = start.fanOuts.length > 0 ? performance.now() : null;
  let batchMs = Number.NEGATIVE_INFINITY;
  let storedMs = performance.now();
  let rewritesAskedMs = Number.NEGATIVE_INFINITY;

  const reached = (): Checkpoint => ({ ...(window.newest()?.next ?? confirmed), mark });
  const isIdle = (): boolean => window.newest() === undefined;

  async function run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const work = queue.shift() ?? (await takeWork(signal));
      if (work !== null) await process(work);
      // Also while changes never rest: those that change no document write no checkpoint by themselves.
      if (isIdle() && performance.now() - storedMs > storeEveryMs) await store();
      if (isIdle() && queue.length === 0) working = null;
    }
    // What is still in the queue comes after the checkpoint: whoever follows the index next takes it again.
    await drain();
    await store();
  }

  /** Waits for something to do; null when nothing comes for a second. */
  async function takeWork(signal: AbortSignal): Promise<Work | null> {
    const due = await dueRewrites();
    const isBusy = due.length > 0 || reached().fanOuts.length > 0 || !isIdle();
    const wait = isBusy ? AT_ONCE : { waitMs: IDLE_WAIT_MS, notBeforeMs: batchMs + profile.intervalMs };
    const changes = await feed.take(wait, signal);
    if (changes.events === 0 && due.length === 0 && reached().fanOuts.length === 0) {
      if ((await drain()) && tokenText(changes.token) !== tokenText(confirmed.token))
        confirmed = { ...confirmed, token: changes.token };
      return null;
    }
    if (changes.everything !== null) throw new Interrupted('source dropped', changes.everything);
    batchMs = performance.now();
    if (changes.events > 0) working ??= changes;
    return { changes, rewrites: due, isAlone: false, rejection: null };
  }

  async function process(work: Work): Promise<void> {
    const fanOuts = fanOutsAfter(reached(), work);
    const overlaps = profile.windowSize > 1 && !work.isAlone && fanOuts.length > 0 && !readsIndex(fanOuts[0]);
    if (!overlaps && !isIdle()) return await drainBefore(work);
    const batch = await dueOf(await makeBatch({ loader, limitBytes: profile.limitBytes, chunkOf }, reached(), work));
    // Nothing would be sent, so it can be confirmed only when nothing is in flight.
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

  /** Puts the work back and confirms what is in flight; what turns out to have failed comes before it. */
  async function drainBefore(work: Work): Promise<void> {
    queue.unshift(work);
    await drain();
  }

  const chunkOf = (fanOuts: Checkpoint['fanOuts'], limitBytes: number) =>
    nextChunk({ loader, index, indexName, chunkSize: profile.chunkSize }, fanOuts, limitBytes);

  /** What of a batch has to be written. The index is asked only when every earlier write is in it. */
  async function dueOf(batch: Batch): Promise<Batch> {
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

  /** Resolves to false when a task failed: then everything that was in flight is in the queue. */
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
      ...batches.map(({ work }, place) => ({ ...work, isAlone: true, rejection: place === 0 ? rejection : null })),
    );
    return false;
  }

  async function confirm(batch: Batch, rejections: readonly Rejection[]): Promise<void> {
    const { ids, work, unreadable, next } = batch;
    const rejectedIds = new Set([...unreadable, ...rejections].map(({ productId }) => productId));
    await deadLetters.remove({ productIds: [...ids].filter((id) => !rejectedIds.has(id)) });
    confirmed = next;
    laps.advance(next.fanOuts);
    // A merchant's rewrite goes on as a fan-out of the confirmed checkpoint, so one of the two always tells of it.
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

  /** Writes the confirmed checkpoint into the index, where it is not there yet. */
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

  /** Asked for once a second. */
  async function dueRewrites(): Promise<readonly Rewrite[]> {
    if (rewrites === null || performance.now() - rewritesAskedMs < IDLE_WAIT_MS) return [];
    const due = await rewrites.due(profile.chunkSize);
    if (due.length < profile.chunkSize) rewritesAskedMs = performance.now();
    return due;
  }

  const isCaughtUp = () =>
    confirmed.fanOuts.length === 0 && working === null && queue.length === 0 && isIdle() && feed.isCaughtUp();

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
    lagMs: () => (working === null ? feed.lagMs() : feed.ageMs(working)),
    fanOutsWaitMs: () => (fanOutsSinceMs === null ? 0 : performance.now() - fanOutsSinceMs),
    carry(newMark) {
      mark = newMark;
    },
  };
}
