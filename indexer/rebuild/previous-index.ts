/** The index that was live before the last swap: an operator can swap it back, or drop it. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import type { LeaderContext } from '../context.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import { reasonNotToFollow } from './follow-again.ts';
import { previousName } from './index-names.ts';

/** The operation cannot be done; the message tells the operator why. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

interface RollbackOptions {
  /** The identity of this MongoDB. */
  readonly source: string;
  readonly marks: RestoreMarks;
  /** Called just before the swap with the checkpoint that goes live. From then on nothing may be written to the live index. */
  readonly beforeSwap: (checkpoint: Checkpoint) => Promise<void>;
}

/**
 * Swaps the previous index with the live one and resolves to its checkpoint, from which it has to be followed. Throws
 * OperationRefused when it can no longer serve, or what the engines throw.
 *
 * The checkpoint begins a fan-out over everything. The change stream does not bring back what the previous index missed without
 * a change in MongoDB: a product that it rejected, whose dead letter is gone since another index took the product, and a repair.
 */
export async function rollBack(context: LeaderContext, options: RollbackOptions): Promise<Checkpoint> {
  const { index, indexName, logger } = context;
  const name = previousName(indexName);
  const state = await index.stateOf(name);
  if (state.kind === 'missing') throw new OperationRefused('there is no previous index to go back to');
  if (state.kind !== 'checkpoint') throw new OperationRefused('the previous index has no checkpoint');
  const { checkpoint } = state;
  const reason = await reasonNotToFollow(context, checkpoint, options);
  if (reason !== null) throw new OperationRefused(`the previous index ${reason}`);
  const fanOuts = requestFanOuts(checkpoint.fanOuts, [newFanOut('all', '')]);
  const next: Checkpoint = { ...checkpoint, fanOuts };
  // Before the swap: a leader that ends right after it leaves the fan-out to the next one.
  await index.write(name, { documents: [], deletedKeys: [], checkpoint: next, expected: null });
  await options.beforeSwap(next);
  await index.swap(name, indexName);
  logger.warn({ index: indexName }, 'an operator rolled back: the previous index is live');
  return next;
}

/** Deletes the previous index, if there is one. */
export const dropPrevious = ({ index, indexName }: LeaderContext): Promise<void> =>
  index.delete(previousName(indexName));
