/**
 * Processes the indexes that an interrupted rebuild left. Renames a rebuild that can continue to this leader's name,
 * which a deposed leader doesn't use. Makes the index that a swap replaced the previous index. Leaves the rebuild of a
 * newer version alone. Deletes all others of ours.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { LeaderContext } from '../context.ts';
import type { IndexState, IndexStates } from '../engine/index-state.ts';
import { Interrupted } from '../interruption.ts';
import { openOperation } from '../requests/operations.ts';
import { sourceDifference } from '../source/source-identity.ts';
import { obstacleToFollow } from './follow-again.ts';
import { epochOfRebuild, isRebuildOf, rebuildName } from './index-names.ts';
import { keepAsPrevious } from './previous-index.ts';
import { recordFailure } from './record-failure.ts';

interface ReclaimOptions {
  /** The identity of this MongoDB. */
  readonly source: string;
  /** The checkpoint of the live index; null when there is no index. */
  readonly live: Checkpoint | null;
  /** Whether this leader must build an index. Otherwise a rebuild of a newer version stays. */
  readonly mustBuild: boolean;
}

/**
 * Resolves to the checkpoint of a rebuild that can continue, under this leader's name; to null when there is none.
 * Throws Interrupted `foreign rebuild` when one belongs to another MongoDB or program, and LeaseLost when one belongs
 * to a later leader. Changes nothing then.
 */
export async function reclaimRebuild(context: LeaderContext, options: ReclaimOptions): Promise<Checkpoint | null> {
  const { index, indexName, lease, logger } = context;
  const names = await index.names(isRebuildOf(indexName));
  // Check this first: the epoch of another MongoDB's rebuild is unrelated to this lease.
  const foreign = await foreignRebuild(context, options.source);
  if (foreign !== null) throw new Interrupted('foreign rebuild', foreign);
  const later = names.find((name) => epochOfRebuild(name) > lease.epoch);
  if (later !== undefined) lease.giveUp(`a later leader builds the index ${later}`);
  const ours: { readonly name: string; readonly checkpoint: Checkpoint }[] = [];
  for (const name of names) {
    const state = await index.stateOf(name);
    // Without a checkpoint, an index without our settings is recognised as ours only under its old name.
    if (state.kind !== 'checkpoint') await deleteLeftover(context, name);
    else if (isNewer(state.checkpoint, options)) logger.info({ index: name }, 'leaving a rebuild to a newer version');
    else ours.push({ name, checkpoint: state.checkpoint });
  }
  const [latest, ...earlier] = ours.toSorted((one, other) => other.checkpoint.generation - one.checkpoint.generation);
  for (const { name, checkpoint } of earlier) await archiveOrDelete(context, name, checkpoint, options);
  return latest === undefined ? null : await renameAndContinue(context, latest.name, options);
}

/** Resolves to the checkpoint of a rebuild of ours that can continue. Otherwise archives or deletes it. */
async function renameAndContinue(
  context: LeaderContext,
  name: string,
  options: ReclaimOptions,
): Promise<Checkpoint | null> {
  const { index, indexName, lease, logger } = context;
  const own = rebuildName(indexName, lease.epoch);
  // Read the state after the swap: from now on, a deposed leader's writes to the old name miss this index.
  if (name !== own) await index.swap(name, own);
  const state = await index.stateOf(own);
  const checkpoint = state.kind === 'checkpoint' ? state.checkpoint : null;
  if (checkpoint !== null && (await canContinue(context, checkpoint, options))) {
    logger.info({ index: own }, 'continuing an interrupted rebuild');
    return checkpoint;
  }
  await archiveOrDelete(context, own, checkpoint, options);
  return null;
}

/**
 * Resolves to why a rebuild beside the live index belongs to another MongoDB or program, with advice for an operator;
 * to null when none does, and while an operator adopts the index. Changes no index.
 */
