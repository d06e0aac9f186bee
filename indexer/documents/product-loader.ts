/**
 * Reads products again, by id or in the order of their ids, in the form that is wanted; what is read is not older than the events
 * that asked for it, see `reads.ts`.
 */
import type { Db, Filter, MongoClient, Timestamp } from 'mongodb';
import { type Catalogue, catalogueOf, type OwnedStored } from '../../src/data/collections.ts';
import { chunksOf } from '../../src/platform/chunks.ts';
import type { BacklogItem } from '../checkpoint/checkpoint.ts';
import { createCausalReads, type Reads } from '../source/causal-reads.ts';
import { type Form, readProducts } from './load-products.ts';
import { joined, type Reading } from './loaded-products.ts';

/** `D`: what it gives of a product. */
export interface ProductReader<D> {
  /**
   * Reads products as they are at `atLeast` (an event's cluster time) or later, until `isEnough`, which is told of each part, says so.
   * Resolves also to the ids that are then left.
   */
  read(
    ids: Iterable<string>,
    atLeast: Timestamp | null,
    isEnough?: (part: Reading<D>) => boolean,
  ): Promise<Reading<D> & { readonly leftIds: readonly string[] }>;
  /** The next ids of a backlog item after those done, in their order; fewer than `limit` when it ends. */
  nextIds(item: BacklogItem, limit: number): Promise<string[]>;
  /** Whose a collection is; null when it does not exist. */
  merchantOfCollection(id: string): Promise<string | null>;
  /** How many products each active merchant has. */
  countByMerchant(): Promise<Map<string, number>>;
}

const IDS_IN_ONE_QUERY = 500;

/** `form` is applied to each product as soon as it was read. */
export function createProductReader<D>(client: MongoClient, database: Db, form: Form<D>): ProductReader<D> {
  const { reads, notBefore } = createCausalReads(client);
  const catalogue = catalogueOf(database);

  return {
    async read(ids, atLeast, isEnough = () => false) {
      if (atLeast !== null) notBefore(atLeast);
      const readings: Reading<D>[] = [];
      const left = chunksOf([...ids], IDS_IN_ONE_QUERY);
      for (let chunk = left.shift(); chunk !== undefined; chunk = left.shift()) {
        const part = await readProducts({ catalogue, ids: chunk, reads, form });
        readings.push(part);
        if (isEnough(part)) break;
      }
      return { ...joined(...readings), leftIds: left.flat() };
    },

    nextIds: (item, limit) => nextIds(catalogue, item, limit, reads),
    merchantOfCollection: (id) => merchantOf(catalogue, id, reads),

    async countByMerchant() {
      const active = await reads((options) =>
        catalogue.merchants.distinct('_id', { _id: { $type: 'string' }, status: { $ne: 'disabled' } }, options),
      );
      const counts = new Map<string, number>(active.map((id) => [id, 0]));
      const add = ({ _id, count }: CountOf, sign: 1 | -1) => {
        const known = counts.get(_id);
        if (known !== undefined) counts.set(_id, known + sign * count);
      };
      for (const each of await countProducts(catalogue, {}, reads)) add(each, 1);
      for (const each of await countProducts(catalogue, OTHER_IDS, reads)) add(each, -1);
      return counts;
    },
  };
}

interface CountOf {
  /** A merchant's id. */
  readonly _id: string;
  readonly count: number;
}

/** Products that the API shows nobody. They are counted apart, since MongoDB counts all of a merchant four times as fast as some. */
const OTHER_IDS = { _id: { $not: { $gte: '' } } };

const countProducts = (catalogue: Catalogue, filter: Filter<OwnedStored>, reads: Reads): Promise<CountOf[]> =>
  reads((options) =>
    catalogue.products
      .aggregate<CountOf>([{ $match: filter }, { $group: { _id: '$merchantId', count: { $sum: 1 } } }], options)
      .toArray(),
  );

async function merchantOf(catalogue: Catalogue, collectionId: string, reads: Reads): Promise<string | null> {
  const found = await reads((options) =>
    catalogue.collections.findOne({ _id: collectionId }, { ...options, projection: { merchantId: 1 } }),
  );
  return found?.merchantId ?? null;
}

async function nextIds(
  catalogue: Catalogue,
  { kind, id, after }: BacklogItem,
  limit: number,
  reads: Reads,
): Promise<string[]> {
  if (kind === 'collection') {
    const merchantId = await merchantOf(catalogue, id, reads);
    if (merchantId === null) return [];
    const members = await reads((options) =>
      catalogue.memberships
        .find({ merchantId, collectionId: id, productId: { $gt: after } }, { ...options, projection: { productId: 1 } })
        .sort({ productId: 1 })
        .limit(limit)
        .toArray(),
    );
    return members.map(({ productId }) => productId);
  }
  const filter = kind === 'merchant' ? { merchantId: id, _id: { $gt: after } } : { _id: { $gt: after } };
  const products = await reads((options) =>
    catalogue.products
      .find(filter, { ...options, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return products.map(({ _id }) => _id);
}
