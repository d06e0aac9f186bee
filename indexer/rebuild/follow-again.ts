/** Checks whether an interrupted rebuild or the previous index can be followed again. */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { LeaderContext } from '../context.ts';
import { isCheckpointLost } from '../interruption.ts';
import { openChangeFeed } from '../source/change-feed.ts';
import { sourceDifference } from '../source/source-identity.ts';

/** Why an index can't be followed. `reason` is a predicate to append to the name of the index. */
interface Obstacle {
  readonly kind: 'other version' | 'other source' | 'checkpoint lost';
  readonly reason: string;
}

/** Resolves to null when the index can be followed. `source`: the identity of this MongoDB. Throws what MongoDB throws. */
export async function obstacleToFollow(
  context: LeaderContext,
  checkpoint: Checkpoint,
  source: string,
): Promise<Obstacle | null> {
  const { schemaVersion, mark } = checkpoint;
  if (schemaVersion !== SCHEMA_VERSION)
    return {
      kind: 'other version',
      reason:
        `has schema version ${schemaVersion} and this indexer has ${SCHEMA_VERSION}: ` +
        'deploy the other version and run `reindex`',
    };
  if (sourceDifference(checkpoint.source, source) !== null)
    return { kind: 'other source', reason: 'was built from another MongoDB' };
  try {
    if (mark !== null) await context.marks.assertNotRestored(mark);
    await assertResumable(context, checkpoint);
    return null;
  } catch (error) {
    if (!isCheckpointLost(error)) throw error;
    return { kind: 'checkpoint lost', reason: `can no longer follow MongoDB: ${error.message}` };
  }
}

const RESPONSE_WAIT_MS = 1000;

/**
 * Waits until the stream has resumed. MongoDB may open a stream and detect only while it scans the oplog that the event
 * to resume after is missing. The stream has resumed once MongoDB reports an event, or that there is none.
 */
async function assertResumable({ database, logger, signal }: LeaderContext, { token }: Checkpoint): Promise<void> {
  const feed = await openChangeFeed({ database, startAfter: token, logger });
  try {
    for (let hasResumed = false; !hasResumed; ) {
      signal.throwIfAborted();
      const { events } = await feed.take({ waitMs: RESPONSE_WAIT_MS, notBeforeMs: 0 }, signal);
      hasResumed = events > 0 || feed.lagMs() !== null;
    }
  } finally {
    feed.close();
  }
}
