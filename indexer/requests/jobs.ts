/**
 * Requests of operators for the whole index. Jobs are documents of one MongoDB collection, so they outlive the leader. The
 * collection also holds the rewrites of products, or of all products of a merchant (`rewrites.ts`).
 */
import type { Collection, Db } from 'mongodb';
import { JOBS } from './collection.ts';
import { createOperations, type Operations } from './operations.ts';

export interface Jobs extends Operations {
  /** Resolves to when an operator paused the indexer; to null when it is not paused. The leader writes nothing then. */
  pausedAt(): Promise<Date | null>;
  /** Pauses or resumes. A second pause keeps the time of the first. */
  setPaused(isPaused: boolean): Promise<void>;
  /** Requests the deletion of the previous index, also beside an operation, which may need the space. */
  requestDrop(): Promise<void>;
  /** Resolves to whether the leader must delete the previous index. */
  isDropRequested(): Promise<boolean>;
  /** Call when the previous index is deleted, or to withdraw the request. */
  removeDropRequest(): Promise<void>;
}

/** `database` reads from the primary and writes with majority. */
export function createJobs(database: Db, indexName: string): Jobs {
  const jobs: Collection<{ readonly _id: string; readonly pausedAt?: Date }> = database.collection(JOBS);
  const pause = { _id: `${indexName}:pause` };
  const drop = { _id: `${indexName}:drop-old` };

  return {
    ...createOperations(database, indexName),

    pausedAt: async () => (await jobs.findOne(pause))?.pausedAt ?? null,

    async setPaused(isPaused) {
      const firstPausedAt = { $ifNull: ['$pausedAt', '$$NOW'] };
      if (isPaused) await jobs.updateOne(pause, [{ $set: { pausedAt: firstPausedAt } }], { upsert: true });
      else await jobs.deleteOne(pause);
    },

    async requestDrop() {
      await jobs.replaceOne(drop, {}, { upsert: true });
    },

    isDropRequested: async () => (await jobs.findOne(drop)) !== null,

    async removeDropRequest() {
      await jobs.deleteOne(drop);
    },
  };
}
