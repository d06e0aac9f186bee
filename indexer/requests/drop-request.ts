/** The request to delete the previous index. */
import type { Collection, Db } from 'mongodb';
import { JOBS } from './collection.ts';

export interface DropRequest {
  /** Requests the deletion of the previous index, also beside an operation, which may need the space. */
  requestDrop(): Promise<void>;
  /** Resolves to whether the leader must delete the previous index. */
  isDropRequested(): Promise<boolean>;
  /** Call when the previous index is deleted, or to withdraw the request. */
  removeDropRequest(): Promise<void>;
}

/** `database` reads from the primary and writes with majority. */
export function createDropRequest(database: Db, indexName: string): DropRequest {
  const jobs: Collection<{ readonly _id: string }> = database.collection(JOBS);
  const _id = `${indexName}:drop-old`;

  return {
    async requestDrop() {
      await jobs.replaceOne({ _id }, {}, { upsert: true });
    },

    isDropRequested: async () => (await jobs.findOne({ _id })) !== null,

    async removeDropRequest() {
      await jobs.deleteOne({ _id });
    },
  };
}
