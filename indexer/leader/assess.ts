/**
 * Decides what a process may do with the live index, from the state of the index and of MongoDB. Changes no index, so a
 * process that does not lead can also call it.
 */
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { LeaderContext } from '../context.ts';
import type { IndexStates } from '../engine/index-state.ts';
import { isCheckpointLost } from '../interruption.ts';
import { previousName } from '../rebuild/index-names.ts';
import { ADOPT_ADVICE, foreignRebuild } from '../rebuild/reclaim.ts';
import { type Operation, openOperation } from '../requests/operations.ts';
import { sourceDifference } from '../source/source-identity.ts';

type Assessment =
  | { readonly kind: 'follow'; readonly checkpoint: Checkpoint }
  /** `live`: the checkpoint of the index that serves unchanged until the swap; null when there is no index. */
  | { readonly kind: 'rebuild'; readonly reason: string; readonly live: Checkpoint | null }
  /**
   * There is an index, which can't be followed. `ON_LOST_POSITION` decides what happens. `live`: its checkpoint; null
   * when it has none.
   */
  | { readonly kind: 'lost'; readonly reason: string; readonly live: Checkpoint | null }
  /**
   * An operator requested a rollback from an index of a newer version, or of another MongoDB that adopted ours. The live
   * index stays unchanged until the rollback.
   */
  | { readonly kind: 'roll back'; readonly live: Checkpoint }
  /** The index is ours and can be followed, but somebody reset its settings. */
  | { readonly kind: 'restore settings' }
  /** This process must not write to the index. */
  | { readonly kind: 'stand by'; readonly reason: string };

type AssessContext = Pick<LeaderContext, 'indexName' | 'readLease' | 'jobs' | 'marks'> & {
  readonly index: IndexStates;
};

/**
 * Assesses the index. Also resolves to `stand by` while a rebuild beside it belongs to another MongoDB. `source`: the
 * identity of this MongoDB. Throws what the engines throw.
 */
export async function assessIndex(context: AssessContext, source: string): Promise<Assessment> {
  const foreign = await foreignRebuild(context, source);
  return foreign === null ? await assessLive(context, source) : { kind: 'stand by', reason: foreign };
}

/** Assesses the live index without the rebuilds beside it. Throws what the engines throw. */
export async function assessLive(context: AssessContext, source: string): Promise<Assessment> {
  const { indexName, index, jobs } = context;
  const operation = await jobs.operation();
  const state = await index.stateOf(indexName);
  if (state.kind === 'missing') return { kind: 'rebuild', reason: 'there is no index yet', live: null };
  if (state.kind === 'checkpoint') return await assessCheckpoint(context, source, state.checkpoint, operation);
  if (state.isOurs || openOperation(operation, 'reindex')?.adopts)
    return { kind: 'lost', reason: 'the index has no checkpoint: somebody emptied or replaced it', live: null };
  const found = await findCheckpoint(context);
  if (found === null)
    return { kind: 'stand by', reason: `the index ${indexName} was not made by this program. ${ADOPT_ADVICE}` };
  const assessment = await assessCheckpoint(context, source, found, operation);
  if (assessment.kind !== 'stand by' && (await index.isCreatedByWrite(indexName, found)))
    return { kind: 'rebuild', reason: 'there is no index: somebody deleted it during a write', live: null };
  return assessment.kind === 'follow' ? { kind: 'restore settings' } : assessment;
}

async function assessCheckpoint(
  context: AssessContext,
  source: string,
  live: Checkpoint,
  operation: Operation | null,
): Promise<Assessment> {
  const reindex = openOperation(operation, 'reindex');
  const rollback = openOperation(operation, 'rollback');
  const difference = sourceDifference(live.source, source);
  if (difference !== null) {
    if (reindex?.adopts) return { kind: 'rebuild', reason: `an operator adopts it: ${difference}`, live };
    if (rollback !== null && (await isPreviousOf(context, source))) return { kind: 'roll back', live };
    return { kind: 'stand by', reason: `${difference}. ${ADOPT_ADVICE}` };
  }
  if (live.schemaVersion > SCHEMA_VERSION && reindex === null) {
    if (rollback !== null) return { kind: 'roll back', live };
    return {
      kind: 'stand by',
      reason:
        `the index has schema version ${live.schemaVersion}, and this process has ${SCHEMA_VERSION}. ` +
        'To go back to the older version, end the newer indexers and run `rollback` or `reindex` of this one',
    };
  }
  if (live.schemaVersion !== SCHEMA_VERSION)
    return {
      kind: 'rebuild',
      reason: `the schema version changes from ${live.schemaVersion} to ${SCHEMA_VERSION}`,
      live,
    };
  try {
    if (live.mark !== null) await context.marks.assertNotRestored(live.mark);
  } catch (error) {
    if (!isCheckpointLost(error)) throw error;
    return { kind: 'lost', reason: error.message, live };
  }
  return { kind: 'follow', checkpoint: { ...live, source } };
}

/** Resolves to whether the previous index was built from this MongoDB. */
async function isPreviousOf({ index, indexName }: AssessContext, source: string): Promise<boolean> {
  const previous = await index.stateOf(previousName(indexName));
  return previous.kind === 'checkpoint' && sourceDifference(previous.checkpoint.source, source) === null;
}

/** The number of past leaders whose writes are recognised. */
const PAST_LEADERS = 20;

/** Finds the checkpoint of this leader or of one of the last, by its id: the index lacks our settings. */
async function findCheckpoint({ indexName, index, readLease }: AssessContext): Promise<Checkpoint | null> {
  const { epoch: last } = await readLease();
  for (let epoch = last; epoch >= Math.max(1, last - PAST_LEADERS); epoch -= 1) {
    const found = await index.checkpointOf(indexName, epoch);
    if (found !== null) return found;
  }
  return null;
}
