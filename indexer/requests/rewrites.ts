/**
 * Rewrites: what an operator wants to be written to the index again. They stay in MongoDB until they are in the index,
 * so the next leader continues with those that a leader left.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { sleep } from '../../src/runtime/retry.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import { JOBS } from './collection.ts';

/** What to write again. */
export type RewriteTarget =
  | { readonly kind: 'product'; readonly productId: string }
  /** All products of a merchant. */
  | { readonly kind: 'merchant'; readonly merchantId: string }
  /** A document that doesn't name its product. It's deleted. */
  | { readonly kind: 'document'; readonly key: string };

export type Rewrite = RewriteTarget & {
  readonly _id: string;
  /** Changes with each request, so that a request during a rewrite is not lost. */
  readonly requestId: string;
};

interface StoredRewrite {
  /** `<index>:rewrite:<key>` or `<index>:rewrite-merchant:<id>` */
  readonly _id: string;
  /** The key of the document in the index; empty for a merchant. */
  readonly key: string;
  /** Null unless it is the rewrite of a product. */
  readonly productId: string | null;
  /** Null unless it is the rewrite of a merchant. */
  readonly merchantId: string | null;
  readonly requestId: string;
}

/** Returns the ids of the products to write again, without those of merchants. */
export const rewrittenProducts = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap((rewrite) => (rewrite.kind === 'product' ? rewrite.productId : []));

/** Returns the ids of the merchants whose products to write again. */
export const rewrittenMerchants = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap((rewrite) => (rewrite.kind === 'merchant' ? rewrite.merchantId : []));

/** Returns the keys of documents that don't name their product. */
export const strayKeys = (rewrites: readonly Rewrite[]): string[] =>
  rewrites.flatMap((rewrite) => (rewrite.kind === 'document' ? rewrite.key : []));

/** Every function throws what MongoDB throws. */
export interface Rewrites {
  request(targets: readonly RewriteTarget[]): Promise<void>;
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

const POLL_MS = 300;

/** `database` reads from the primary with majority. */
export function createRewrites(database: Db, indexName: string): Rewrites {
  const rewrites: Collection<StoredRewrite> = database.collection(JOBS);
  // Index names contain no colon, and `rewrite;` sorts after every `rewrite-…` and `rewrite:…`.
  const ofIndex = { $gte: `${indexName}:rewrite-`, $lt: `${indexName}:rewrite;` };

  async function due(limit: number): Promise<Rewrite[]> {
    const stored = await rewrites.find({ _id: ofIndex }).sort({ $natural: 1 }).limit(limit).toArray();
    return stored.map(fromStored);
  }

  return {
    due,

    async request(targets) {
      if (targets.length === 0) return;
      const requestId = randomUUID();
      const updates = targets.map((target) => {
        const { _id, ...fields } = toStored(indexName, requestId, target);
        return { updateOne: { filter: { _id }, update: { $set: fields }, upsert: true } };
      });
      await rewrites.bulkWrite(updates, { ordered: false });
    },

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

function toStored(indexName: string, requestId: string, target: RewriteTarget): StoredRewrite {
  const none = { requestId, key: '', productId: null, merchantId: null };
  if (target.kind === 'merchant') {
    const { merchantId } = target;
    return { ...none, _id: `${indexName}:rewrite-merchant:${merchantId}`, merchantId };
  }
  const productId = target.kind === 'product' ? target.productId : null;
  const key = target.kind === 'product' ? indexKey(target.productId) : target.key;
  return { ...none, _id: `${indexName}:rewrite:${key}`, key, productId };
}

function fromStored({ _id, requestId, key, productId, merchantId }: StoredRewrite): Rewrite {
  if (productId !== null) return { kind: 'product', _id, requestId, productId };
  if (merchantId !== null) return { kind: 'merchant', _id, requestId, merchantId };
  return { kind: 'document', _id, requestId, key };
}
