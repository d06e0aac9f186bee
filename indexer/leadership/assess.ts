/**
 * What may be done with the live index, from what it says of itself and what MongoDB says. Nothing is written, so a process
 * that does not lead can ask, too.
 */
import type { Db } from 'mongodb';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { SCHEMA_VERSION } from '../checkpoint/schema-version.ts';
import type { IndexClient } from '../engine/index-client.ts';
import { interruptionOf } from '../interruption.ts';
import { isOpen, type Jobs, type Operation } from '../operations/jobs.ts';
import { ADOPT, foreignRebuild } from '../rebuild/reclaim.ts';
import type { RestoreMarks } from '../source/restore-marks.ts';
import { describeDifference, isSameSource, sourceOf } from '../source/source-identity.ts';

export type Assessment =
  | { readonly kind: 'follow'; readonly checkpoint: Checkpoint }
  /** `live`: the checkpoint of an index that stays as it is until the swap; null where there is none. */
  | { readonly kind: 'rebuild'; readonly reason: string; readonly live: Checkpoint | null }
  /** It cannot be followed: `ON_LOST_POSITION` decides. */
  | { readonly kind: 'lost'; readonly reason: string; readonly live: Checkpoint | null }
  /** Somebody requested a rollback from an index of a newer version: the live index is left as it is until then. */
  | { readonly kind: 'roll back'; readonly live: Checkpoint }
  /** It is not this process's to write. */
  | { readonly kind: 'stand by'; readonly reason: string };

interface AssessOptions {
  readonly database: Db;
  readonly indexName: string;
  readonly index: Pick<IndexClient, 'stateOf' | 'names'>;
  readonly jobs: Jobs;
  readonly marks: RestoreMarks;
}

/** Throws what the engines throw. */
export async function assessIndex(options: AssessOptions): Promise<Assessment> {
  const { database, indexName, index, jobs, marks } = options;
  const state = await index.stateOf(indexName);
  const operation = await jobs.operation();
  const request = openReindex(operation);
  const foreign = request?.adopts ? null : await foreignRebuild(options);
  if (foreign !== null) return { kind: 'stand by', reason: foreign };
  if (state.kind === 'missing') return { kind: 'rebuild', reason: 'there is no index yet', live: null };
  if (state.kind === 'no checkpoint') {
    if (state.isOurs || request?.adopts)
      return { kind: 'lost', reason: 'the index has no checkpoint: somebody emptied or replaced it', live: null };
    return { kind: 'stand by', reason: `the index ${indexName} was not made by this program. ${ADOPT}` };
  }

  const { checkpoint: live } = state;
  const source = await sourceOf(database);
  if (!isSameSource(live.source, source)) {
    const difference = describeDifference(live.source, source);
    if (request?.adopts) return { kind: 'rebuild', reason: `an operator adopts it: ${difference}`, live };
    return { kind: 'stand by', reason: `${difference}. ${ADOPT}` };
  }
  const isRequestedHere = isOpen(operation) && operation.schemaVersion === SCHEMA_VERSION;
  if (live.schemaVersion > SCHEMA_VERSION && isRequestedHere && operation.kind === 'rollback')
    return { kind: 'roll back', live };
  if (live.schemaVersion > SCHEMA_VERSION && !(isRequestedHere && operation.kind === 'reindex'))
    return {
      kind: 'stand by',
      reason:
        `the index has schema version ${live.schemaVersion}, and this process has ${SCHEMA_VERSION}. ` +
        'To go back to the older version, end the newer indexers and run `rollback` or `reindex` of this one',
    };
  if (live.schemaVersion !== SCHEMA_VERSION)
    return {
      kind: 'rebuild',
      reason: `the schema version changes from ${live.schemaVersion} to ${SCHEMA_VERSION}`,
      live,
    };
  try {
    if (live.mark !== null) await marks.assertHeld(live.mark);
  } catch (error) {
    const interruption = interruptionOf(error);
    if (interruption?.kind !== 'checkpoint lost') throw error;
    return { kind: 'lost', reason: interruption.reason, live };
  }
  return { kind: 'follow', checkpoint: { ...live, source } };
}

/** The reindex that an operator waits for, or null. */
export const openReindex = (operation: Operation | null): Operation | null =>
  isOpen(operation) && operation.kind === 'reindex' ? operation : null;
