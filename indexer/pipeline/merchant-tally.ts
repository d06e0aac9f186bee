/**
 * Counts the changed products of each merchant in an index. Two product counts of one merchant, taken at different
 * moments, may differ by at most this number.
 */
import { indexKey } from '../../src/search/index/keys.ts';
import type { IndexedProduct } from '../engine/index-documents.ts';
import { type Batch, productIdsOf } from './batch.ts';

export interface MerchantTally {
  isCounting(): boolean;
  /** Starts counting at zero. */
  start(): void;
  end(): void;
  /** Counts a batch. `indexed`: the indexed products of the batch's keys before the batch. */
  add(batch: Batch, indexed: ReadonlyMap<string, IndexedProduct>): void;
  /** Returns the changes of a merchant, by `indexKey` of its id. */
  changesOf(merchantKey: string): number;
}

export function createMerchantTally(): MerchantTally {
  let counts: Map<string, number> | null = null;
  const add = (merchantKey: string | undefined) => {
    if (merchantKey !== undefined) counts?.set(merchantKey, (counts.get(merchantKey) ?? 0) + 1);
  };
  return {
    isCounting: () => counts !== null,
    start() {
      counts = new Map();
    },
    end() {
      counts = null;
    },
    add({ work, documents, deletedKeys }, indexed) {
      const changedIds = productIdsOf(work);
      for (const { productId, merchantKey } of documents) {
        const before = indexed.get(indexKey(productId))?.merchantKey;
        // A fan-out visits unchanged products, too. They are in both counts.
        if (before !== merchantKey || changedIds.has(productId)) add(merchantKey);
        if (before !== merchantKey) add(before);
      }
      for (const key of deletedKeys) add(indexed.get(key)?.merchantKey);
    },
    changesOf: (merchantKey) => counts?.get(merchantKey) ?? 0,
  };
}
