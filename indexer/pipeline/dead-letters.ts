/**
 * Dead letters: products that are not in the index, because the driver can't decode them, the mapper can't map them, or
 * the engine rejects their documents. The pipeline continues without them. A dead letter is removed when its product is
 * written or gone, or by an operator.
 *
 * Each index has its own dead letters, so a rebuild counts only those of the new index.
 */
import type { Collection, Db } from 'mongodb';
import type { FailedProduct } from '../products/loaded-products.ts';
import type { Rewrites } from '../requests/rewrites.ts';

export interface DeadLetter extends FailedProduct {
  /** `<index>:<productId>` */
  readonly _id: string;
  readonly indexName: string;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly tries: number;
}

/** Selects dead letters: all of the index, those of one merchant, or those of some products. */
export interface Selection {
  readonly merchantId?: string | undefined;
  readonly productIds?: readonly string[];
}

/** Every function throws what MongoDB throws. */
export interface DeadLetters {
  /** Adds a dead letter for each product, or increments `tries` of an existing one. */
  add(failed: readonly FailedProduct[]): Promise<void>;
  /** Yields pages of up to 1,000 dead letters in the order of product ids. */
  pages(selection?: Selection): AsyncGenerator<readonly DeadLetter[]>;
  /** Resolves to the number of removed dead letters. */
  remove(selection: Selection): Promise<number>;
  count(selection?: Selection): Promise<number>;
  countByMerchant(): Promise<Map<string, number>>;
}

const MAX_REASON = 1000;
const PAGE_SIZE = 1000;

/**
 * The dead letters of one index. `database` reads and writes with majority, because a leader must see what the previous
 * leader wrote. `pageSize`: how many letters one read returns.
 */
export function createDeadLetters(database: Db, indexName: string, pageSize = PAGE_SIZE): DeadLetters {
  const letters: Collection<DeadLetter> = database.collection('dead_letters');
  // The name of an index can't contain `:` or `;`, and `;` follows `:` in the order of characters.
  const ofIndex = { $gte: `${indexName}:`, $lt: `${indexName};` };
  const idOf = (productId: string): string => `${indexName}:${productId}`;
  const filterOf = ({ merchantId, productIds }: Selection) => ({
    _id: productIds === undefined ? ofIndex : { $in: productIds.map(idOf) },
    ...(merchantId === undefined ? {} : { merchantId }),
  });

  return {
    async add(failed) {
      if (failed.length === 0) return;
      const at = new Date();
      const upserts = failed.map(({ productId, merchantId, reason }) => {
        const $set = { merchantId, reason: reason.slice(0, MAX_REASON), lastAt: at };
        const update = { $set, $setOnInsert: { indexName, productId, firstAt: at }, $inc: { tries: 1 } };
        return { updateOne: { filter: { _id: idOf(productId) }, update, upsert: true } };
      });
      await letters.bulkWrite(upserts, { ordered: false });
    },

    // Each page is a separate query, because the server closes a cursor after ten minutes without a read.
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

    remove: async (selection) => (await letters.deleteMany(filterOf(selection))).deletedCount,

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

/** Requests rewrites for the products of dead letters. Resolves to their number. Throws what MongoDB throws. */
export async function retryDeadLetters(
  rewrites: Pick<Rewrites, 'request'>,
  deadLetters: DeadLetters,
  selection: Selection = {},
): Promise<number> {
  let count = 0;
  for await (const letters of deadLetters.pages(selection)) {
    await rewrites.request(letters.map(({ productId }) => ({ kind: 'product', productId })));
    count += letters.length;
  }
  return count;
}
