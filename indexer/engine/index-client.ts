/**
 * Reads and writes indexes, one request at a time, and waits until each task is done, or later for several. A task that failed throws; a request
 * whose outcome is not known is sent again, which is harmless since documents are replaced whole or deleted by id.
 */
import type { TasksOrBatchesQuery } from 'meilisearch';
import { chunksOf } from '../../src/platform/chunks.ts';
import { meilisearchCode, postLines } from '../../src/platform/meilisearch.ts';
import type { SearchDocument } from '../../src/search/index-document.ts';
import { INDEX_SETTINGS, PRIMARY_KEY } from '../../src/search/index-settings.ts';
import {
  fromDocument,
  oldestOf,
  type Position,
  type PositionDocument,
  positionId,
  toDocument,
} from '../checkpoint/checkpoint.ts';
import { TUNING_SETTINGS } from '../checkpoint/schema-version.ts';
import { IndexChanged, TaskFailed } from './index-errors.ts';
import { type IndexWrite, payloadsOf } from './index-write.ts';
import { createTaskWatch } from './task-watch.ts';
import { createEngineTasks, type EngineTasksOptions } from './tasks.ts';

export interface IndexClient {
  exists(name: string): Promise<boolean>;
  /** Makes an index with its settings and a first position. An index of that name must not exist. */
  create(name: string, position: Position): Promise<void>;
  /** Gives an index the settings that need no building anew. */
  tune(name: string): Promise<void>;
  delete(name: string): Promise<void>;
  /**
   * Exchanges two indexes, or renames the first where the second does not exist, in one step for every search. Throws
   * also when the engine may have done it: sent again it would exchange them back.
   */
  swap(from: string, to: string): Promise<void>;
  /** Throws IndexChanged when the index does not hold the previous position. */
  write(name: string, write: IndexWrite): Promise<void>;
  /**
   * Sends a write and does not wait for its tasks, so it must not bring a position that tells of it. Throws IndexChanged as
   * `write` does.
   */
  send(name: string, write: IndexWrite): Promise<SentWrite>;
  /** Takes back what was sent, also what the engine is at work on. What is done by then stays done. */
  cancel(writes: readonly SentWrite[]): Promise<void>;
  /** Takes back every write to an index that the engine has not done, whoever sent it. */
  cancelWaiting(name: string): Promise<void>;
  /** Where the index goes on, null when it has no position that this program wrote; and the epochs of all its positions. */
  readPosition(name: string): Promise<{ position: Position | null; epochs: readonly number[] }>;
  deletePositions(name: string, epochs: readonly number[]): Promise<void>;
  /** How many documents match a filter. */
  count(name: string, filter: string): Promise<number>;
  /** How many of these documents it holds. */
  countHeld(name: string, keys: readonly string[]): Promise<number>;
  /** The ids of up to `limit` products whose documents match a filter. */
  productIds(name: string, filter: string, limit: number): Promise<string[]>;
  /** Resolves when every task that is in the queue now is done: also what an earlier leader sent. */
  waitForQueue(): Promise<void>;
  /** The number of the newest task of the engine, whoever sent it; null where there is none. */
  newestTask(): Promise<number | null>;
  /** The indexes that others have deleted documents from since this was last asked, or since the queue was waited for. */
  strangeDeletions(): Promise<ReadonlySet<string>>;
}

export interface SentWrite {
  readonly taskUids: readonly number[];
  /** Resolves when its tasks have succeeded, to how long the engine took. Throws TaskFailed. */
  succeeded(): Promise<number>;
}

const MAX_DELETIONS = 10_000;
const WAITING = {
  statuses: ['enqueued', 'processing'],
  types: ['documentAdditionOrUpdate', 'documentDeletion'],
} satisfies TasksOrBatchesQuery;

