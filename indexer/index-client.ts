/**
 * Writes to Meilisearch, one request at a time, and waits until each task is done. A task that failed throws; a request
 * whose outcome is not known is sent again, which is harmless since documents are replaced whole or deleted by id.
 */
import type { Meilisearch, Task } from 'meilisearch';
import { chunksOf } from '../src/platform/chunks.ts';
import type { Logger } from '../src/platform/logger.ts';
import { isMeilisearchUnavailable, meilisearchCode } from '../src/platform/meilisearch.ts';
import { backoffMs, pause } from '../src/platform/retry.ts';
import type { SearchDocument } from '../src/search/index-document.ts';
import { INDEX_SETTINGS, PRIMARY_KEY } from '../src/search/index-settings.ts';
import { fromDocument, oldestOf, type Position, type PositionDocument, positionId, toDocument } from './position.ts';
import { TUNING_SETTINGS } from './schema.ts';
import { createTaskWatch } from './task-watch.ts';

/** A task that the engine took and could not do. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly code: string;
  /**
   * Whether one of the documents may be the reason: the engine says so, or it crashed in its work. A full disk, a missing
   * index or an embedder that is out are named by other codes.
   */
  readonly mayBlameDocuments: boolean;
  constructor(task: Pick<Task, 'uid' | 'type'>, error: Task['error']) {
    super(`task ${task.uid} (${task.type}) failed: ${error?.message ?? 'no reason given'}`);
    this.code = error?.code ?? 'unknown';
    this.mayBlameDocuments =
      task.type === 'documentAdditionOrUpdate' && (/_document_/.test(this.code) || this.code === 'internal');
  }
}

/** The index is not as it was left: somebody else deleted, emptied, replaced or restored it. */
export class IndexChanged extends Error {
  override readonly name = 'IndexChanged';
  constructor(name: string) {
    super(`somebody else changed the index ${name}: it does not hold the position that was written to it`);
  }
}

/** What one write brings: first the deletions, then the documents, and with the last of them the new position. */
export interface IndexWrite {
  /** What the index must hold for the write to be right; null: not known. */
  readonly previous: Position | null;
  readonly deletedKeys: readonly string[];
  readonly documents: readonly SearchDocument[];
  readonly position: Position;
}

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
  /** Where the index goes on, null when it has no position that this program wrote; and the epochs of all its positions. */
  readPosition(name: string): Promise<{ position: Position | null; epochs: readonly number[] }>;
  deletePositions(name: string, epochs: readonly number[]): Promise<void>;
  /** How many documents match a filter. */
  count(name: string, filter: string): Promise<number>;
  /** The ids of up to `limit` products whose documents match a filter. */
  productIds(name: string, filter: string, limit: number): Promise<string[]>;
  /** Resolves when every task that is in the queue now is done: also what an earlier leader sent. */
  waitForQueue(): Promise<void>;
  /** The indexes that others have deleted documents from since this was last asked, or since the queue was waited for. */
  strangeDeletions(): Promise<ReadonlySet<string>>;
}

interface IndexClientOptions {
  readonly client: Meilisearch;
  readonly logger: Logger;
  /** Throws when this process may no longer write. Asked before each request. */
  readonly mayWrite: () => void;
  readonly signal: AbortSignal;
  readonly onTask: (result: 'succeeded' | 'failed', type: string) => void;
}

const MAX_PAYLOAD_BYTES = 8_000_000;
const MAX_DELETIONS = 10_000;

