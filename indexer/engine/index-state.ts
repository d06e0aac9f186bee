/** Reads the state of an index: whether it exists, and its checkpoint. Waits while the engine is down. */
import type { Meilisearch } from 'meilisearch';
import {
  type Checkpoint,
  type CheckpointDocument,
  checkpointId,
  fromDocument,
  oldestOf,
} from '../checkpoint/checkpoint.ts';
import { nextStep } from './index-errors.ts';
import type { RetryWhileDown } from './retry-while-down.ts';

export type IndexState =
  | { readonly kind: 'missing' }
  /** `epochs`: the epochs of all checkpoint documents in the index. */
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint; readonly epochs: readonly number[] }
  /** `isOurs`: the index is empty or has this program's settings. */
  | { readonly kind: 'no checkpoint'; readonly isOurs: boolean };

/** Every function throws what the engine throws. */
export interface IndexStates {
  stateOf(name: string): Promise<IndexState>;
  exists(name: string): Promise<boolean>;
  /** Resolves to whether the index has the checkpoint of a leader, also if the index lacks our settings. */
  hasCheckpoint(name: string, epoch: number): Promise<boolean>;
}

export function createIndexStates(client: Meilisearch, retryWhileDown: RetryWhileDown): IndexStates {
  async function isThere(read: Promise<unknown>): Promise<boolean> {
    try {
      await read;
      return true;
    } catch (error) {
      if (nextStep(error) === 'gone') return false;
      throw error;
    }
  }

  const exists = (name: string) => isThere(retryWhileDown('look for an index', () => client.getRawIndex(name)));

  /** Resolves to null when the index lacks our settings, because `epoch` is not filterable then. */
  async function checkpointDocuments(name: string): Promise<readonly CheckpointDocument[] | null> {
    try {
      const query = { filter: 'epoch EXISTS', limit: 1000 };
      const { results } = await retryWhileDown('read the checkpoint', () =>
        client.index(name).getDocuments<CheckpointDocument>(query),
      );
      return results;
    } catch (error) {
      if (nextStep(error) === 'not ours') return null;
      throw error;
    }
  }

  async function isEmpty(name: string): Promise<boolean> {
    const query = { limit: 1, fields: ['id'] };
    return (await retryWhileDown('count', () => client.index(name).getDocuments(query))).total === 0;
  }

  return {
    exists,

    hasCheckpoint: (name, epoch) =>
      isThere(retryWhileDown('read the checkpoint', () => client.index(name).getDocument(checkpointId(epoch)))),

    async stateOf(name) {
      if (!(await exists(name))) return { kind: 'missing' };
      const documents = await checkpointDocuments(name);
      const checkpoints = (documents ?? []).map(fromDocument);
      const usable = checkpoints.flatMap((checkpoint) => checkpoint ?? []);
      const checkpoint = usable.length === checkpoints.length ? oldestOf(usable) : null;
      if (checkpoint === null) return { kind: 'no checkpoint', isOurs: documents !== null || (await isEmpty(name)) };
      return { kind: 'checkpoint', checkpoint, epochs: usable.map(({ epoch }) => epoch) };
    },
  };
}
