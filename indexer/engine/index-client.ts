/**
 * Reads and writes indexes of Meilisearch. Sends one write request at a time. Repeats a request whose outcome is
 * unknown, which is safe because documents are replaced as a whole. Never repeats `swap` and `rename`.
 */

import { postLines } from '../../src/engines/meilisearch.ts';
import { chunksOf } from '../../src/runtime/chunks.ts';
import type { IndexedDocument, SearchDocument } from '../../src/search/index/document.ts';
import { INDEX_SETTINGS, PRIMARY_KEY } from '../../src/search/index/settings.ts';
import {
  type Checkpoint,
  type CheckpointDocument,
  checkpointId,
  fromDocument,
  oldestOf,
  toDocument,
} from '../checkpoint/checkpoint.ts';
import { Interrupted } from '../interruption.ts';
import { nextStep, TaskFailed } from './index-errors.ts';
import { type IndexWrite, PRODUCTS, payloadOf, TOMBSTONES } from './index-write.ts';
import { createEngineTasks, type EngineTasksOptions } from './tasks.ts';

/** The state of an index. */
export type IndexState =
  | { readonly kind: 'missing' }
  /** `epochs`: the epochs of all checkpoint documents in the index. */
  | { readonly kind: 'checkpoint'; readonly checkpoint: Checkpoint; readonly epochs: readonly number[] }
  /** `isOurs`: the index is empty or has this program's settings. */
  | { readonly kind: 'no checkpoint'; readonly isOurs: boolean };

/** The indexed state of one product. */
export interface IndexedProduct {
  readonly hash: string | undefined;
  /** `indexKey` of the merchant's id. */
  readonly merchantKey: string;
}

export interface SentWrite {
  /** Resolves when the task has succeeded. Throws TaskFailed. */
  waitForSuccess(): Promise<unknown>;
}

export interface IndexClient {
  stateOf(name: string): Promise<IndexState>;
  exists(name: string): Promise<boolean>;
  /** Resolves to the names of all indexes that match. */
  names(fits: (name: string) => boolean): Promise<string[]>;
  /** Creates an index with its settings and a first checkpoint. Throws when an index of that name exists. */
  create(name: string, checkpoint: Checkpoint): Promise<void>;
  /** Deletes an index, if it exists. */
  delete(name: string): Promise<void>;
  /**
   * Swaps two indexes, or renames the first one if the second does not exist. Searches see either the old or the new
   * state. Does not retry when the outcome is unknown, because a second request would swap the indexes back.
   */
  swap(from: string, to: string): Promise<void>;
  /**
   * Writes and waits for the task. Throws TaskFailed, and Interrupted `index changed` when the index holds none of the
   * expected checkpoints. Cancels the task when it has crashed the engine `maxRestarts` times.
   */
  write(name: string, write: IndexWrite, maxRestarts?: number): Promise<void>;
  /** Sends a write without waiting for its task. Throws Interrupted `index changed`. */
  send(name: string, write: IndexWrite): Promise<SentWrite>;
  deleteCheckpoints(name: string, epochs: readonly number[]): Promise<void>;
  /** Resolves to the number of documents that match a filter. */
  count(name: string, filter: string): Promise<number>;
  /** Resolves to the indexed products by key, without tombstones and missing documents. */
  lookUp(name: string, keys: readonly string[]): Promise<Map<string, IndexedProduct>>;
  /** Resolves to up to `limit` ids of products whose documents match a filter. */
  productIds(name: string, filter: string, limit: number): Promise<string[]>;
  /** Resolves to up to `limit` complete documents that match a filter. */
  documents(name: string, filter: string, limit: number): Promise<readonly IndexedDocument[]>;
  /** Removes the tombstones of an index. */
  sweep(name: string): Promise<void>;
  /** Resolves when every task that is in the queue now has finished, including tasks of other senders. */
  waitForQueue(): Promise<void>;
}

