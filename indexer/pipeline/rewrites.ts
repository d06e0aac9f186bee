/**
 * Rewrites: products, or all products of a merchant, that an operator wants to be written again. They stay in MongoDB
 * until they are in the index, so the next leader continues with those that a leader left.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { sleep } from '../../src/runtime/retry.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import type { DeadLetters, Selection } from './dead-letters.ts';

/** A product, all products of a merchant, or a document that does not name its product and has to be deleted. */
export interface Rewrite {
  /** `<index>:rewrite:<key>` or `<index>:rewrite-merchant:<id>` */
  readonly _id: string;
  readonly indexName: string;
  /** The key of the document in the index; empty for a merchant. */
  readonly key: string;
  /** Null unless it is the rewrite of a product. */
  readonly productId: string | null;
  /** Null unless it is the rewrite of a merchant. */
  readonly merchantId: string | null;
  /** Changes with each request, so that a request during a rewrite is not lost. */
  readonly requestId: string;
}

/** Returns the ids of the products to write again, without those of merchants. */
export const rewrittenProducts = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap(({ productId }) => productId ?? []);

/** Returns the ids of the merchants whose products to write again. */
export const rewrittenMerchants = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap(({ merchantId }) => merchantId ?? []);

/** Returns the keys of documents that don't name their product. */
export const strayKeys = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap(({ key, productId, merchantId }) => (productId === null && merchantId === null ? [key] : []));

/** Every function throws what MongoDB throws. */
export interface Rewrites {
  requestProducts(products: readonly Pick<Rewrite, 'key' | 'productId'>[]): Promise<void>;
  requestMerchant(merchantId: string): Promise<void>;
  /** Resolves to up to `limit` rewrites, oldest first. */
  due(limit: number): Promise<Rewrite[]>;
  /** Removes these rewrites, unless they were requested again meanwhile. */
  done(rewrites: readonly Rewrite[]): Promise<void>;
  /**
   * Waits until no rewrite is pending. Resolves to false at the signal. Calls `onWait` repeatedly, and throws what it
   * throws.
   */
  waitUntilDone(signal: AbortSignal, onWait?: () => Promise<void>): Promise<boolean>;
}

/** The collection of rewrites, and of the jobs of `operations/jobs.ts`. */
export const JOBS = 'indexer_jobs';
const POLL_MS = 300;

/** `database` reads from the primary with majority. */
export function createRewrites(database: Db, indexName: string): Rewrites {
  const rewrites: Collection<Rewrite> = database.collection(JOBS);
  // Index names contain no colon, and `rewrite;` sorts after every `rewrite-…` and `rewrite:…`.
  const ofIndex = { $gte: `${indexName}:rewrite-`, $lt: `${indexName}:rewrite;` };

  async function request(wanted: readonly Omit<Rewrite, 'indexName' | 'requestId'>[]): Promise<void> {
    if (wanted.length === 0) return;
    const requestId = randomUUID();
    const updates = wanted.map(({ _id, ...rewrite }) => ({
      updateOne: { filter: { _id }, update: { $set: { ...rewrite, indexName, requestId } }, upsert: true },
    }));
    await rewrites.bulkWrite(updates, { ordered: false });
  }

  const due = (limit: number): Promise<Rewrite[]> =>
    rewrites.find({ _id: ofIndex }).sort({ $natural: 1 }).limit(limit).toArray();

  return {
    due,

    requestProducts: (products) =>
      request(
        products.map(({ key, productId }) => ({
          _id: `${indexName}:rewrite:${key}`,
          key,
          productId,
          merchantId: null,
        })),
      ),

    requestMerchant: (merchantId) =>
      request([{ _id: `${indexName}:rewrite-merchant:${merchantId}`, key: '', productId: null, merchantId }]),

    async done(list) {
      if (list.length === 0) return;
      const deletions = list.map(({ _id, requestId }) => ({ deleteOne: { filter: { _id, requestId } } }));
      await rewrites.bulkWrite(deletions, { ordered: false });
    },

    async waitUntilDone(signal, onWait = async () => undefined) {
      while (!signal.aborted && (await due(1)).length > 0) {
        await onWait();
        await sleep(POLL_MS, signal);
      }
      return !signal.aborted;
    },
  };
}

/** Requests rewrites for the products of dead letters. Resolves to their number. */
export async function retryDeadLetters(
  rewrites: Rewrites,
  deadLetters: DeadLetters,
  selection: Selection = {},
): Promise<number> {
  let count = 0;
  for await (const letters of deadLetters.pages(selection)) {
    await rewrites.requestProducts(letters.map(({ productId }) => ({ key: indexKey(productId), productId })));
    count += letters.length;
  }
  return count;
}
