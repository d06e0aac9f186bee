/**
 * Detects that MongoDB was restored from a snapshot that is older than the index. Such a MongoDB has the same identity
 * and accepts the same resume tokens, but lacks changes that the index shows.
 *
 * MongoDB stores a number for each index, and the leader increments it every 10 s. The index's checkpoint carries the
 * number that MongoDB had at that time. A restore resets MongoDB's number, so it is smaller than the checkpoint's. All
 * numbers of one history share a random era. A new history starts a new era, and older marks no longer match.
 *
 * A snapshot that was taken after the checkpoint's number was set contains that number. So a restore is not detected
 * when its snapshot is less than 10 s older than the checkpoint. `verify` finds the differences then.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Mark } from '../checkpoint/checkpoint.ts';
import { Interrupted } from '../interruption.ts';
import { SOURCE_COLLECTION } from './source-identity.ts';

export interface RestoreMarks {
  /**
   * Increments MongoDB's number and resolves to the new mark, which a majority has acknowledged. `known`: the mark of the
   * checkpoint. Any number of leaders can call this at the same time. Throws Interrupted `checkpoint lost` as
   * `assertNotRestored` does, or what the driver throws.
   */
  advance(known: Mark): Promise<Mark>;
  /** Starts a new era and resolves to its first mark. Throws what the driver throws. */
  startEra(): Promise<Mark>;
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
}

/** `database` writes with majority. */
export function createRestoreMarks(database: Db, indexName: string): RestoreMarks {
  const marks = database.collection<StoredMark>(SOURCE_COLLECTION);
  const _id = `mark:${indexName}`;

  // A newly elected primary can respond to a majority read with an older number, which would look like a restore. A
  // linearizable read returns every write that a majority acknowledged before.
  const current = (): Promise<Mark | null> =>
    marks.findOne<Mark>({ _id }, { projection: { _id: 0 }, readConcern: 'linearizable' });

  async function assertNotRestored(known: Mark): Promise<void> {
    const found = await current();
    if (found?.era === known.era && found.number >= known.number) return;
    throw new Interrupted(
      'checkpoint lost',
      `MongoDB was restored from a backup or replaced: the checkpoint has ${describe(known)}, MongoDB has ${describe(found)}`,
    );
  }

  return {
    assertNotRestored,
    current,
    async startEra() {
      const mark = { era: randomUUID(), number: 1 };
      await marks.replaceOne({ _id }, mark, { upsert: true });
      return mark;
    },
    async advance(known) {
      const { era, number } = known;
      const raised = await marks.findOneAndUpdate(
        { _id, era, number: { $gte: number } },
        { $inc: { number: 1 } },
        { returnDocument: 'after', projection: { _id: 0 } },
      );
      if (raised !== null) return raised;
      await assertNotRestored(known);
      throw new Error('a member of the replica set that is no longer the primary was asked for the restore mark');
    },
  };
}

const describe = (mark: Mark | null): string =>
  mark === null ? 'none' : `restore mark ${mark.number} of era ${mark.era}`;
