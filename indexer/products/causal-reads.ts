/**
 * Reads from the primary that are never older than the change events that caused them. A newly elected primary may not
 * have the change of an event yet. The read then waits for the change.
 */
import type { ClientSession, MongoClient, ReadConcernLike, Timestamp } from 'mongodb';

/** The options to pass to each driver operation of a read. */
export interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
}

/** Resolves to the result of `read` and throws what `read` throws. The options are valid until then. */
export type Reads = <T>(read: (options: ReadOptions) => Promise<T>) => Promise<T>;

export interface CausalReads {
  readonly reads: Reads;
  /** Makes every later read see all changes up to this cluster time. */
  notBefore(time: Timestamp): void;
}

/** Each read also sees what the completed reads saw. Reads can run concurrently. */
export function createCausalReads(client: MongoClient): CausalReads {
  let newest: Timestamp | null = null;

  function notBefore(time: Timestamp): void {
    if (newest === null || time.greaterThan(newest)) newest = time;
  }

  return {
    notBefore,
    async reads(read) {
      // The driver runs one operation at a time per session, so each read gets its own session.
      const session = client.startSession({ causalConsistency: true });
      if (newest !== null) session.advanceOperationTime(newest);
      try {
        return await read({ session, readConcern: 'majority' });
      } finally {
        if (session.operationTime !== undefined) notBefore(session.operationTime);
        await session.endSession();
      }
    },
  };
}
