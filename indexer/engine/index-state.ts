/** Reads which indexes there are, and the state of each. Changes none, so a process that doesn't lead may use it. */
import type { Meilisearch } from 'meilisearch';
import {
  CHECKPOINTS,
  type Checkpoint,
  type CheckpointDocument,
  checkpointFromDocument,
  checkpointId,
  ORIGIN,
  type OriginDocument,
  oldestOf,
} from '../checkpoint/checkpoint.ts';
import { newFanOut, requestFanOuts } from '../checkpoint/fan-outs.ts';
import { sourceDifference } from '../source/source-identity.ts';
import { classOf } from './index-errors.ts';
import type { RetryWhileDown } from './retry-while-down.ts';

export type IndexState =
  | { readonly kind: 'missing' }
  /** `epochs`: the epochs of all checkpoint documents in the index. */
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint; readonly epochs: readonly number[] }
  /** Somebody emptied or replaced the index. `isOurs`: the index is empty or has this program's settings. */
  | { readonly kind: 'no checkpoint'; readonly isOurs: boolean };

/** Every function throws what the engine throws. */
export interface IndexStates {
  /** Resolves to the names of all indexes that match. */
  names(fits: (name: string) => boolean): Promise<string[]>;
  stateOf(name: string): Promise<IndexState>;
  exists(name: string): Promise<boolean>;
  /** Resolves to whether the index has the checkpoint of a leader, also if the index lacks our settings. */
  hasCheckpoint(name: string, epoch: number): Promise<boolean>;
  /** Resolves to the checkpoint of a leader, also if the index lacks our settings; to null when it has none. */
  checkpointOf(name: string, epoch: number): Promise<Checkpoint | null>;
  /** Resolves to whether the engine created the index for a write with this checkpoint: somebody had deleted it. */
  isCreatedByWrite(name: string, checkpoint: Checkpoint): Promise<boolean>;
}

export function createIndexStates(client: Meilisearch, retryWhileDown: RetryWhileDown): IndexStates {
  /** Resolves to null when the index or the document does not exist. */
  async function orNull<T>(read: Promise<T>): Promise<T | null> {
    try {
      return await read;
    } catch (error) {
      if (classOf(error) === 'missing') return null;
      throw error;
    }
  }

  const exists = async (name: string) =>
    (await orNull(retryWhileDown('look for an index', () => client.getRawIndex(name)))) !== null;

  const documentOf = <T extends { readonly id: string } = CheckpointDocument>(name: string, id: string) =>
    orNull(retryWhileDown('read the checkpoint', () => client.index(name).getDocument<T>(id)));

  const originOf = (name: string) => documentOf<OriginDocument>(name, ORIGIN.id);

  /** Resolves to null when the index lacks our settings, because `epoch` is not filterable then. */
  async function checkpointDocuments(name: string): Promise<readonly CheckpointDocument[] | null> {
    try {
      const query = { filter: CHECKPOINTS, limit: 1000 };
      const { results } = await retryWhileDown('read the checkpoint', () =>
        client.index(name).getDocuments<CheckpointDocument>(query),
      );
      return results;
    } catch (error) {
      if (classOf(error) === 'no settings') return null;
      throw error;
    }
  }

  async function isEmpty(name: string): Promise<boolean> {
    const query = { limit: 1, fields: ['id'] };
    return (await retryWhileDown('count', () => client.index(name).getDocuments(query))).total === 0;
  }

  return {
    exists,

    async names(fits) {
      const { results } = await retryWhileDown('list its indexes', () => client.getRawIndexes({ limit: 10_000 }));
      return results.map(({ uid }) => uid).filter(fits);
    },

    async checkpointOf(name, epoch) {
      const document = await documentOf(name, checkpointId(epoch));
      return document === null ? null : checkpointFromDocument(document);
    },

    hasCheckpoint: async (name, epoch) => (await documentOf(name, checkpointId(epoch))) !== null,

    isCreatedByWrite: async (name, { hasOrigin }) => hasOrigin && (await originOf(name)) === null,

    async stateOf(name) {
      if (!(await exists(name))) return { kind: 'missing' };
      const documents = await checkpointDocuments(name);
      const checkpoints = (documents ?? []).map(checkpointFromDocument);
      const usable = checkpoints.flatMap((checkpoint) => checkpoint ?? []);
      const origin = usable.some(({ hasOrigin }) => hasOrigin) ? await originOf(name) : null;
      const checkpoint = usable.length === checkpoints.length ? ownersCheckpoint(usable, origin) : null;
      if (checkpoint === null || (checkpoint.hasOrigin && origin === null))
        return { kind: 'no checkpoint', isOurs: documents !== null || (await isEmpty(name)) };
      return { kind: 'checkpoint', checkpoint, epochs: usable.map(({ epoch }) => epoch) };
    },
  };
}

/**
 * Returns the checkpoint of the MongoDB that owns the index. While another MongoDB adopts an index, a write of the
 * former owner's leader may arrive after the swap, with a checkpoint that doesn't cover the new documents. That write
 * may have replaced some of them, so the owner compares every product.
 */
function ownersCheckpoint(all: readonly Checkpoint[], origin: OriginDocument | null): Checkpoint | null {
  const owner = origin?.source;
  const own = owner === undefined ? [] : all.filter(({ source }) => sourceDifference(owner, source) === null);
  const checkpoint = oldestOf(own);
  if (checkpoint === null) return oldestOf(all);
  if (own.length === all.length) return checkpoint;
  return { ...checkpoint, fanOuts: requestFanOuts(checkpoint.fanOuts, [newFanOut('all', '')]) };
}