const LOOK_UP_SIZE = 1000;
export function createIndexClient(options: EngineTasksOptions): IndexClient {
  const { client, assertMayWrite } = options;
  const { retryWhileDown, run, enqueue, waitForSuccess, waitForQueue } = createEngineTasks(options);

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

  async function exists(name: string): Promise<boolean> {
    try {
      await retryWhileDown('look for an index', () => client.getRawIndex(name));
      return true;
    } catch (error) {
      if (nextStep(error) === 'gone') return false;
      throw error;
    }
  }

  async function isEmpty(name: string): Promise<boolean> {
    const { total } = await retryWhileDown('count', () =>
      client.index(name).getDocuments({ limit: 1, fields: ['id'] }),
    );
    return total === 0;
  }

  /** Resolves to whether the index holds one of these checkpoints. All must have the same epoch. */
  async function holdsOneOf(name: string, checkpoints: readonly Checkpoint[]): Promise<boolean> {
    const wanted = checkpoints.map(toDocument);
    try {
      const { checkpoint } = await client.index(name).getDocument<CheckpointDocument>(wanted[0]?.id ?? '');
      return wanted.some((document) => document.checkpoint === checkpoint);
    } catch (error) {
      if (nextStep(error) === 'gone') return false;
      throw error;
    }
  }

  async function send(name: string, write: IndexWrite): Promise<number> {
    const { expected, checkpoint } = write;
    const lines = payloadOf(write);
    return await enqueue('write documents', async () => {
      // Check before each attempt: the engine may have come back with other data, or the lease may have ended.
      if (expected !== null && !(await holdsOneOf(name, [checkpoint, ...expected])))
        throw new Interrupted('index changed', `somebody else changed the index ${name}: it lost its checkpoint`);
      assertMayWrite();
      return await postLines(client, { indexName: name, primaryKey: PRIMARY_KEY, lines });
    });
  }

  const count = async (name: string, filter: string): Promise<number> => {
    const query = { filter, fields: ['id'], limit: 1 };
    return (await retryWhileDown('count', () => client.index(name).getDocuments(query))).total;
  };

  return {
    exists,
    count,
    waitForQueue,

    async stateOf(name) {
      if (!(await exists(name))) return { kind: 'missing' };
      const documents = await checkpointDocuments(name);
      const checkpoints = (documents ?? []).map(fromDocument);
      const usable = checkpoints.flatMap((checkpoint) => checkpoint ?? []);
      const checkpoint = usable.length === checkpoints.length ? oldestOf(usable) : null;
      if (checkpoint === null) return { kind: 'no checkpoint', isOurs: documents !== null || (await isEmpty(name)) };
      return { kind: 'checkpoint', checkpoint, epochs: usable.map(({ epoch }) => epoch) };
    },

    async names(fits) {
      const { results } = await retryWhileDown('list its indexes', () => client.getRawIndexes({ limit: 10_000 }));
      return results.map(({ uid }) => uid).filter(fits);
    },

    async create(name, checkpoint) {
      await run('create an index', () => client.createIndex(name, { primaryKey: PRIMARY_KEY }));
      await run('set up an index', () => client.index(name).updateSettings(INDEX_SETTINGS));
      await run('write the checkpoint', () => client.index(name).addDocuments([toDocument(checkpoint)]));
    },

    async delete(name) {
      await run('delete an index', () => client.deleteIndex(name)).catch((error: unknown) => {
        if (!(error instanceof TaskFailed && nextStep(error) === 'gone')) throw error;
      });
    },

    async swap(from, to) {
      const rename = !(await exists(to));
      assertMayWrite();
      const { taskUid } = await client.swapIndexes([{ indexes: [from, to], rename }]);
      await waitForSuccess(taskUid);
    },

    async write(name, write, maxRestarts) {
      await waitForSuccess(await send(name, write), maxRestarts);
    },

    async send(name, write) {
      const taskUid = await send(name, write);
      return { waitForSuccess: () => waitForSuccess(taskUid) };
    },

    async deleteCheckpoints(name, epochs) {
      if (epochs.length === 0) return;
      await run('delete checkpoints', () => client.index(name).deleteDocuments(epochs.map(checkpointId)));
    },

    async lookUp(name, keys) {
      const found = new Map<string, IndexedProduct>();
      for (const ids of chunksOf(keys, LOOK_UP_SIZE)) {
        const query = { ids, fields: ['id', 'content_hash', 'merchant_id'] as const, limit: ids.length };
        const { results } = await retryWhileDown('look up documents', () =>
          client.index<Partial<SearchDocument>>(name).getDocuments({ ...query, fields: [...query.fields] }),
        );
        for (const { id, content_hash: hash, merchant_id: merchantKey } of results)
          if (id !== undefined && merchantKey !== undefined) found.set(id, { hash, merchantKey });
      }
      return found;
    },

    async productIds(name, filter, limit) {
      const query = { filter, fields: ['product_id' as const], limit };
      const { results } = await retryWhileDown('list documents', () =>
        client.index(name).getDocuments<SearchDocument>(query),
      );
      return results.flatMap(({ product_id: id }) => (typeof id === 'string' ? [id] : []));
    },

    async documents(name, filter, limit) {
      const query = { filter, limit };
      const { results } = await retryWhileDown('list documents', () =>
        client.index(name).getDocuments<IndexedDocument>(query),
      );
      return results;
    },

    async sweep(name) {
      if ((await count(name, TOMBSTONES)) === 0) return;
      await run('sweep tombstones', () => client.index(name).deleteDocuments({ filter: TOMBSTONES }));
    },
  };
}

/**
 * Resolves to the number of products in an index; to 0 when the index has other settings, because it then holds no
 * products of ours.
 */
export async function countProducts(index: Pick<IndexClient, 'count'>, name: string): Promise<number> {
  try {
    return await index.count(name, PRODUCTS);
  } catch (error) {
    if (nextStep(error) === 'not ours') return 0;
    throw error;
  }
}
