/**
 * What an interrupted rebuild left behind. A rebuild that can go on is renamed to this leader's name, so a deposed leader
 * reaches it no more; the index that a swap replaced becomes the previous index; everything else of ours is deleted.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import type { LeaderContext } from '../context.ts';
import type { IndexClient, IndexState } from '../engine/index-client.ts';
import { Interrupted } from '../interruption.ts';
import { createDeadLetters } from '../pipeline/dead-letters.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import { describeDifference, isSameSource, sourceOf } from '../source/source-identity.ts';
import { reasonNotToFollow } from './follow-again.ts';
import { isRebuildOf, previousName, rebuildLetters, rebuildName } from './index-names.ts';

interface ReclaimOptions {
  /** The identity of this MongoDB. */
  readonly source: string;
  /** Of the live index; 0 where there is none. */
  readonly liveGeneration: number;
  readonly marks: RestoreMarks;
  /** Another MongoDB's rebuild may be deleted. */
  readonly adopts: boolean;
}

/**
 * Resolves to the checkpoint of a rebuild that can go on, which then has this leader's name; null when there is none. Throws
 * Interrupted `foreign rebuild` when one is somebody else's, and then leaves all of them as they are.
 */
export async function reclaimRebuild(context: LeaderContext, options: ReclaimOptions): Promise<Checkpoint | null> {
  const { index, indexName, lease, logger } = context;
  const own = rebuildName(indexName, lease.epoch);
  const foreign = options.adopts ? null : await foreignRebuild(context);
  if (foreign !== null) throw new Interrupted('foreign rebuild', foreign);
  let unfinished: Checkpoint | null = null;
  for (const name of await index.names(isRebuildOf(indexName))) {
    // What a deposed leader still sends to the old name misses from here on, so the state is read again.
    if (name !== own) {
      if (await index.exists(own)) await index.delete(own);
      await index.swap(name, own);
    }
    const state = await index.stateOf(own);
    if (state.kind === 'checkpoint' && (await canGoOn(context, state.checkpoint, options))) {
      logger.info({ index: own }, 'going on with an interrupted rebuild');
      unfinished = state.checkpoint;
      continue;
    }
    unfinished = null;
    await putAside(context, own, state, options);
  }
  return unfinished;
}

/** Why a rebuild beside the live index is somebody else's, and what an operator can do; null when none is. Writes nothing. */
export async function foreignRebuild({ database, index, indexName }: BesideIndex): Promise<string | null> {
  const names = await index.names(isRebuildOf(indexName));
  if (names.length === 0) return null;
  const source = await sourceOf(database);
  for (const name of names) {
    const reason = foreignReason(name, await index.stateOf(name), source);
    if (reason !== null) return `${reason}. ${ADOPT}`;
  }
  return null;
}

interface BesideIndex extends Pick<LeaderContext, 'database' | 'indexName'> {
  readonly index: Pick<IndexClient, 'names' | 'stateOf'>;
}

/** Ends each message about an index that belongs to somebody else. */
export const ADOPT = 'If it should be replaced, run `reindex --adopt`';

/** Why an index is not this program's, or not of this MongoDB; null when it is ours, or missing. */
function foreignReason(name: string, state: IndexState, source: string): string | null {
  if (state.kind === 'no checkpoint' && !state.isOurs) return `the index ${name} was not made by this program`;
  if (state.kind !== 'checkpoint' || isSameSource(state.checkpoint.source, source)) return null;
  return `${name}: ${describeDifference(state.checkpoint.source, source)}`;
}

/** Whether it is a rebuild of ours that was not swapped in yet, and can be followed. */
async function canGoOn(context: LeaderContext, checkpoint: Checkpoint, options: ReclaimOptions): Promise<boolean> {
  if (checkpoint.generation <= options.liveGeneration) return false;
  return (await reasonNotToFollow(context, checkpoint, options)) === null;
}

/** Keeps the index that a swap has replaced, when the swap was the last thing done; deletes anything else. */
async function putAside(
  context: LeaderContext,
  name: string,
  state: IndexState,
  { liveGeneration }: ReclaimOptions,
): Promise<void> {
  const { index, indexName, logger } = context;
  const wasLive = state.kind === 'checkpoint' && state.checkpoint.generation < liveGeneration;
  if (wasLive) return await keepAsPrevious(context, name);
  logger.info({ index: name }, 'deleting what an earlier rebuild left');
  await index.delete(name);
  await createDeadLetters(context.database, rebuildLetters(indexName)).remove();
}

/** Renames the index that was live before a swap. The one that was kept before it is deleted. */
export async function keepAsPrevious({ index, indexName }: LeaderContext, name: string): Promise<void> {
  await index.delete(previousName(indexName));
  await index.swap(name, previousName(indexName));
}
