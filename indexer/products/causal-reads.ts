/**
 * Reads from the primary that are never older than the change events that caused them. A newly elected primary may not
 * have the change of an event yet. The read then waits for the change.
 */
import {
  type ClientSession,
  type Collection,
  type Document,
  type Filter,
  type FindOptions,
  type MongoClient,
  MongoNetworkError,
  type ReadConcernLike,
  type Timestamp,
  type WithId,
} from 'mongodb';
import { isBrokenConnection } from '../../src/engines/mongodb/errors.ts';
import { retryOnce } from '../../src/runtime/retry.ts';

/** The options to pass to each driver operation of a read. */
interface ReadOptions {
  readonly session: ClientSession;
  readonly readConcern: ReadConcernLike;
}

type FindRange = Pick<FindOptions, 'projection' | 'sort' | 'limit'>;

/** Every function throws what the driver throws. */
export interface Reads {
  /** Resolves to the documents that match. */
  find<T extends Document>(collection: Collection<T>, filter: Filter<T>, range?: FindRange): Promise<WithId<T>[]>;
  /** Resolves to the first document that matches, or to null. */
  findOne<T extends Document>(
    collection: Collection<T>,
    filter: Filter<T>,
    range?: Pick<FindRange, 'projection'>,
  ): Promise<WithId<T> | null>;
  /**
   * Resolves to the result of `read`, and throws what it throws. The options are valid until then. May call `read` again,
   * see `Retry`.
   */
  run<T>(read: (options: ReadOptions) => Promise<T>): Promise<T>;
}

interface CausalReads extends Reads {
  /** Makes every later read see all changes up to this cluster time. */
  notBefore(time: Timestamp): void;
}

/** Runs a read, and again after errors for which it may succeed then. Throws other errors, and that of the last run. */
export type Retry = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Runs a read once more if its connection broke. The driver retries a small first command of a read, but no large one,
 * and not the next batches.
 */
const retryBroken: Retry = (read) =>
  retryOnce(read, (error) => error instanceof MongoNetworkError || isBrokenConnection(error));

/** Each read also sees what the completed reads saw. Reads can run concurrently. */
export function createCausalReads(client: MongoClient, retry: Retry = retryBroken): CausalReads {
  let newest: Timestamp | null = null;

  function notBefore(time: Timestamp): void {
    if (newest === null || time.greaterThan(newest)) newest = time;
  }

  async function runOnce<T>(read: (options: ReadOptions) => Promise<T>): Promise<T> {
    // The driver runs one operation at a time per session, so each read gets its own session.
    const session = client.startSession({ causalConsistency: true });
    if (newest !== null) session.advanceOperationTime(newest);
    try {
      return await read({ session, readConcern: 'majority' });
    } finally {
      if (session.operationTime !== undefined) notBefore(session.operationTime);
      await session.endSession();
    }
  }

  const run: Reads['run'] = (read) => retry(() => runOnce(read));

  return {
    notBefore,
    run,
    find: (collection, filter, range = {}) =>
      run((options) => collection.find(filter, { ...options, ...range }).toArray()),
    findOne: (collection, filter, range = {}) => run((options) => collection.findOne(filter, { ...options, ...range })),
  };
}
