/**
 * The checkpoint of an index: a document of the index, written in the same task as the data that it covers. It has no
 * `merchant_id`, so no search returns it.
 *
 * Each leader writes its own checkpoint, named by the epoch of its lease. When a deposed leader writes again, its
 * checkpoint appears beside the current one, and the current leader resumes from the older of the two.
 */
import type { ResumeToken } from 'mongodb';
import { tokenText } from '../../src/engines/mongodb/resume-token.ts';
import { INDEX_SETTINGS } from '../../src/search/index/settings.ts';
import { type FanOut, requestFanOuts } from './fan-outs.ts';

/** A restore mark: a point in MongoDB's history, see `source/restore-marks.ts`. */
export interface Mark {
  /** A random id. Marks of different eras can't be compared. */
  readonly era: string;
  /** Starts at 1. */
  readonly number: number;
}

export interface Checkpoint {
  readonly epoch: number;
  /** The change stream resumes after this token. */
  readonly token: ResumeToken;
  /** The identity of the MongoDB that the index is built from. */
  readonly source: string;
  /** The schema version of the index. */
  readonly schemaVersion: number;
  /** The number of rebuilds so far. A rebuild has a higher generation than the live index that it replaces. */
  readonly generation: number;
  /**
   * The highest generation of this index and of those that were live before it. It's higher than `generation` after a
   * rollback. An index of a higher generation was never live.
   */
  readonly highestGeneration: number;
  readonly fanOuts: readonly FanOut[];
  /** MongoDB holds this mark, or a later one, unless it was restored from a snapshot. Null before the first mark. */
  readonly mark: Mark | null;
  /** Whether the index was created with an origin. False for indexes of earlier versions. */
  readonly hasOrigin: boolean;
}

/** The checkpoint as a document of the index. */
export interface CheckpointDocument {
  readonly id: string;
  readonly epoch: number;
  readonly checkpoint: string;
}

/** Selects the checkpoints of an index. */
export const CHECKPOINTS = 'epoch EXISTS';

/**
 * A document that is written when the index is created, and never again. It's missing if somebody emptied the index
 * later, even if a write in progress has added the checkpoint again. Its `source` is the MongoDB that owns the index,
 * even if an indexer of another one has added its checkpoint.
 */
export const ORIGIN = { id: '_origin' } as const;

export interface OriginDocument {
  readonly id: typeof ORIGIN.id;
  /** As in the checkpoint. Indexes of earlier versions lack it. */
  readonly source?: string;
}

export const checkpointId = (epoch: number): string => `_checkpoint-${epoch}`;

/** Meilisearch refuses to search a field that no document has. */
const EMPTY_FIELDS = Object.fromEntries(INDEX_SETTINGS.searchableAttributes.map((field) => [field, []]));

export function checkpointToDocument(checkpoint: Checkpoint): CheckpointDocument {
  const { epoch, ...rest } = checkpoint;
  return { ...EMPTY_FIELDS, id: checkpointId(epoch), epoch, checkpoint: JSON.stringify(rest) };
}

/** Parses a checkpoint document. Returns null when the document is not a checkpoint. */
export function checkpointFromDocument({ epoch, checkpoint = '' }: Partial<CheckpointDocument>): Checkpoint | null {
  const stored = parseJson(checkpoint);
  if (stored === null || typeof epoch !== 'number') return null;
  const { token, source, generation, schemaVersion, fanOuts = [], mark = null, hasOrigin = false } = stored;
  // Checkpoints of earlier versions lack it.
  const { highestGeneration = generation } = stored;
  const isUsable =
    typeof (token as { _data?: unknown } | null)?._data === 'string' &&
    typeof source === 'string' &&
    typeof generation === 'number' &&
    typeof highestGeneration === 'number' &&
    typeof schemaVersion === 'number' &&
    Array.isArray(fanOuts);
  return isUsable
    ? { epoch, token, source, generation, highestGeneration, schemaVersion, fanOuts, mark, hasOrigin }
    : null;
}

function parseJson(json: string): Partial<Checkpoint> | null {
  try {
    return JSON.parse(json) as Partial<Checkpoint> | null;
  } catch {
    return null;
  }
}

/** Combines the checkpoints of one index into one that skips no change: the oldest token with the fan-outs of all. */
export function oldestOf(checkpoints: readonly Checkpoint[]): Checkpoint | null {
  const [oldest, ...others] = checkpoints.toSorted((one, other) =>
    tokenText(one.token) < tokenText(other.token) ? -1 : 1,
  );
  if (oldest === undefined) return null;
  const fanOuts = others.reduce((queue, other) => requestFanOuts(queue, other.fanOuts), oldest.fanOuts);
  return { ...oldest, fanOuts };
}