export function createIndexClient(options: Omit<EngineTasksOptions, 'watch'>): IndexClient {
  const { client, mayWrite, signal } = options;
  const watch = createTaskWatch(client);
  const { persistently, done, sent, succeeded, newestTask, waitForQueue } = createEngineTasks({ ...options, watch });

  async function positionDocuments(name: string): Promise<PositionDocument[]> {
    const { results } = await persistently('read the position', () =>
      client
        .index(name)
        .getDocuments<PositionDocument>({ filter: 'epoch EXISTS', fields: ['id', 'epoch', 'position'], limit: 1000 }),
    );
    return results;
  }

  /** Whether the index holds one of these positions, all of one epoch. */
  async function holdsOneOf(name: string, positions: readonly Position[]): Promise<boolean> {
    const wanted = positions.map(toDocument);
    try {
      const { position } = await client.index(name).getDocument<PositionDocument>(wanted[0]?.id ?? '');
      return wanted.some((document) => document.position === position);
    } catch (error) {
      const code = meilisearchCode(error);
      if (code === 'index_not_found' || code === 'document_not_found') return false;
      throw error;
    }
  }

  /** The requests of a write in their order; each, when it is called, is sent and resolves to the number of its task. */
  function* requestsOf(name: string, write: IndexWrite): Generator<() => Promise<number>> {
    const { previous, orHeld = [], deletedKeys, position } = write;
    const index = client.index(name);
    // Asked before each request, also one sent again: the engine may have come back with other data.
    const assertUnchanged = async () => {
      if (previous !== null && !(await holdsOneOf(name, [previous, position, ...orHeld]))) throw new IndexChanged(name);
      // The lease may have ended while the engine was asked.
      mayWrite();
    };
    for (const keys of chunksOf(deletedKeys, MAX_DELETIONS))
      yield () =>
        sent('delete documents', async () => {
          await assertUnchanged();
          return await index.deleteDocuments(keys);
        });
    for (const lines of payloadsOf(write))
      yield () =>
        sent('write documents', async () => {
          await assertUnchanged();
          return await postLines(client, { indexName: name, primaryKey: PRIMARY_KEY, lines });
        });
  }

  return {
    async exists(name) {
      try {
        await persistently('tell of an index', () => client.getRawIndex(name));
        return true;
      } catch (error) {
        if (meilisearchCode(error) === 'index_not_found') return false;
        throw error;
      }
    },

    async create(name, position) {
      await done('create an index', () => client.createIndex(name, { primaryKey: PRIMARY_KEY }));
      await done('set up an index', () => client.index(name).updateSettings(INDEX_SETTINGS));
      await done('write the position', () => client.index(name).addDocuments([toDocument(position)]));
    },

    tune: (name) => done('apply settings', () => client.index(name).updateSettings(TUNING_SETTINGS)),

    async delete(name) {
      await done('delete an index', () => client.deleteIndex(name)).catch((error: unknown) => {
        if (!(error instanceof TaskFailed && error.code === 'index_not_found')) throw error;
      });
    },

    async swap(from, to) {
      const rename = !(await this.exists(to));
      mayWrite();
      const { taskUid } = await client.swapIndexes([{ indexes: [from, to], rename }]);
      await succeeded(taskUid);
    },

    async write(name, write) {
      for (const request of requestsOf(name, write)) await succeeded(await request());
    },

    async send(name, write) {
      const taskUids: number[] = [];
      for (const request of requestsOf(name, write)) taskUids.push(await request());
      return {
        taskUids,
        async succeeded() {
          let tookMs = 0;
          for (const taskUid of taskUids) tookMs = Math.max(tookMs, await succeeded(taskUid));
          return tookMs;
        },
      };
    },

    async cancel(writes) {
      const uids = writes.flatMap(({ taskUids }) => taskUids);
      await done('take writes back', () => client.tasks.cancelTasks({ uids }));
    },

    async cancelWaiting(name) {
      const waiting = { ...WAITING, indexUids: [name] };
      const { total } = await persistently('tell of its queue', () => client.tasks.getTasks({ ...waiting, limit: 1 }));
      if (total > 0) await done('take writes back', () => client.tasks.cancelTasks(waiting));
    },

    async readPosition(name) {
      const documents = await positionDocuments(name).catch((error: unknown) => {
        // An index with other settings cannot be asked so: it is not one of ours.
        if (meilisearchCode(error)?.startsWith('invalid_document_filter') === true) return [];
        throw error;
      });
      const positions = documents.map(fromDocument);
      const usable = positions.flatMap((position) => position ?? []);
      return {
        position: usable.length === positions.length ? oldestOf(usable) : null,
        epochs: documents.map(({ epoch }) => epoch),
      };
    },

    async deletePositions(name, epochs) {
      if (epochs.length > 0)
        await done('delete positions', () => client.index(name).deleteDocuments(epochs.map(positionId)));
    },

    async count(name, filter) {
      const { total } = await persistently('count', () =>
        client.index(name).getDocuments({ filter, fields: ['id'], limit: 1 }),
      );
      return total;
    },

    async countHeld(name, keys) {
      const { results } = await persistently('look for documents', () =>
        client.index(name).getDocuments({ ids: [...keys], fields: ['id'], limit: keys.length }),
      );
      return results.length;
    },

    async productIds(name, filter, limit) {
      const { results } = await persistently('list documents', () =>
        client.index(name).getDocuments<SearchDocument>({ filter, fields: ['product_id'], limit }),
      );
      return results.flatMap(({ product_id: id }) => (typeof id === 'string' ? [id] : []));
    },

    waitForQueue,
    newestTask,

    strangeDeletions: () => persistently('tell of its tasks', () => watch.strangeDeletions(signal)),
  };
}
