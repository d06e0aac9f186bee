/**
 * Follows the change stream into one index, in the background, from the checkpoint that the index carries.
 *
 * It begins by writing the checkpoint under this leader's epoch and removing the checkpoints of earlier leaders. When one of
 * another epoch appears later, a deposed leader has written once more: what it wrote may be old, and following resumes from
 * its checkpoint, which is not newer than what it wrote.
 */
import { tokenText } from '../../src/engines/resume-token.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { Interrupted } from '../interruption.ts';
import { openChangeFeed } from '../source/change-stream.ts';
import type { DeadLetters } from './dead-letters.ts';
import { createPipeline, type Pipeline, type PipelineOptions } from './pipeline.ts';
import type { PipelineProfile } from './profiles.ts';
import type { Rewrites } from './rewrites.ts';

export interface FollowedIndex {
  readonly indexName: string;
  readonly pipeline: Pipeline;
  /** Throws why following ended by itself. */
  assertFollowed(): void;
  /** Throws Interrupted when somebody else changed the index, a deposed leader included. */
  assertUnchanged(): Promise<void>;
  /**
   * Finishes the batch in work and, unless the leadership is over, stores the checkpoint. Throws nothing: a failure stays for
   * `assertFollowed`.
   */
  stop(): Promise<void>;
}

interface FollowOptions {
  readonly indexName: string;
  /** What the index carries; its epoch may be an earlier leader's. */
  readonly checkpoint: Checkpoint;
  readonly profile: PipelineProfile;
  readonly deadLetters: DeadLetters;
  readonly rewrites: Rewrites | null;
  readonly onBatch: PipelineOptions['onBatch'];
}

/** Resolves when the index is followed. Throws Interrupted, or what the engines throw. */
export async function follow(context: LeaderContext, options: FollowOptions): Promise<FollowedIndex> {
  const { database, index, loader, logger, lease } = context;
  const { indexName } = options;
  const start: Checkpoint = { ...options.checkpoint, epoch: lease.epoch };
  const feed = await openChangeFeed({ database, startAfter: start.token, logger });
  const stopping = new AbortController();
  let failure: unknown;
  try {
    await takeOver(context, indexName, options.checkpoint, start);
  } catch (error) {
    feed.close();
    throw error;
  }
  const pipeline = createPipeline({ ...options, start, feed, loader, index, logger });
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
async function takeOver(
  { index }: LeaderContext,
  indexName: string,
  known: Checkpoint,
  start: Checkpoint,
): Promise<void> {
  const state = await index.stateOf(indexName);
  const isAsKnown =
    state.kind === 'checkpoint' &&
    state.epochs.includes(known.epoch) &&
    // A write of an earlier leader may have come since the caller read the checkpoint.
    tokenText(state.checkpoint.token) >= tokenText(start.token);
  if (!isAsKnown) throw new Interrupted('index changed', `the index ${indexName} changed while it was taken over`);
  await index.write(indexName, { documents: [], deletedKeys: [], checkpoint: start, expected: null });
  const others = state.epochs.filter((epoch) => epoch !== start.epoch);
  await index.deleteCheckpoints(indexName, others);
}