export async function foreignRebuild(
  { index, indexName, jobs }: Pick<LeaderContext, 'indexName' | 'jobs'> & { readonly index: IndexStates },
  source: string,
): Promise<string | null> {
  const names = await index.names(isRebuildOf(indexName));
  if (names.length === 0 || openOperation(await jobs.operation(), 'reindex')?.adopts) return null;
  for (const name of names) {
    const reason = foreignReason(name, await stateOfRebuild(index, name), source);
    if (reason !== null) return `${reason}. ${ADOPT_ADVICE}`;
  }
  return null;
}

/**
 * Resolves to the state of a rebuild. The engine creates a missing index for a write, without our settings: a leader's
 * late write to a rebuild that was renamed or deleted meanwhile does that. Such an index is ours by its checkpoint.
 */
async function stateOfRebuild(index: IndexStates, name: string): Promise<IndexState> {
  const state = await index.stateOf(name);
  if (state.kind !== 'no checkpoint' || state.isOurs) return state;
  return { ...state, isOurs: await index.hasCheckpoint(name, epochOfRebuild(name)) };
}

/** The advice at the end of each message about a foreign index. */
export const ADOPT_ADVICE = 'If it should be replaced, run `reindex --adopt`';

/** Returns why an index belongs to another program or MongoDB; null when it is ours or missing. */
function foreignReason(name: string, state: IndexState, source: string): string | null {
  if (state.kind === 'no checkpoint' && !state.isOurs) return `the index ${name} was not made by this program`;
  const difference = state.kind === 'checkpoint' ? sourceDifference(state.checkpoint.source, source) : null;
  return difference === null ? null : `${name}: ${difference}`;
}

/** Returns whether an index was never live: it is newer than the live one, and than the one that a rollback replaced. */
const wasNeverLive = ({ generation }: Checkpoint, live: Checkpoint | null): boolean =>
  generation > (live?.highestGeneration ?? 0);

/** Returns whether this is an unfinished rebuild of a newer schema version that must stay. */
const isNewer = (checkpoint: Checkpoint, { live, mustBuild }: ReclaimOptions): boolean =>
  !mustBuild && checkpoint.schemaVersion > SCHEMA_VERSION && wasNeverLive(checkpoint, live);

/** Resolves to whether this is a rebuild that was not swapped in yet and can be followed. Records that it can't. */
async function canContinue(
  context: LeaderContext,
  checkpoint: Checkpoint,
  { source, live, mustBuild }: ReclaimOptions,
): Promise<boolean> {
  if (!wasNeverLive(checkpoint, live)) return false;
  // A rollback calls rebuilds off, also once it has ended: none must go live unasked.
  if (!mustBuild && (await context.jobs.operation())?.kind === 'rollback') return false;
  const obstacle = await obstacleToFollow(context, checkpoint, source);
  // After a deploy or an adoption, nothing has failed.
  if (obstacle?.kind === 'checkpoint lost') {
    const reason = `the interrupted rebuild ${obstacle.reason}`;
    context.logger.error({ index: context.indexName }, reason);
    await recordFailure(context, { result: 'failed', reason, liveGeneration: live?.generation ?? 0 });
  }
  return obstacle === null;
}

/**
 * Keeps an index that was live as the previous index: a swap has just replaced it, or a rollback was about to bring it
 * back. Deletes any other index.
 */
async function archiveOrDelete(
  context: LeaderContext,
  name: string,
  checkpoint: Checkpoint | null,
  { live }: ReclaimOptions,
): Promise<void> {
  const wasLive = checkpoint !== null && !wasNeverLive(checkpoint, live) && checkpoint.generation !== live?.generation;
  await (wasLive ? keepAsPrevious(context, name) : deleteLeftover(context, name));
}

/** Leaves the dead letters of rebuilds: they also belong to a rebuild that continues, and a new one removes them. */
async function deleteLeftover({ index, logger }: LeaderContext, name: string): Promise<void> {
  logger.info({ index: name }, 'deleting what an earlier rebuild left');
  await index.delete(name);
}
