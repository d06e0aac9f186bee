/**
 * Detects that MongoDB was restored from a snapshot that is older than the index. Such a MongoDB has the same identity
 * and accepts the same resume tokens, but lacks changes that the index shows.
 *
 * MongoDB stores a number for each index, and the leader increments it every 10 s. The index's checkpoint carries the
 * number that MongoDB had at that time. A restore resets MongoDB's number, so it is smaller than the checkpoint's. All
 * numbers of one history share a random era. After a restore, the leader starts a new era, so that marks of the lost
 * history never match again.
 *
 * A snapshot that was taken after the checkpoint's number was set contains that number. So a restore is not detected
 * when its snapshot is less than 10 s older than the checkpoint. `verify` finds the differences then.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Mark } from '../checkpoint/checkpoint.ts';
import { Interrupted, isCheckpointLost } from '../interruption.ts';
import { SOURCE_COLLECTION } from './source-identity.ts';

export interface RestoreMarks {
  /**
   * Increments MongoDB's number and resolves to the new mark, which a majority has acknowledged. `known`: the mark of the
   * checkpoint. Any number of leaders can call this at the same time. Throws Interrupted `checkpoint lost` as
   * `assertNotRestored` does, or what the driver throws.
   */
  advance(known: Mark): Promise<Mark>;
  /**
   * Resolves to the mark of a leader that takes over. `live`: the mark of the live index; null if it has none. Advances
   * it, or starts a new era if MongoDB has lost it. Starts that only once: an interrupted rebuild already carries it.
   * Throws what the driver throws.
   */
  next(live: Mark | null): Promise<Mark>;
  /** Resolves to MongoDB's mark; to null before the first one. Throws what the driver throws. */
  current(): Promise<Mark | null>;
  /**
   * Throws Interrupted `checkpoint lost` when MongoDB has lost the mark of a checkpoint: it has another era, a smaller
   * number, or none.
   */
  assertNotRestored(known: Mark): Promise<void>;
}

interface StoredMark extends Mark {
  readonly _id: string;
  /** The era that MongoDB had lost when this one was started; null for the first one. */
  readonly replaces: string | null;
}

/** `database` writes with majority. */
export function createRestoreMarks(database: Db, indexName: string): RestoreMarks {
  const marks = database.collection<StoredMark>(SOURCE_COLLECTION);
  const _id = `mark:${indexName}`;

  // A newly elected primary can respond to a majority read with an older number, which would look like a restore. A
  // linearizable read returns every write that a majority acknowledged before.
  const current = (): Promise<StoredMark | null> => marks.findOne({ _id }, { readConcern: 'linearizable' });

  async function assertNotRestored(known: Mark): Promise<void> {
    const found = await current();
    if (found?.era === known.era && found.number >= known.number) return;
    throw new Interrupted(
      'checkpoint lost',
      `MongoDB was restored from a backup or replaced: the checkpoint has ${describe(known)}, MongoDB has ${describe(found)}`,
    );
  }

  async function advance(known: Mark): Promise<Mark> {
    const { era, number } = known;
    const raised = await marks.findOneAndUpdate(
      { _id, era, number: { $gte: number } },
      { $inc: { number: 1 } },
      { returnDocument: 'after' },
    );
    if (raised !== null) return { era, number: raised.number };
    await assertNotRestored(known);
    throw new Error('a member of the replica set that is no longer the primary was asked for the restore mark');
  }

  async function startEra(replaces: string | null): Promise<Mark> {
    const mark = { era: randomUUID(), number: 1 };
    await marks.replaceOne({ _id }, { ...mark, replaces }, { upsert: true });
    return mark;
  }

  return {
    assertNotRestored,
    current,
    advance,
    async next(live) {
      try {
        if (live !== null) return await advance(live);
      } catch (error) {
        if (!isCheckpointLost(error)) throw error;
      }
      const found = await current();
      // Any other era is that of a lost history, which an older snapshot has brought back.
      const isStarted = found !== null && (live === null || found.replaces === live.era);
      return isStarted ? await advance(found) : await startEra(live?.era ?? null);
    },
  };
}

const describe = (mark: Mark | null): string =>
  mark === null ? 'none' : `restore mark ${mark.number} of era ${mark.era}`;
