/** Swaps back or deletes the previous index, which was live before the last swap. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import type { LeaderContext } from '../context.ts';
import { obstacleToFollow } from './follow-again.ts';
import { previousName, rebuildName } from './index-names.ts';

/** The operation can't be run. The message explains why to the operator. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/**
 * Resolves to the checkpoint to follow the previous index from, once it is live. `source`: the identity of this MongoDB.
 * `live`: the checkpoint of the live index; null when there is none. Throws OperationRefused when the previous index
 * can't be followed any more, or what the engines throw.
 *
 * The checkpoint starts a fan-out over everything, because some documents differ without a change in MongoDB that the
 * change stream would report: products that only the previous index rejected, and repairs of the index that was live.
 */
export async function checkpointAfterRollback(
  context: LeaderContext,
  source: string,
  live: Checkpoint | null,
): Promise<Checkpoint> {
  const { index, indexName, lease } = context;
  const state = await index.stateOf(previousName(indexName));
  if (state.kind === 'missing') throw new OperationRefused('there is no previous index to go back to');
  if (state.kind !== 'checkpoint') throw new OperationRefused('the previous index has no checkpoint');
  const { checkpoint } = state;
  const obstacle = await obstacleToFollow(context, checkpoint, source);
  if (obstacle !== null) throw new OperationRefused(`the previous index ${obstacle.reason}`);
  const own = rebuildName(indexName, lease.epoch);
  if (await index.exists(own)) throw new OperationRefused(`the index ${own} is in the way`);
  return {
    ...checkpoint,
    fanOuts: requestFanOuts(checkpoint.fanOuts, [newFanOut('all', '')]),
    highestGeneration: Math.max(checkpoint.highestGeneration, live?.highestGeneration ?? 0),
  };
}

/**
 * Swaps the previous index with the live one, to which nothing may be written meanwhile. `checkpoint`: from
 * `checkpointAfterRollback`. Throws what the engines throw. If the leader ends halfway, the next one makes the index that
 * is not live the previous index again (`reclaim.ts`).
 */
export async function swapBack(context: LeaderContext, checkpoint: Checkpoint): Promise<void> {
  const { index, indexName, lease, logger } = context;
  const own = rebuildName(indexName, lease.epoch);
  // The name contains this leader's epoch, and the next leader renames the index. So once this leader is deposed, its
  // late swap finds no index.
  await index.swap(previousName(indexName), own);
  // Write it before the swap, so that the fan-out also continues when the leader ends right after the swap.
  await index.write(own, { documents: [], deletedKeys: [], checkpoint, expected: null });
  await index.swap(own, indexName);
  logger.warn({ index: indexName }, 'an operator rolled back: the previous index is live');
  if (await index.exists(own)) await keepAsPrevious(context, own);
}

/** Makes an index the previous index. Deletes the one before it. */
export async function keepAsPrevious(context: LeaderContext, name: string): Promise<void> {
  const { index, indexName } = context;
  await dropPrevious(context);
  await index.swap(name, previousName(indexName));
}

/** Deletes the previous index if an operator requested that. Throws what the engines throw. */
export async function dropIfRequested(context: Pick<LeaderContext, 'jobs' | 'index' | 'indexName'>): Promise<void> {
  const { jobs } = context;
  if (!(await jobs.isDropRequested())) return;
  await dropPrevious(context);
  await jobs.removeDropRequest();
}

/** Deletes the previous index if it exists. */
const dropPrevious = ({ index, indexName }: Pick<LeaderContext, 'index' | 'indexName'>): Promise<void> =>
  index.delete(previousName(indexName));
