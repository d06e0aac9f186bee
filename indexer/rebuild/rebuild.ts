/**
 * Builds a new index beside the live one. The new index has its own change stream, from a checkpoint taken before its
 * scan. The live index is followed meanwhile.
 *
 *   prepare → fill (a fan-out over everything) → catch up → pass the checks → swap in
 *
 * The next leader continues an interrupted rebuild at any of these steps (`reclaim.ts`).
 */
import type { Checkpoint, Mark } from '../checkpoint/checkpoint.ts';
import { newFanOut } from '../checkpoint/fan-outs.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { LeaderContext } from '../context.ts';
import { countProducts } from '../engine/index-documents.ts';
import { createDeadLetters, type DeadLetters, retryDeadLetters } from '../pipeline/dead-letters.ts';
import { type FollowedIndex, follow } from '../pipeline/follow.ts';
import { rebuildProfile } from '../pipeline/profiles.ts';
import { totalOf } from '../products/count-products.ts';
import { currentToken } from '../source/event-stream.ts';
import { previousName, rebuildDeadLetters, rebuildName } from './index-names.ts';
import { keepAsPrevious } from './previous-index.ts';
import { assertComplete, assertFewLost, assertNotFewer, waitUntilCaughtUp } from './swap-checks.ts';

interface RebuildOptions {
  /** The checkpoint of an interrupted rebuild to continue; null for a new one. */
  readonly unfinished: Checkpoint | null;
  readonly source: string;
  /** The generation of a new index, from `nextGeneration`. */
  readonly generation: number;
  /** The restore mark that MongoDB holds now. */
  readonly mark: Mark;
  /** Allows the swap of an index with fewer than half the products of the live one. */
  readonly allowsFewer: boolean;
  /** Returns whether changes wait for the live index. */
  readonly isLiveBusy: () => boolean;
  /**
   * Called repeatedly. `done` may exceed `total`: what an earlier leader wrote last is written again. Throws when the new
   * index is no longer followed or the leader must react. The rebuild ends then, and can continue later.
   */
  readonly onWait: (building: FollowedIndex, done: number, total: number) => Promise<void>;
}

export interface Rebuild {
  readonly building: FollowedIndex;
  /** The number of products in MongoDB at the start. */
  readonly total: number;
  /**
   * Resolves when the new index has caught up and passed its checks. Throws SwapRefused, Interrupted, or what the
   * engines throw.
   */
  waitUntilComplete(): Promise<void>;
  /** Stops following, once the new index is complete. Throws what `waitUntilComplete` throws. */
  finish(): Promise<void>;
  /**
   * Swaps the finished index in and resolves to its checkpoint. The old index becomes the previous index. Nothing may be
   * written to the live index meanwhile. Throws what the engines throw.
   */
  swapIn(): Promise<Checkpoint>;
  /** Deletes the new index. */
  discard(): Promise<void>;
}

/**
 * Resolves to the generation of a new index, which no index of ours has had: operations are recorded with it. `live`: the
 * checkpoint of the live index; null when there is none, though a previous index may be left.
 */
export async function nextGeneration({ index, indexName }: LeaderContext, live: Checkpoint | null): Promise<number> {
  const previous = await index.stateOf(previousName(indexName));
  const ofPrevious = previous.kind === 'checkpoint' ? previous.checkpoint.highestGeneration : 0;
  return 1 + Math.max(live?.highestGeneration ?? 0, ofPrevious);
}

/** Resolves when the new index is being filled. Throws Interrupted, or what the engines throw. */
export async function startRebuild(context: LeaderContext, options: RebuildOptions): Promise<Rebuild> {
  const { index, indexName, database, logger, lease, rewrites } = context;
  const name = rebuildName(indexName, lease.epoch);
  const letters = createDeadLetters(database, rebuildDeadLetters(indexName));
  const checkpoint = options.unfinished ?? (await prepare(context, name, letters, options));
  const writtenBefore = await countProducts(index, name);
  const total = await totalOf(context.loader.countByMerchant());
  await requestInvalidUtf8(context);
  // Nothing may throw after this until the caller has the rebuild: only the caller stops following.
  const building = await follow(context, {
    indexName: name,
    checkpoint,
    profile: rebuildProfile(options.isLiveBusy),
    deadLetters: letters,
    rewrites: null,
    onBatch: () => undefined,
  });
  logger.info({ index: name, products: total }, 'rebuilding');

  const onWait = () => options.onWait(building, writtenBefore + building.pipeline.progress().fanOutProducts, total);

  async function waitUntilComplete(): Promise<void> {
    await waitUntilCaughtUp(context, building.pipeline, onWait);
    await assertComplete(context, building, letters, onWait);
    await assertFewLost(context, letters, total);
    if (!options.allowsFewer) await assertNotFewer(context, name);
  }

  return {
    building,
    total,
    waitUntilComplete,

    async finish() {
      await waitUntilComplete();
      await building.stop();
      building.assertFollowed();
      await index.sweep(name);
    },

    async swapIn() {
      // Dead letters belong to one index, so the new live index tries each of their products again.
      for (const deadLetters of [context.deadLetters, letters]) await retryDeadLetters(rewrites, deadLetters);
      await index.swap(name, indexName);
      logger.info({ index: indexName }, 'the new index is live');
      await letters.remove({});
      // The name of the rebuild now refers to the index that was live before.
      if (await index.exists(name)) await keepAsPrevious(context, name);
      return building.pipeline.confirmed();
    },

    async discard() {
      await building.stop();
      await index.delete(name);
      await letters.remove({});
    },
  };
}

const MAX_INVALID_UTF8 = 1000;

/** Lets products whose ids are not valid UTF-8 become dead letters of the live index, because no fan-out visits them. */
async function requestInvalidUtf8({ loader, rewrites }: LeaderContext): Promise<void> {
  const ids = await loader.invalidUtf8Ids(MAX_INVALID_UTF8);
  await rewrites.request(ids.map((productId) => ({ kind: 'product', productId })));
}

/** Creates the new index with its settings and a checkpoint from before its scan. */
async function prepare(
  { index, database, lease, loader }: LeaderContext,
  name: string,
  letters: DeadLetters,
  { source, generation, mark }: RebuildOptions,
): Promise<Checkpoint> {
  const checkpoint: Checkpoint = {
    epoch: lease.epoch,
    token: await currentToken(database),
    source,
    mark,
    schemaVersion: SCHEMA_VERSION,
    generation,
    highestGeneration: generation,
    fanOuts: [newFanOut('all', '')],
    hasOrigin: true,
  };
  await letters.remove({});
  await loader.redetectLanguages();
  await index.create(name, checkpoint);
  return checkpoint;
}
