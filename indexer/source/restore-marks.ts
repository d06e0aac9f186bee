/**
 * Notices that MongoDB was restored from a snapshot behind an index that is newer. Such a MongoDB has the same identity and
 * accepts the same resume tokens, yet it has lost changes that the index shows.
 *
 * MongoDB holds a number for each index, and the leader raises it every 10 s. The index's checkpoint carries the number that
 * MongoDB held at that time. A restore puts MongoDB's number back, so it is smaller than the checkpoint's. Numbers of one
 * history have the same random era: an index that is built anew starts another, and the older marks are lost.
 *
 * A snapshot that is taken after the number of the checkpoint was raised holds that number. So a restore is not noticed when
 * its snapshot is less than 10 s older than the checkpoint. `verify` finds what differs then.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { Mark } from '../checkpoint/checkpoint.ts';
import { Interrupted } from '../interruption.ts';
import { SOURCE_COLLECTION } from './source-identity.ts';

export interface RestoreMarks {
  /**
   * Raises MongoDB's number and resolves to the new mark, which a majority has acknowledged. Pass the mark of the checkpoint;
   * null starts a new era. Any number of leaders can advance at the same time. Throws Interrupted `checkpoint lost` when MongoDB does not hold
   * the known mark, or what the driver throws.
   */
  advance(known: Mark | null): Promise<Mark>;
  /** The mark that MongoDB holds; null before the first one. Throws what the driver throws. */
  held(): Promise<Mark | null>;
  /** Throws Interrupted `checkpoint lost` when MongoDB does not hold the mark: it has another era, a smaller number, or none. */
  assertHeld(mark: Mark): Promise<void>;
}

interface StoredMark extends Mark {
  readonly _id: string;
}

export function createRestoreMarks(database: Db, indexName: string): RestoreMarks {
  const marks = database.collection<StoredMark>(SOURCE_COLLECTION);
  const _id = `mark:${indexName}`;
  const written = { returnDocument: 'after', projection: { _id: 0 }, writeConcern: { w: 'majority' } } as const;

  async function start(): Promise<Mark> {
    const mark = { era: randomUUID(), number: 1 };
    await marks.replaceOne({ _id }, mark, { upsert: true, writeConcern: { w: 'majority' } });
    return mark;
  }

  // A primary that was just elected can answer a majority read with an older number, which would look like a restore. A
  // linearizable read returns every write that a majority acknowledged before.
  const readHeld = (): Promise<Mark | null> =>
    marks.findOne<Mark>({ _id }, { projection: { _id: 0 }, readConcern: 'linearizable', readPreference: 'primary' });

  async function assertHeld(mark: Mark): Promise<void> {
    const held = await readHeld();
    if (held?.era === mark.era && held.number >= mark.number) return;
    throw new Interrupted(
      'checkpoint lost',
      `MongoDB was restored from a backup or replaced: the checkpoint has ${describe(mark)}, MongoDB has ${describe(held)}`,
    );
  }

  return {
    assertHeld,
    held: readHeld,
    async advance(known) {
      if (known === null) return await start();
      const { era, number } = known;
      const raised = await marks.findOneAndUpdate(
        { _id, era, number: { $gte: number } },
        { $inc: { number: 1 } },
        written,
      );
      if (raised !== null) return raised;
      await assertHeld(known);
      throw new Error('a member of the replica set that is no longer the primary was asked for the restore mark');
    },
  };
}

const describe = (mark: Mark | null): string =>
  mark === null ? 'none' : `restore mark ${mark.number} of era ${mark.era}`;
