/**
 * Products that are set apart: their document cannot be made, or the engine refuses it. They are not in the index, and
 * nothing waits for them. One leaves when the product is written again and gets in, when it is gone, or by an operator.
 *
 * Each index has its own, so that a rebuild tells of its index and not of the live one.
 */
import type { Collection, Db } from 'mongodb';
import { catalogueOf } from '../../src/data/collections.ts';
import { indexKey } from '../../src/search/index-document.ts';
import type { Repairs } from '../operations/repairs.ts';

/** A product that cannot get into the index, and why. */
export interface Refusal {
  readonly productId: string;
  readonly reason: string;
}

export interface DeadLetter extends Refusal {
  /** `<index>:<productId>` */
  readonly _id: string;
  readonly indexName: string;
  /** Null where the product does not tell. */
  readonly merchantId: string | null;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly tries: number;
}

/** Whose dead letters: all, or those of one merchant or of some products. */
export interface Selection {
  readonly merchantId?: string | undefined;
  readonly productIds?: readonly string[];
}

export interface DeadLetters {
  add(refusals: readonly Refusal[]): Promise<void>;
  /** Ordered by product id. */
  list(selection?: Selection): Promise<DeadLetter[]>;
  /** Resolves to how many there were. */
  remove(selection?: Selection): Promise<number>;
  count(): Promise<number>;
  countByMerchant(): Promise<Map<string, number>>;
}

const MAX_REASON = 1000;

/** The dead letters of one index. */
export function createDeadLetters(database: Db, indexName: string): DeadLetters {
  const letters: Collection<DeadLetter> = database.collection('dead_letters');
  const { products } = catalogueOf(database);
  const idOf = (productId: string) => `${indexName}:${productId}`;
  // Names of indexes hold neither `:` nor `;`, the character after it.
  const ofIndex = { _id: { $gte: `${indexName}:`, $lt: `${indexName};` } };
  const filterOf = ({ merchantId, productIds }: Selection) => ({
    ...(productIds === undefined ? ofIndex : { _id: { $in: productIds.map(idOf) } }),
    ...(merchantId === undefined ? {} : { merchantId }),
  });

  return {
    async add(refusals) {
      if (refusals.length === 0) return;
      const ids = refusals.map(({ productId }) => productId);
      const owners = await products.find({ _id: { $in: ids } }, { projection: { merchantId: 1 } }).toArray();
      const merchantOf = new Map(owners.map(({ _id, merchantId }) => [_id, merchantId]));
      const lastAt = new Date();
      await letters.bulkWrite(
        refusals.map(({ productId, reason }) => ({
          updateOne: {
            filter: { _id: idOf(productId) },
            update: {
              $set: { merchantId: merchantOf.get(productId) ?? null, reason: reason.slice(0, MAX_REASON), lastAt },
              $setOnInsert: { indexName, productId, firstAt: lastAt },
              $inc: { tries: 1 },
            },
            upsert: true,
          },
        })),
        { ordered: false, writeConcern: { w: 'majority' } },
      );
    },
    list: (selection = {}) => letters.find(filterOf(selection)).sort({ _id: 1 }).toArray(),
    remove: async (selection = {}) => (await letters.deleteMany(filterOf(selection))).deletedCount,
    count: () => letters.countDocuments(ofIndex),
    async countByMerchant() {
      const groups = letters.aggregate<{ _id: string; count: number }>([
        { $match: ofIndex },
        { $group: { _id: '$merchantId', count: { $sum: 1 } } },
      ]);
      return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]));
    },
  };
}

/** What an operator sees: one line each, in columns. */
export function renderDeadLetters(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'no dead letters';
  const rows = [
    ['product', 'merchant', 'tries', 'first', 'last', 'reason'],
    ...letters.map(({ productId, merchantId, tries, firstAt, lastAt, reason }) => [
      ...[productId, merchantId ?? 'not known', String(tries), firstAt.toISOString(), lastAt.toISOString()],
      reason.replaceAll(/\s+/g, ' '),
    ]),
  ];
  const widths = rows[0]?.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) => row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))))
    .map((cells) => cells.join('  '))
    .join('\n');
}

/** Has the products of dead letters written again by the leader, as if they had changed. */
export const retry = (repairs: Repairs, letters: readonly DeadLetter[]): Promise<void> =>
  repairs.ask(letters.map(({ productId }) => ({ key: indexKey(productId), productId })));
