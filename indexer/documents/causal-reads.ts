/**
 * Reads from the primary that are never older than the events that asked for them. A primary that was just elected may
 * not have an event's change yet; the read then waits for it.
 */
import type { ClientSession, MongoClient, ReadConcernLike, Timestamp } from 'mongodb';

/** The options that each operation of a read has to pass to the driver. */
export interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
  readonly readPreference: 'primary';
}

/** Resolves to what `read` resolves to. The options are valid until then. Throws what `read` throws. */
export type Reads = <T>(read: (options: ReadOptions) => Promise<T>) => Promise<T>;

export interface CausalReads {
  readonly reads: Reads;
  /** Has every read that starts from now on see all changes up to this cluster time. */
  notBefore(time: Timestamp): void;
}

/** Each read sees at least what the reads that ended before it saw. Reads can run at the same time. */
export function createCausalReads(client: MongoClient): CausalReads {
  let newest: Timestamp | null = null;

  function notBefore(time: Timestamp): void {
    if (newest === null || time.greaterThan(newest)) newest = time;
  }

  return {
    notBefore,
    async reads(read) {
      // The driver runs one operation at a time in a session, so each read has a session of its own.
      const session = client.startSession({ causalConsistency: true });
      if (newest !== null) session.advanceOperationTime(newest);
      try {
        return await read({ session, readConcern: 'majority', readPreference: 'primary' });
      } finally {
        if (session.operationTime !== undefined) notBefore(session.operationTime);
        await session.endSession();
      }
    },
  };
}