export function createIndexClient({ client, logger, mayWrite, signal, onTask }: IndexClientOptions): IndexClient {
  const watch = createTaskWatch(client);

  /** Sends a write until the engine has taken it, and waits for its task. Throws TaskFailed, or why it may not write. */
  async function done(what: string, send: () => Promise<{ taskUid: number }>): Promise<void> {
    const { taskUid } = await persistently(what, async () => {
      signal.throwIfAborted();
      mayWrite();
      return await watch.send(send);
    });
    await succeeded(taskUid);
  }

  async function succeeded(taskUid: number): Promise<void> {
    const task = await finished(taskUid);
    onTask(task.status === 'succeeded' ? 'succeeded' : 'failed', task.type);
    if (task.status !== 'succeeded') throw new TaskFailed(task, task.error);
  }

  /** Repeats a call while the engine is out, however long. */
  async function persistently<T>(what: string, call: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        signal.throwIfAborted();
        if (!isMeilisearchUnavailable(error) && !looksLikeFullDisk(error)) throw error;
        logger.warn({ err: error, attempt }, `Meilisearch cannot ${what} now: trying again`);
        await pause(backoffMs(attempt), signal);
        signal.throwIfAborted();
      }
    }
  }

  /** Polls, quickly at first, until the task has ended; there is no limit, since a task may wait for hours. */
  async function finished(uid: number): Promise<Task> {
    for (let pollMs = 5; ; pollMs = Math.min(250, pollMs * 1.3)) {
      const task = await persistently('tell of a task', () => client.tasks.getTask(uid));
      if (task.status !== 'enqueued' && task.status !== 'processing') return task;
      await pause(pollMs, signal);
      signal.throwIfAborted();
    }
  }

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

    async write(name, { previous, deletedKeys, documents, position }) {
      const index = client.index(name);
      // Asked before each request, also one sent again: the engine may have come back with other data.
      const assertUnchanged = async () => {
        if (previous !== null && !(await holdsOneOf(name, [previous, position]))) throw new IndexChanged(name);
        // The lease may have ended while the engine was asked.
        mayWrite();
      };
      for (const keys of chunksOf(deletedKeys, MAX_DELETIONS)) {
        await done('delete documents', async () => {
          await assertUnchanged();
          return await index.deleteDocuments(keys);
        });
      }
      for (const payload of payloadsOf(documents, previous, position)) {
        await done('write documents', async () => {
          await assertUnchanged();
          return await index.addDocumentsFromString(payload, 'application/x-ndjson', { primaryKey: PRIMARY_KEY });
        });
      }
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

    async productIds(name, filter, limit) {
      const { results } = await persistently('list documents', () =>
        client.index(name).getDocuments<SearchDocument>({ filter, fields: ['product_id'], limit }),
      );
      return results.flatMap(({ product_id: id }) => (typeof id === 'string' ? [id] : []));
    },

    async waitForQueue() {
      const newest = await persistently('tell of its queue', () => client.tasks.getTasks({ limit: 1 }));
      const from = newest.results[0]?.uid;
      if (from === undefined) return;
      watch.startAfter(from);
      for (let waited = 0; ; waited += 1) {
        const { results } = await persistently('tell of its queue', () =>
          client.tasks.getTasks({ statuses: ['enqueued', 'processing'], from, limit: 1 }),
        );
        if (results.length === 0) return;
        if (waited % 50 === 0) logger.info('waiting for the tasks in the queue of Meilisearch');
        await pause(200, signal);
        signal.throwIfAborted();
      }
    },

    strangeDeletions: () => persistently('tell of its tasks', () => watch.strangeDeletions(signal)),
  };
}

/**
 * NDJSON payloads of bounded size; the position is the last line of the last, so it comes with the data it covers. Those
 * before it bring the position as it was: by its epoch, documents of a leader that did not know its end are noticed.
 */
function* payloadsOf(
  documents: readonly SearchDocument[],
  previous: Position | null,
  position: Position,
): Generator<string> {
  const standing = previous === null ? [] : [JSON.stringify(toDocument(previous))];
  let lines: string[] = [];
  let bytes = 0;
  for (const document of documents) {
    const line = JSON.stringify(document);
    if (bytes + line.length > MAX_PAYLOAD_BYTES && lines.length > 0) {
      yield [...lines, ...standing].join('\n');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.length;
  }
  yield [...lines, JSON.stringify(toDocument(position))].join('\n');
}

/** A full disk is answered as 400 `malformed_payload`, though what was sent is well formed; a full task queue by 422. */
function looksLikeFullDisk(error: unknown): boolean {
  const code = meilisearchCode(error);
  return code === 'malformed_payload' || code === 'no_space_left_on_device';
}
