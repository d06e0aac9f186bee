/**
 * The confirmed state of a pipeline: the checkpoint up to which everything is in the index, and the progress so far.
 * Confirming a batch also removes what is done from MongoDB: dead letters and requested rewrites.
 */
import type { Logger } from '../../src/runtime/logger.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { Batch } from './batch.ts';
import type { DeadLetters, Rejection } from './dead-letters.ts';
import { createFanOutLaps } from './fan-out-laps.ts';
import { addProgress, NO_PROGRESS, type Progress, progressOf } from './progress.ts';
import type { Rewrites } from './rewrites.ts';

export interface ConfirmedState {
  checkpoint(): Checkpoint;
  /** Records that a batch is in the index, except for the rejected products. Throws what MongoDB throws. */
  confirm(batch: Batch, rejections: readonly Rejection[]): Promise<void>;
  /** Replaces the checkpoint by one with the same fan-outs. */
  advance(checkpoint: Checkpoint): void;
  progress(): Progress;
  /** Returns how long fan-outs have waited; 0 when there are none. */
  fanOutsWaitMs(): number;
  /**
   * Returns a function that returns whether every fan-out that is pending now has visited all of its products since.
   * Supports one watch at a time.
   */
  watchFanOuts(): () => boolean;
}

export interface ConfirmedStateOptions {
  readonly indexName: string;
  /** The checkpoint that the index holds. */
  readonly start: Checkpoint;
  readonly deadLetters: DeadLetters;
  /** The rewrites that operators request; null for an index that is being built. */
  readonly rewrites: Rewrites | null;
  readonly logger: Logger;
  /** Called with each batch once it is in the index. `waitedMs`: the time since its oldest change arrived. */
  readonly onBatch: (done: Progress, waitedMs: number | null) => void;
}

export function createConfirmedState(options: ConfirmedStateOptions): ConfirmedState {
  const { indexName, start, deadLetters, rewrites, logger, onBatch } = options;
  let checkpoint = start;
  let progress = NO_PROGRESS;
  let laps = createFanOutLaps([]);
  let fanOutsSinceMs = start.fanOuts.length > 0 ? performance.now() : null;

  return {
    checkpoint: () => checkpoint,

    async confirm(batch, rejections) {
      const { ids, work, unreadable, next } = batch;
      const rejectedIds = new Set([...unreadable, ...rejections].map(({ productId }) => productId));
      await deadLetters.remove({ productIds: [...ids].filter((id) => !rejectedIds.has(id)) });
      checkpoint = next;
      laps.advance(next.fanOuts);
      // A merchant's rewrite continues as a fan-out of the confirmed checkpoint, so it is always recorded in one of the
      // two places.
      await rewrites?.done(work.rewrites);
      fanOutsSinceMs = next.fanOuts.length > 0 ? (fanOutsSinceMs ?? performance.now()) : null;
      const done = progressOf(batch, rejections.length);
      progress = addProgress(progress, done);
      logger.debug({ index: indexName, ...done }, 'batch');
      const { oldestArrivedMs } = work.changes;
      onBatch(done, oldestArrivedMs === null ? null : performance.now() - oldestArrivedMs);
    },

    advance(next) {
      checkpoint = next;
    },

    progress: () => progress,
    fanOutsWaitMs: () => (fanOutsSinceMs === null ? 0 : performance.now() - fanOutsSinceMs),

    watchFanOuts() {
      laps = createFanOutLaps(checkpoint.fanOuts);
      return laps.areDone;
    },
  };
}
