/** Swaps back or deletes the previous index, which was live before the last swap. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import type { LeaderContext } from '../context.ts';
import { reasonNotToFollow } from './follow-again.ts';
import { previousName } from './index-names.ts';

/** The operation can't be run. The message explains why to the operator. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/**
 * Swaps the previous index with the live one, and resolves to the checkpoint to follow it from. `source`: the identity
 * of this MongoDB. Calls `beforeSwap` with that checkpoint: when it resolves, writes to the live index must have
 * stopped. Throws OperationRefused when the index can't be followed any more, or what the engines throw.
 *
 * The checkpoint starts a fan-out over everything, because some documents differ without a change in MongoDB that the
 * change stream would report: products that only the previous index rejected, and repairs of the index that was live.
 */
export async function rollBack(
  context: LeaderContext,
  source: string,
  beforeSwap: (checkpoint: Checkpoint) => Promise<void>,
): Promise<Checkpoint> {
  const { index, indexName, logger } = context;
  const name = previousName(indexName);
  const state = await index.stateOf(name);
  if (state.kind === 'missing') throw new OperationRefused('there is no previous index to go back to');
  if (state.kind !== 'checkpoint') throw new OperationRefused('the previous index has no checkpoint');
  const { checkpoint } = state;
  const reason = await reasonNotToFollow(context, checkpoint, source);
  if (reason !== null) throw new OperationRefused(`the previous index ${reason}`);
  const fanOuts = requestFanOuts(checkpoint.fanOuts, [newFanOut('all', '')]);
  const next: Checkpoint = { ...checkpoint, fanOuts };
  // Write it before the swap, so that the fan-out also continues when the leader ends right after the swap.
  await index.write(name, { documents: [], deletedKeys: [], checkpoint: next, expected: null });
  await beforeSwap(next);
  await index.swap(name, indexName);
  logger.warn({ index: indexName }, 'an operator rolled back: the previous index is live');
  return next;
}

/** Deletes the previous index if it exists. */
export const dropPrevious = ({ index, indexName }: LeaderContext): Promise<void> =>
  index.delete(previousName(indexName));
