/**
 * Dead letters: products that are not in the index, because the driver can't decode them, the mapper can't map them, or
 * the engine rejects their documents. The pipeline continues without them. A dead letter is removed when its product is
 * written or gone, or by an operator.
 *
 * Each index has its own dead letters, so a rebuild counts only those of the new index.
 */
import type { Collection, Db } from 'mongodb';
import { decodable } from '../../src/catalogue/decodable.ts';
import type { OwnedStored } from '../../src/catalogue/stored-documents.ts';
import type { Rewrites } from '../requests/rewrites.ts';

/** A product that can't get into the index, and why. */
export interface FailedProduct {
  readonly productId: string;
  readonly reason: string;
}

export interface DeadLetter extends FailedProduct {
  /** `<index>:<productId>` */
  readonly _id: string;
  readonly indexName: string;
  /** Null if the product has no merchant, is gone, or has an id that is not valid UTF-8. */
  readonly merchantId: string | null;
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
  const products: Collection<OwnedStored> = database.collection('products');
  // The name of an index can't contain `:` or `;`, and `;` follows `:` in the order of characters.
  const ofIndex = { $gte: `${indexName}:`, $lt: `${indexName};` };
  const idOf = (productId: string): string => `${indexName}:${productId}`;
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
    async add(failed) {
      if (failed.length === 0) return;
      const merchants = await merchantsOf(failed.map(({ productId }) => productId));
      const at = new Date();
      const upserts = failed.map(({ productId, reason }) => {
        // Writers may have stored any type.
        const stored = merchants.get(productId);
        const merchantId = typeof stored === 'string' ? stored : null;
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
