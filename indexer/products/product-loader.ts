/**
 * Reads MongoDB for the indexer: products as document lines, the product ids of a fan-out, and counts. Every read goes
 * to the primary and sees the event that caused it and everything earlier reads saw, see `causal-reads.ts`. Stores the
 * languages that it detects, see `load-merchants.ts`.
 */
import type { Db, MongoClient, Timestamp } from 'mongodb';
import { decodable } from '../../src/catalogue/decodable.ts';
import { type Catalogue, catalogueOf } from '../../src/catalogue/stored-documents.ts';
import type { FanOut } from '../checkpoint/fan-outs.ts';
import { createCausalReads, type Reads, type Retry } from './causal-reads.ts';
import { countByMerchant, type MerchantCounts } from './count-products.ts';
import { listInvalidUtf8Ids, VALID_ID } from './invalid-utf8-ids.ts';
import { redetectLanguages } from './load-merchants.ts';
import { loadProducts, type PartialLoad } from './load-products.ts';

/** A range of product ids: after `after`, up to and including `until`. */
type FanOutRange = Pick<FanOut, 'kind' | 'id' | 'after' | 'until'>;

/** Every function throws what MongoDB throws. */
export interface ProductLoader {
  /** Makes every later read see all changes up to this cluster time. */
  notBefore(time: Timestamp): void;
  /**
   * Loads products in MongoDB's order of ids, at least one. Stops after the document that reaches `limitBytes` of NDJSON,
   * and also resolves to the ids that are left. No limit by default.
   */
  load(ids: Iterable<string>, limitBytes?: number): Promise<PartialLoad>;
  /** Resolves to the next valid product ids of a fan-out in MongoDB's order; to fewer than `limit` at its end. */
  nextIds(fanOut: FanOutRange, limit: number): Promise<string[]>;
  /** Resolves to up to `limit` ids that are not valid UTF-8, see `invalid-utf8-ids.ts`. */
  invalidUtf8Ids(limit: number): Promise<string[]>;
  /** Resolves to the merchant of a collection; to null when the collection does not exist. */
  merchantOfCollection(id: string): Promise<string | null>;
  /** Makes the next load of each merchant detect its language again, see `load-merchants.ts`. */
  redetectLanguages(): Promise<void>;
  /** Yields the expected number of products of each active merchant, see `count-products.ts`. */
  countByMerchant(merchantIds?: readonly string[]): AsyncGenerator<MerchantCounts>;
}

/** `retry`: of each read; default: once, if its connection broke. */
export function createProductLoader(client: MongoClient, database: Db, retry?: Retry): ProductLoader {
  const reads = createCausalReads(client, retry);
  const catalogue = catalogueOf(database);

  return {
    notBefore: reads.notBefore,
    load: (ids, limitBytes = Number.POSITIVE_INFINITY) => loadProducts(catalogue, reads, ids, limitBytes),
    nextIds: (fanOut, limit) => nextIds(catalogue, reads, fanOut, limit),
    invalidUtf8Ids: (limit) => listInvalidUtf8Ids(catalogue, reads, limit),
    merchantOfCollection: (id) => merchantOf(catalogue, reads, id),
    redetectLanguages: () => redetectLanguages(catalogue),
    countByMerchant: (merchantIds) => countByMerchant(catalogue, reads, merchantIds),
  };
}

async function merchantOf({ collections }: Catalogue, reads: Reads, collectionId: string): Promise<string | null> {
  const projection = { merchantId: decodable('merchantId') };
  const found = await reads.findOne(collections, { _id: collectionId }, { projection });
  return typeof found?.merchantId === 'string' ? found.merchantId : null;
}

async function nextIds(catalogue: Catalogue, reads: Reads, fanOut: FanOutRange, limit: number): Promise<string[]> {
  const { kind, id, after, until } = fanOut;
  if (kind === 'collection') return await nextMembers(catalogue, reads, fanOut, limit);
  const _id = rangeOf(after, until);
  const filter = kind === 'merchant' ? { merchantId: id, _id } : { _id };
  const products = await reads.find(catalogue.products, filter, { projection: { _id: 1 }, sort: { _id: 1 }, limit });
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
  // No lists: fewer ids than `limit` are the end, so every match must be an id.
  const productId = { ...rangeOf(after, until), $not: { $type: 'array' } } as const;
  const members = await reads.find(
    catalogue.memberships,
    { merchantId, collectionId, productId },
    {
      projection: { _id: 0, productId: decodable('productId') },
      sort: { productId: 1 },
      limit,
    },
  );
  return members.map((each) => each.productId);
}

const rangeOf = (after: string, until: string | null) => ({
  ...VALID_ID,
  $gt: after,
  ...(until === null ? {} : { $lte: until }),
});
