/**
 * Reads from the primary, none older than what was asked for before it or read before it: a secondary, or a primary just
 * elected, may not have a change yet. The driver allows one operation at a time in a session, so each read has its own, and
 * begins at the newest time that is known; several may be under way at once.
 */
import type { ClientSession, MongoClient, ReadConcernLike, Timestamp } from 'mongodb';

/** How the driver is to read. */
export interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
  readonly readPreference: 'primary';
}

/** Resolves to what the read resolves to; its options are good until then. Throws what it throws. */
export type Reads = <T>(read: (options: ReadOptions) => Promise<T>) => Promise<T>;

export interface CausalReads {
  readonly reads: Reads;
  /** What is read from now on is as it is at this time (an event's cluster time) or later. */
  notBefore(time: Timestamp): void;
}

export function createCausalReads(client: MongoClient): CausalReads {
  let newest: Timestamp | null = null;

  function notBefore(time: Timestamp): void {
    if (newest === null || time.greaterThan(newest)) newest = time;
  }

  return {
    notBefore,
    async reads(read) {
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
