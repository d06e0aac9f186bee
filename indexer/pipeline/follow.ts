/**
 * Follows the change stream into one index, in the background, from the checkpoint of the index.
 *
 * It first writes the checkpoint under this leader's epoch and removes the checkpoints of earlier leaders. When a
 * checkpoint of another epoch appears later, a deposed leader has written again, possibly outdated documents. Following
 * then resumes from that checkpoint, which is not newer than those documents.
 */
import { tokenText } from '../../src/engines/mongodb/resume-token.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { Interrupted } from '../interruption.ts';
import { openChangeFeed } from '../source/change-feed.ts';
import { assertSameSource } from '../source/source-identity.ts';
import type { PipelineOptions } from './options.ts';
import { createPipeline, type Pipeline } from './pipeline.ts';

export interface FollowedIndex {
  readonly indexName: string;
  readonly pipeline: Pipeline;
  /** Throws the error that ended following; returns if there is none. */
  assertFollowed(): void;
  /** Throws Interrupted when another process changed the index, including a deposed leader. */
  assertUnchanged(): Promise<void>;
  /**
   * Finishes the current batch and, unless the leadership is over, stores the checkpoint. Never throws:
   * `assertFollowed` throws the failure.
   */
  stop(): Promise<void>;
}

interface FollowOptions
  extends Pick<PipelineOptions, 'indexName' | 'profile' | 'deadLetters' | 'rewrites' | 'onBatch'> {
  /** The checkpoint of the index. Its epoch may be an earlier leader's. */
  readonly checkpoint: Checkpoint;
}

/** Resolves when the index is being followed. Throws Interrupted, or what the engines throw. */
export async function follow(context: LeaderContext, options: FollowOptions): Promise<FollowedIndex> {
  const { database, index, loader, logger, lease } = context;
  const { indexName } = options;
  const start: Checkpoint = { ...options.checkpoint, epoch: lease.epoch };
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const stopping = new AbortController();
  let failure: unknown;
  try {
    await replaceCheckpoints(context, indexName, options.checkpoint, start);
  } catch (error) {
    feed.close();
    throw error;
  }
  const assertSource = () => assertSameSource(database, start.source);
  const pipeline = createPipeline({ ...options, start, feed, loader, index, assertSource, logger });
  const running = pipeline.run(AbortSignal.any([context.signal, stopping.signal])).catch((error: unknown) => {
    failure = error;
  });

  return {
    indexName,
    pipeline,
    assertFollowed() {
      if (failure !== undefined) throw failure;
    },

    async assertUnchanged() {
      const known = tokenText(start.token);
      const state = await index.stateOf(indexName);
      if (state.kind !== 'checkpoint' || !state.epochs.includes(lease.epoch))
        throw new Interrupted('index changed', `the index ${indexName} lost its checkpoint`);
      if (state.epochs.some((epoch) => epoch !== lease.epoch))
        throw new Interrupted('index changed', `a deposed leader wrote to the index ${indexName}`);
      if (tokenText(state.checkpoint.token) < known)
        throw new Interrupted('index changed', `the index ${indexName} was replaced by an older one`);
    },

    async stop() {
      stopping.abort();
      await running;
      feed.close();
    },
  };
}

/** Replaces the checkpoints of earlier leaders by this leader's. */
async function replaceCheckpoints(
  { index }: LeaderContext,
  indexName: string,
  known: Checkpoint,
  start: Checkpoint,
): Promise<void> {
  const state = await index.stateOf(indexName);
  const isAsKnown =
    state.kind === 'checkpoint' &&
    state.epochs.includes(known.epoch) &&
    // An earlier leader may have written since the checkpoint was read.
    tokenText(state.checkpoint.token) >= tokenText(start.token);
  if (!isAsKnown) throw new Interrupted('index changed', `the index ${indexName} changed while it was taken over`);
  await index.write(indexName, { documents: [], deletedKeys: [], checkpoint: start, expected: null });
  const others = state.epochs.filter((epoch) => epoch !== start.epoch);
  await index.deleteCheckpoints(indexName, others);
}
