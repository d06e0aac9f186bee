/** The live index as its leader knows it: followed, or left as it is. */
import { tokenTimeMs } from '../../src/engines/resume-token.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import { type FollowedIndex, follow } from '../pipeline/follow.ts';
import { LIVE } from '../pipeline/profiles.ts';

export interface LiveIndex {
  /** Null while it is not followed. */
  followed(): FollowedIndex | null;
  /** Of the index as it was last followed or seen; null where there is none. */
  checkpoint(): Checkpoint | null;
  /** Of the same; 0 where there is no index. */
  generation(): number;
  /** The index stays as it is, not followed. Null: there is none. */
  leave(checkpoint: Checkpoint | null): Promise<void>;
  /** Follows it from its checkpoint. Throws Interrupted, or what the engines throw. */
  follow(checkpoint: Checkpoint): Promise<void>;
  /** Stops following, and stores how far it came. */
  stop(): Promise<void>;
}

export function createLiveIndex(context: LeaderContext): LiveIndex {
  const { indexName, deadLetters, rewrites, logger, metrics } = context;
  let followed: FollowedIndex | null = null;
  let seen: Checkpoint | null = null;

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

    async leave(found) {
      await stop();
      seen = found;
    },

    async follow(found) {
      await stop();
      seen = found;
      followed = await follow(context, {
        ...{ indexName, checkpoint: found, profile: LIVE, deadLetters, rewrites },
        onBatch: (done, eventToSearchableMs) => metrics.batch({ ...done, eventToSearchableMs }),
      });
      logger.info({ index: indexName, since: new Date(tokenTimeMs(found.token)) }, 'following');
    },
  };
}
