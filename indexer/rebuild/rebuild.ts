/**
 * Builds the index anew beside the live one: a second index that follows the stream by itself, from a checkpoint that is
 * taken before its scan, while the live one goes on.
 *
 *   prepare → fill (a fan-out over everything) → catch up → pass the checks → swap in
 *
 * Interrupted at any of these, the next leader goes on (`reclaim.ts`).
 */
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import { newFanOut } from '../checkpoint/fan-outs.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { LeaderContext } from '../context.ts';
import { totalOf } from '../documents/count-products.ts';
import { createDeadLetters, type DeadLetters } from '../pipeline/dead-letters.ts';
import { type FollowedIndex, follow } from '../pipeline/follow.ts';
import { REBUILD } from '../pipeline/profiles.ts';
import { retryDeadLetters } from '../pipeline/rewrites.ts';
import { AT_ONCE, openChangeFeed } from '../source/change-stream.ts';
import { rebuildLetters, rebuildName } from './index-names.ts';
import { keepAsPrevious } from './reclaim.ts';
import { assertComplete, assertFewLost, assertNotFewer, untilCaughtUp } from './swap-checks.ts';

export interface RebuildOptions {
  /** Of an interrupted rebuild that goes on; null: a new one. */
  readonly unfinished: Checkpoint | null;
  readonly source: string;
  readonly liveGeneration: number;
  /** What MongoDB holds now. */
  readonly mark: Mark;
  /** A new index with fewer than half the products of the live one may be swapped in. */
  readonly allowsFewer: boolean;
  readonly onProgress: (done: number, total: number) => void;
  /**
   * Called again and again, and with `now` just before the swap: what it throws ends the rebuild, which can go on later. It throws
   * why the new index is no longer followed.
   */
  readonly assertGoesOn: (building: FollowedIndex, now?: boolean) => Promise<void>;
}

export interface Rebuild {
  readonly building: FollowedIndex;
  /** Products in MongoDB when it started. */
  readonly total: number;
  /** Resolves when the new index has everything and passed its checks. Throws Interrupted, or what the engines throw. */
  untilComplete(): Promise<void>;
  /**
   * Swaps the new index in and resolves to its checkpoint; the old one becomes the previous index. `stopLive` is called just
   * before: from then on nothing may be written to the live index. Throws what `untilComplete` throws.
   */
  swapIn(stopLive: () => Promise<void>): Promise<Checkpoint>;
  /** Deletes the new index. */
  discard(): Promise<void>;
}

/** Resolves when the new index fills. Throws Interrupted, or what the engines throw. */
export async function startRebuild(context: LeaderContext, options: RebuildOptions): Promise<Rebuild> {
  const { index, indexName, database, logger, lease, rewrites } = context;
  const name = rebuildName(indexName, lease.epoch);
  const letters = createDeadLetters(database, rebuildLetters(indexName));
  const checkpoint = options.unfinished ?? (await prepare(context, name, letters, options));
  const building = await follow(context, {
    indexName: name,
    checkpoint,
    profile: REBUILD,
    deadLetters: letters,
    rewrites: null,
    onBatch: () => undefined,
  });
  const total = await totalOf(context.loader.countByMerchant());
  logger.info({ index: name, products: total }, 'rebuilding');

  const onWait = async (): Promise<void> => {
    await options.assertGoesOn(building);
    options.onProgress(building.pipeline.progress().fanOutProducts, total);
  };

  async function untilComplete(): Promise<void> {
    await untilCaughtUp(context, building.pipeline, onWait);
    await assertComplete(context, building, letters, onWait);
    await assertFewLost(context, letters, total);
    if (!options.allowsFewer) await assertNotFewer(context, name);
  }

  return {
    building,
    total,
    untilComplete,

    async swapIn(stopLive) {
      await untilComplete();
      await building.stop();
      building.assertFollowed();
      await index.sweep(name);
      await options.assertGoesOn(building, true);
      await stopLive();
      // Dead letters belong to the indexes that go: the new live index tries each product once more.
      for (const deadLetters of [context.deadLetters, letters]) await retryDeadLetters(rewrites, deadLetters);
      await index.swap(name, indexName);
      logger.info({ index: indexName }, 'the new index is live');
      await letters.remove();
      // What was live before stands under the name of the rebuild now.
      if (await index.exists(name)) await keepAsPrevious(context, name);
      return building.pipeline.confirmed();
    },

    async discard() {
      await building.stop();
      await index.delete(name);
      await letters.remove();
    },
  };
}

/** Creates the second index with its settings, and a checkpoint from before its scan. */
async function prepare(
  { index, database, logger, lease, loader }: LeaderContext,
  name: string,
  letters: DeadLetters,
  { source, liveGeneration, mark }: RebuildOptions,
): Promise<Checkpoint> {
  const feed = await openChangeFeed({ database, startAfter: null, logger });
  const { token } = await feed.take(AT_ONCE, AbortSignal.abort());
  feed.close();
  const checkpoint: Checkpoint = {
    ...{ epoch: lease.epoch, token, source, mark, schemaVersion: SCHEMA_VERSION, generation: liveGeneration + 1 },
    fanOuts: [newFanOut('all', '')],
  };
  await letters.remove();
  await loader.redetectLanguages();
  await index.create(name, checkpoint);
  return checkpoint;
}
