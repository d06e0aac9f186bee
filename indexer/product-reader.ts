/**
 * Reads products again, by id or in the order of their ids, as search documents. Reads are from the primary and not
 * older than the events that asked for them: a secondary, or a primary just elected, may not have the change yet.
 */
import type { Db, MongoClient, Timestamp } from 'mongodb';
import { type Catalogue, catalogueOf } from '../src/data/collections.ts';
import { chunksOf } from '../src/platform/chunks.ts';
import type { BacklogItem } from './position.ts';
import { type Form, type ReadOptions, readProducts } from './read-products.ts';
import { joined, type Reading } from './reading.ts';

/** `D`: what it gives of a search document. */
export interface ProductReader<D> {
  /** Reads products as they are at `atLeast` (an event's cluster time) or later. */
  read(ids: Iterable<string>, atLeast: Timestamp | null): Promise<Reading<D>>;
  /** The next ids of a backlog item after those done, in their order; fewer than `limit` when it ends. */
  nextIds(item: BacklogItem, limit: number): Promise<string[]>;
  /** Whose a collection is; null when it does not exist. */
  merchantOfCollection(id: string): Promise<string | null>;
  /** How many products each active merchant has. */
  countByMerchant(): Promise<Map<string, number>>;
  close(): Promise<void>;
}

const IDS_IN_ONE_QUERY = 500;

/** `form` is applied to each document as soon as it is made. The caller closes the reader. */
export function createProductReader<D>(client: MongoClient, database: Db, form: Form<D>): ProductReader<D> {
  const session = client.startSession({ causalConsistency: true });
  const reads: ReadOptions = { session, readConcern: 'majority', readPreference: 'primary' };
  const catalogue = catalogueOf(database);
  // The driver allows one operation at a time in a session, and two indexes may be followed with one reader.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result;
    return result;
  };

  return {
    async read(ids, atLeast) {
      if (atLeast !== null) session.advanceOperationTime(atLeast);
      const readings: Reading<D>[] = [];
      // Each chunk in its turn: a few changes need not wait for a large piece of a rebuild.
      for (const chunk of chunksOf([...ids], IDS_IN_ONE_QUERY))
        readings.push(await inTurn(() => readProducts({ catalogue, ids: chunk, reads, form })));
      return joined(...readings);
    },

    nextIds: (item, limit) => inTurn(() => nextIds(catalogue, item, limit, reads)),

    merchantOfCollection: (id) =>
      inTurn(async () => {
        const found = await catalogue.collections.findOne({ _id: id }, { ...reads, projection: { merchantId: 1 } });
        return found?.merchantId ?? null;
      }),

    countByMerchant: () =>
      inTurn(async () => {
        const active = await catalogue.merchants.distinct('_id', { status: { $ne: 'disabled' } }, reads);
        const counts = new Map<string, number>(active.map((id) => [id, 0]));
        const groups = catalogue.products.aggregate<{ _id: string; count: number }>(
          [{ $match: { _id: { $type: 'string' } } }, { $group: { _id: '$merchantId', count: { $sum: 1 } } }],
          reads,
        );
        for await (const { _id, count } of groups) if (counts.has(_id)) counts.set(_id, count);
        return counts;
      }),

    close: () => session.endSession(),
  };
}

async function nextIds(
  catalogue: Catalogue,
  { kind, id, after }: BacklogItem,
  limit: number,
  reads: ReadOptions,
): Promise<string[]> {
  if (kind === 'collection') {
    const collection = await catalogue.collections.findOne({ _id: id }, { ...reads, projection: { merchantId: 1 } });
    if (collection === null) return [];
    const { merchantId } = collection;
    const members = await catalogue.memberships
      .find({ merchantId, collectionId: id, productId: { $gt: after } }, { ...reads, projection: { productId: 1 } })
      .sort({ productId: 1 })
      .limit(limit)
      .toArray();
    return members.map(({ productId }) => productId);
  }
  const filter = kind === 'merchant' ? { merchantId: id, _id: { $gt: after } } : { _id: { $gt: after } };
  const products = await catalogue.products
    .find(filter, { ...reads, projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return products.map(({ _id }) => _id);
}
