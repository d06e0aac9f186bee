/**
 * Reads and writes indexes of Meilisearch. Sends one write request at a time. Repeats a request whose outcome is
 * unknown, which is safe because documents are replaced as a whole. Never repeats `swap`.
 */
import type { Meilisearch } from 'meilisearch';
import { postLines } from '../../src/engines/meilisearch.ts';
import { unlessAborted } from '../../src/runtime/retry.ts';
import { INDEX_SETTINGS, PRIMARY_KEY } from '../../src/search/index/settings.ts';
import {
  type Checkpoint,
  type CheckpointDocument,
  checkpointId,
  checkpointToDocument,
  ORIGIN,
} from '../checkpoint/checkpoint.ts';
import { Interrupted } from '../interruption.ts';
import { createIndexDocuments, type IndexDocuments } from './index-documents.ts';
import { classOf, TaskFailed } from './index-errors.ts';
import { changedSettings, EXPECTED_SETTINGS } from './index-settings.ts';
import { createIndexStates, type IndexStates } from './index-state.ts';
import { type IndexWrite, payloadOf, TOMBSTONES } from './index-write.ts';
import { createEngineTasks, type EngineTasks, type EngineTasksOptions } from './tasks.ts';

export interface IndexClient extends IndexStates, IndexDocuments, Pick<EngineTasks, 'waitForQueue' | 'isFull'> {
  /** Creates an index with its settings, its origin and a first checkpoint. Throws when an index of that name exists. */
  create(name: string, checkpoint: Checkpoint): Promise<void>;
  /** Resolves to the names of the settings that somebody changed. */
  changedSettings(name: string): Promise<string[]>;
  /** Sets all settings again. The engine indexes the documents anew if it must; searches work meanwhile. */
  restoreSettings(name: string): Promise<void>;
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
  /** Removes the tombstones of an index. */
  sweep(name: string): Promise<void>;
}

export interface SentWrite {
  /** Resolves when the task has succeeded. Throws TaskFailed. */
  waitForSuccess(): Promise<void>;
}

export function createIndexClient(options: EngineTasksOptions): IndexClient {
  const { client, assertMayWrite, signal } = options;
  const { retryWhileDown, run, enqueue, waitForSuccess, waitForQueue, isFull } = createEngineTasks(options);
  const states = createIndexStates(client, retryWhileDown);
  const documents = createIndexDocuments(client, retryWhileDown);

  /** Resolves to the id of the task. */
  async function enqueueWrite(name: string, write: IndexWrite): Promise<number> {
    const { expected, checkpoint } = write;
    const lines = payloadOf(write);
    return await enqueue('write documents', async () => {
      // Check before each attempt: the engine may have come back with other data, or the lease may have ended.
      if (expected !== null && !(await holdsOneOf(client, name, [checkpoint, ...expected])))
        throw new Interrupted('index changed', `somebody else changed the index ${name}: it lost its checkpoint`);
      assertMayWrite();
      return await postLines(client, { indexName: name, primaryKey: PRIMARY_KEY, lines });
    });
  }

  return {
    ...states,
    ...documents,
    waitForQueue,
    isFull,

    async create(name, checkpoint) {
      await run('create an index', () => client.createIndex(name, { primaryKey: PRIMARY_KEY }));
      await run('set up an index', () => client.index(name).updateSettings(INDEX_SETTINGS));
      await run('write the checkpoint', () =>
        client.index(name).addDocuments([{ ...ORIGIN, source: checkpoint.source }, checkpointToDocument(checkpoint)]),
      );
    },

    changedSettings: async (name) =>
      changedSettings(await retryWhileDown('read its settings', () => client.index(name).getSettings())),

    restoreSettings: (name) => run('restore its settings', () => client.index(name).updateSettings(EXPECTED_SETTINGS)),

    async delete(name) {
      // The deletion of a missing index would be a failed task, and an alert.
      if (!(await states.exists(name))) return;
      await run('delete an index', () => client.deleteIndex(name)).catch((error: unknown) => {
        if (!(error instanceof TaskFailed && classOf(error) === 'missing')) throw error;
      });
    },

    async swap(from, to) {
      const rename = !(await states.exists(to));
      assertMayWrite();
      const { taskUid } = await unlessAborted(signal, client.swapIndexes([{ indexes: [from, to], rename }]));
      await waitForSuccess(taskUid);
    },

    async write(name, write, maxRestarts) {
      await waitForSuccess(await enqueueWrite(name, write), maxRestarts);
    },

    async send(name, write) {
      const taskUid = await enqueueWrite(name, write);
      return { waitForSuccess: () => waitForSuccess(taskUid) };
    },

    async deleteCheckpoints(name, epochs) {
      if (epochs.length === 0) return;
      await run('delete checkpoints', () => client.index(name).deleteDocuments(epochs.map(checkpointId)));
    },

    async sweep(name) {
      if ((await documents.count(name, TOMBSTONES)) === 0) return;
      await run('sweep tombstones', () => client.index(name).deleteDocuments({ filter: TOMBSTONES }));
    },
  };
}

/** Resolves to whether the index holds one of these checkpoints. All must have the same epoch. Doesn't retry. */
async function holdsOneOf(client: Meilisearch, name: string, checkpoints: readonly Checkpoint[]): Promise<boolean> {
  const wanted = checkpoints.map(checkpointToDocument);
  try {
    const { checkpoint } = await client.index(name).getDocument<CheckpointDocument>(wanted[0]?.id ?? '');
    return wanted.some((document) => document.checkpoint === checkpoint);
  } catch (error) {
    if (classOf(error) === 'missing') return false;
    throw error;
  }
}
