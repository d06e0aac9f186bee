/**
 * Reads MongoDB for the indexer: products as document lines, the ids that a fan-out visits, and counts. Every read is from the
 * primary and causally after the event that asked for it and after every read before it, see `causal-reads.ts`.
 */
import type { Db, MongoClient, Timestamp } from 'mongodb';
import { type Catalogue, catalogueOf } from '../../src/catalogue/collections.ts';
import type { FanOut } from '../checkpoint/fan-outs.ts';
import { createCausalReads, type Reads } from './causal-reads.ts';
import { type CountOptions, countByMerchant, type MerchantCounts } from './count-products.ts';
import { decodable } from './decodable.ts';
import { redetectLanguages } from './load-merchants.ts';
import { type LoadedPart, loadProducts } from './load-products.ts';

export interface LoadOptions {
  /** The cluster time of an event: products are loaded as they are at that time or later. */
  readonly atLeast?: Timestamp | null;
  /** Bytes of NDJSON; loading stops with the document that reaches them. No limit by default. */
  readonly limitBytes?: number;
}

/** The products between two ids, `after` excluded and `until` included. */
export type FanOutRange = Pick<FanOut, 'kind' | 'id' | 'after' | 'until'>;

/** Every function throws what MongoDB throws. */
export interface ProductLoader {
  /** Loads products in MongoDB's order of ids. Resolves also to the ids that were not looked at; it looks at one at least. */
  load(ids: Iterable<string>, options?: LoadOptions): Promise<LoadedPart>;
  /** The next ids of a fan-out in MongoDB's order; fewer than `limit` when it ends. */
  nextIds(fanOut: FanOutRange, limit: number): Promise<string[]>;
  /** The merchant of a collection, null where the collection does not exist. */
  merchantOfCollection(id: string): Promise<string | null>;
  /** Has the languages of merchants detected anew, see `load-merchants.ts`. */
  redetectLanguages(): Promise<void>;
  /** How many products of each active merchant the index should hold, see `count-products.ts`. */
  countByMerchant(options?: CountOptions): AsyncGenerator<MerchantCounts>;
}

export function createProductLoader(client: MongoClient, database: Db): ProductLoader {
  const { reads, notBefore } = createCausalReads(client);
  const catalogue = catalogueOf(database);

  return {
    async load(ids, { atLeast = null, limitBytes = Number.POSITIVE_INFINITY } = {}) {
      if (atLeast !== null) notBefore(atLeast);
      return await loadProducts({ catalogue, reads, ids: [...ids], limitBytes });
    },
    nextIds: (fanOut, limit) => nextIds(catalogue, reads, fanOut, limit),
    merchantOfCollection: (id) => merchantOf(catalogue, reads, id),
    redetectLanguages: () => redetectLanguages(catalogue),
    countByMerchant: (options) => countByMerchant(catalogue, reads, options),
  };
}

async function merchantOf({ collections }: Catalogue, reads: Reads, collectionId: string): Promise<string | null> {
  const found = await reads((options) =>
    collections.findOne({ _id: collectionId }, { ...options, projection: { merchantId: decodable('merchantId') } }),
  );
  return typeof found?.merchantId === 'string' ? found.merchantId : null;
}

async function nextIds(catalogue: Catalogue, reads: Reads, fanOut: FanOutRange, limit: number): Promise<string[]> {
  const { kind, id, after, until } = fanOut;
  if (kind === 'collection') return await nextMembers(catalogue, reads, fanOut, limit);
  const _id = rangeOf(after, until);
  const filter = kind === 'merchant' ? { merchantId: id, _id } : { _id };
  const products = await reads((options) =>
    catalogue.products
      .find(filter, { ...options, projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray(),
  );
  return products.map(({ _id }) => _id);
}

async function nextMembers(
  catalogue: Catalogue,
  reads: Reads,
  { id: collectionId, after, until }: FanOutRange,
  limit: number,
): Promise<string[]> {
  const merchantId = await merchantOf(catalogue, reads, collectionId);
  if (merchantId === null) return [];
  const members = await reads((options) =>
    catalogue.memberships
      .find(
        { merchantId, collectionId, productId: rangeOf(after, until) },
        { ...options, projection: { productId: 1 } },
      )
      .sort({ productId: 1 })
      .limit(limit)
      .toArray(),
  );
  return members.map(({ productId }) => productId);
}

const rangeOf = (after: string, until: string | null) =>
  until === null ? { $gt: after } : { $gt: after, $lte: until };
