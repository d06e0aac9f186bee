/**
 * Dead letters: products that could not get into the index, because the driver can't decode them, the mapper fails on them, or
 * the engine rejects their documents. The pipeline goes on without them. A dead letter is removed when its product is written
 * successfully, when the product is gone, or by an operator.
 *
 * Each index has its own, so a rebuild counts those of the new index and not those of the live one.
 */
import type { Collection, CollectionOptions, Db } from 'mongodb';
import type { OwnedStored } from '../../src/catalogue/collections.ts';
import { decodable } from '../documents/decodable.ts';

/** A product that can't get into the index, and why. */
export interface Rejection {
  readonly productId: string;
  readonly reason: string;
}

export interface DeadLetter extends Rejection {
  /** `<index>:<productId>` */
  readonly _id: string;
  readonly indexName: string;
  /** Null where the product has no merchant or is gone. */
  readonly merchantId: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly tries: number;
}

/** Which dead letters: all of the index, or those of one merchant or of some products. */
export interface Selection {
  readonly merchantId?: string | undefined;
  readonly productIds?: readonly string[];
}

/** Every function throws what MongoDB throws. */
export interface DeadLetters {
  /** Adds a dead letter for each rejection, or counts one more try where there is one. */
  add(rejections: readonly Rejection[]): Promise<void>;
  /** Yields up to 1,000 at a time, in the order of their product ids. */
  pages(selection?: Selection): AsyncGenerator<readonly DeadLetter[]>;
  /** Resolves to how many were removed. */
  remove(selection?: Selection): Promise<number>;
  count(selection?: Selection): Promise<number>;
  countByMerchant(): Promise<Map<string, number>>;
}

const MAX_REASON = 1000;
const PAGE_SIZE = 1000;

/** Whatever the URL of MongoDB says: a leader must see what the leader before it wrote. */
const CONSISTENT: CollectionOptions = {
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority' },
};

/** The dead letters of one index. `pageSize` is for tests. */
export function createDeadLetters(database: Db, indexName: string, pageSize = PAGE_SIZE): DeadLetters {
  const letters: Collection<DeadLetter> = database.collection('dead_letters', CONSISTENT);
  const products: Collection<OwnedStored> = database.collection('products', CONSISTENT);
  const idOf = (productId: string) => `${indexName}:${productId}`;
  // The name of an index can't contain `:` or `;`, and `;` follows `:` in the order of characters.
  const ofIndex = { $gte: idOf(''), $lt: `${indexName};` };
  const filterOf = ({ merchantId, productIds }: Selection) => ({
    _id: productIds === undefined ? ofIndex : { $in: productIds.map(idOf) },
    ...(merchantId === undefined ? {} : { merchantId }),
  });

  async function merchantsOf(productIds: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const projection = { merchantId: decodable('merchantId') };
    const found = await products.find({ _id: { $in: [...productIds] } }, { projection }).toArray();
    return new Map(found.map(({ _id, merchantId }) => [_id, merchantId]));
  }

  return {
    async add(rejections) {
      if (rejections.length === 0) return;
      const merchants = await merchantsOf(rejections.map(({ productId }) => productId));
      const lastAt = new Date();
      const updates = rejections.map(({ productId, reason }) => {
        const found = merchants.get(productId);
        const merchantId = typeof found === 'string' ? found : null;
        return {
          updateOne: {
            filter: { _id: idOf(productId) },
            update: {
              $set: { merchantId, reason: reason.slice(0, MAX_REASON), lastAt },
              $setOnInsert: { indexName, productId, firstAt: lastAt },
              $inc: { tries: 1 },
            },
            upsert: true,
          },
        };
      });
      await letters.bulkWrite(updates, { ordered: false });
    },

    // Each page is a query of its own: the server closes a cursor that nobody reads for ten minutes.
    async *pages(selection = {}) {
      const wanted = filterOf(selection);
      for (let after = ''; ; ) {
        const filter = { ...wanted, _id: { ...wanted._id, $gt: after } };
        const page = await letters.find(filter).sort({ _id: 1 }).limit(pageSize).toArray();
        if (page.length > 0) yield page;
        if (page.length < pageSize) return;
        after = page.at(-1)?._id ?? after;
      }
    },

    remove: async (selection = {}) => (await letters.deleteMany(filterOf(selection))).deletedCount,
    count: (selection = {}) => letters.countDocuments(filterOf(selection)),

    async countByMerchant() {
      const groups = letters.aggregate<{ readonly _id: string; readonly count: number }>([
        { $match: { _id: ofIndex } },
        { $group: { _id: '$merchantId', count: { $sum: 1 } } },
      ]);
      return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
    },
  };
}
