/** The live index of a leader, which is either followed or left unchanged. */
import { tokenTimeMs } from '../../src/engines/mongodb/resume-token.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { type FollowedIndex, follow } from '../pipeline/follow.ts';
import { LIVE } from '../pipeline/profiles.ts';

export interface LiveIndex {
  /** Null while the index is not followed. */
  followed(): FollowedIndex | null;
  /** Returns whether there is an index, which serves searches also while it isn't followed. */
  hasIndex(): boolean;
  /** The last known checkpoint; null when there is no index, or when it has none. */
  checkpoint(): Checkpoint | null;
  /** The last known generation; 0 when there is no index. */
  generation(): number;
  /** Stops following and remembers the checkpoint of the index, or that it has none, or that there is no index. */
  leave(found: Checkpoint | 'no checkpoint' | 'missing'): Promise<void>;
  /** Follows the index from its checkpoint. Throws Interrupted, or what the engines throw. */
  follow(checkpoint: Checkpoint): Promise<void>;
  /** Stops following and stores the checkpoint. */
  stop(): Promise<void>;
}

/** Creates the live index of a leader. It's not followed until `follow`. */
export function createLiveIndex(context: LeaderContext): LiveIndex {
  const { indexName, reports, deadLetters, rewrites, logger, metrics } = context;
  let followed: FollowedIndex | null = null;
  let seen: Checkpoint | null = null;
  let isPresent = false;

  const checkpoint = () => followed?.pipeline.confirmed() ?? seen;

  async function stop(): Promise<void> {
    await followed?.stop();
    seen = checkpoint();
    followed = null;
  }

  return {
    followed: () => followed,
    checkpoint,
    generation: () => checkpoint()?.generation ?? 0,
    stop,

    hasIndex: () => isPresent,

    async leave(found) {
      await stop();
      seen = typeof found === 'string' ? null : found;
      isPresent = found !== 'missing';
    },

    async follow(found) {
      await stop();
      seen = found;
      isPresent = true;
      await reports.clearFailure(found.generation);
      followed = await follow(context, {
        indexName,
        checkpoint: found,
        profile: LIVE,
        deadLetters,
        rewrites,
        onBatch: metrics.batch,
      });
      logger.info({ index: indexName, since: new Date(tokenTimeMs(found.token)) }, 'following');
    },
  };
}
