/**
 * The confirmed state of a pipeline: the checkpoint up to which everything is in the index, and the progress so far.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { FailedProduct } from '../products/loaded-products.ts';
import type { Batch } from './batch.ts';
import { createFanOutLaps } from './fan-outs/laps.ts';
import type { PipelineOptions } from './options.ts';
import { addProgress, NO_PROGRESS, type Progress } from './progress.ts';

export interface ConfirmedState {
  checkpoint(): Checkpoint;
  /**
   * Records that a batch is in the index, except for the rejected products, and removes its rewrites and outdated dead
   * letters. `unreadableSince`: those of newer batches, which have their dead letters already. Throws what MongoDB throws.
   */
  confirmAndCleanUp(
    batch: Batch,
    rejected: readonly FailedProduct[],
    unreadableSince: readonly FailedProduct[],
  ): Promise<void>;
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

export function createConfirmedState(options: PipelineOptions): ConfirmedState {
  const { indexName, start, deadLetters, rewrites, logger, onBatch } = options;
  let checkpoint = start;
  let progress = NO_PROGRESS;
  let laps = createFanOutLaps([]);
  let fanOutsSinceMs = start.fanOuts.length > 0 ? performance.now() : null;

  return {
    checkpoint: () => checkpoint,

    async confirmAndCleanUp(batch, rejected, unreadableSince) {
      const { ids, work, unreadable, next } = batch;
      const failedIds = new Set([...unreadable, ...rejected, ...unreadableSince].map(({ productId }) => productId));
      await deadLetters.remove({ productIds: [...ids].filter((id) => !failedIds.has(id)) });
      checkpoint = next;
      laps.advance(next.fanOuts);
      // A merchant's rewrite continues as a fan-out of the confirmed checkpoint, so it is always recorded in one of the
      // two places.
      await rewrites?.done(work.rewrites);
      fanOutsSinceMs = next.fanOuts.length > 0 ? (fanOutsSinceMs ?? performance.now()) : null;
      const { written, deadLettered } = batch.progress;
      const done = {
        ...batch.progress,
        written: written - rejected.length,
        deadLettered: deadLettered + rejected.length,
      };
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
