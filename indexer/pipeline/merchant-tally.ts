/**
 * Counts the changed products of each merchant in an index. Two product counts of one merchant, taken at different
 * moments, may differ by at most this number. MongoDB's count doesn't come from the loader that filled the index: a
 * comparison of loaded products with the index would miss those that the loader misses.
 */
import type { IndexedDocument } from '../../src/search/index/document.ts';
import { indexKey } from '../../src/search/index/keys.ts';
import { type Batch, productIdsOf } from './batch.ts';

export interface MerchantTally {
  isCounting(): boolean;
  /** Starts counting at zero. */
  start(): void;
  end(): void;
  /** Counts the products of a batch. `indexed`: the documents of the batch's keys before the batch. */
  add(batch: Batch, indexed: ReadonlyMap<string, IndexedDocument>): void;
  /** Returns the number of changed products of a merchant, by `indexKey` of its id. */
  changesOf(merchantKey: string): number;
}

/** Bounds the memory. Products beyond it don't count, so the merchants whose counts differ by them are counted again. */
const MAX_PRODUCTS = 100_000;

/** `maxProducts`: the number of changed products to count. */
export function createMerchantTally(maxProducts = MAX_PRODUCTS): MerchantTally {
  let changed: Map<string, Set<string>> | null = null;
  let size = 0;

  /** Counts a product once, however often it changes. */
  function add(merchantKey: string | undefined, productKey: string): void {
    if (changed === null || merchantKey === undefined || size >= maxProducts) return;
    const products = changed.get(merchantKey) ?? new Set();
    if (products.has(productKey)) return;
    changed.set(merchantKey, products.add(productKey));
    size += 1;
  }

  return {
    isCounting: () => changed !== null,
    start() {
      changed = new Map();
      size = 0;
    },
    end() {
      changed = null;
    },
    add({ work, documents, deletedKeys }, indexed) {
      const changedIds = productIdsOf(work);
      for (const { productId, merchantId } of documents) {
        const [key, merchantKey] = [indexKey(productId), indexKey(merchantId)];
        const before = indexed.get(key)?.merchant_id;
        // A fan-out visits unchanged products, too. They are in both counts.
        if (before !== merchantKey || changedIds.has(productId)) add(merchantKey, key);
        if (before !== merchantKey) add(before, key);
      }
      for (const key of deletedKeys) add(indexed.get(key)?.merchant_id, key);
    },
    changesOf: (merchantKey) => changed?.get(merchantKey)?.size ?? 0,
  };
}
