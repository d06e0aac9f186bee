/** The pause that operators request: the leader writes nothing until it ends. */
import type { Collection, Db } from 'mongodb';
import { JOBS } from './collection.ts';

export interface Pause {
  /** Resolves to when an operator paused the indexer; to null when it is not paused. */
  pausedAt(): Promise<Date | null>;
  /** Pauses or resumes. A second pause keeps the time of the first. */
  setPaused(isPaused: boolean): Promise<void>;
}

/** `database` reads from the primary and writes with majority. */
export function createPause(database: Db, indexName: string): Pause {
  const jobs: Collection<{ readonly _id: string; readonly pausedAt: Date }> = database.collection(JOBS);
  const _id = `${indexName}:pause`;

  return {
    pausedAt: async () => (await jobs.findOne({ _id }))?.pausedAt ?? null,

    async setPaused(isPaused) {
      const firstPausedAt = { $ifNull: ['$pausedAt', '$$NOW'] };
      if (isPaused) await jobs.updateOne({ _id }, [{ $set: { pausedAt: firstPausedAt } }], { upsert: true });
      else await jobs.deleteOne({ _id });
    },
  };
}
