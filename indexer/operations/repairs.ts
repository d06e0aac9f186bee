/**
 * Products that somebody wants to be written again, whatever the stream says: the leader takes them as if they had changed.
 * They stay here until they are written, so a leader that ends leaves them to the next.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db, Filter } from 'mongodb';
import { pause } from '../../src/platform/retry.ts';

export interface Repair {
  /** `<index>:<key>` */
  readonly _id: string;
  readonly indexName: string;
  /** Of the document in the index. */
  readonly key: string;
  /** The product that the document is of; null where the document does not tell. */
  readonly productId: string | null;
  /** Another one each time that it is asked for; an earlier version of this program gave none. */
  readonly asked?: string;
}

export interface Repairs {
  /** Asks for these to be written again. */
  ask(repairs: readonly Pick<Repair, 'key' | 'productId'>[]): Promise<void>;
  /** Some that wait, oldest first. */
  waiting(limit: number): Promise<Repair[]>;
  /** These no longer wait, but for those that were asked for again since they were given. */
  done(repairs: readonly Repair[]): Promise<void>;
  /** Resolves when none waits any more, or when the signal comes. */
  untilDone(signal: AbortSignal): Promise<void>;
}

const POLL_MS = 300;

export function createRepairs(database: Db, indexName: string): Repairs {
  const collection: Collection<Repair> = database.collection('indexer_repairs');
  const waiting = async (limit: number): Promise<Repair[]> => {
    const found = await collection.find({ indexName }).sort({ $natural: 1 }).limit(limit).toArray();
    // One of an earlier version of this program has the key itself for its id.
    return found.map((repair) => ({ ...repair, key: repair.key ?? repair._id }));
  };
  return {
    async ask(repairs) {
      if (repairs.length === 0) return;
      const asked = randomUUID();
      await collection.bulkWrite(
        repairs.map(({ key, productId }) => ({
          updateOne: {
            filter: { _id: `${indexName}:${key}` },
            update: { $set: { indexName, key, productId, asked } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },
    waiting,
    async done(repairs) {
      // A field that is not there equals null.
      const filters = repairs.map(({ _id, asked }) => ({ _id, asked: asked ?? null }) as Filter<Repair>);
      await collection.bulkWrite(
        filters.map((filter) => ({ deleteOne: { filter } })),
        { ordered: false },
      );
    },
    async untilDone(signal) {
      while (!signal.aborted && (await waiting(1)).length > 0) await pause(POLL_MS, signal);
    },
  };
}
