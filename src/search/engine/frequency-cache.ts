/**
 * Caches how many products have a stem, in bounded memory. A frequency decides which words are known and how rare they
 * are, and changes as slowly as the catalogue, so it may be some minutes old.
 */
import { LRUCache } from 'lru-cache';
import type { MerchantScope } from '../../catalogue/merchant-scope.ts';
import { textBytes } from '../../runtime/text-size.ts';
import type { StemFrequencies } from './stem-frequencies.ts';

export interface FrequencyCache {
  get(scope: MerchantScope, stems: readonly string[]): CachedFrequencies;
}

interface CachedFrequencies {
  /** The stems to count, and `ALL_PRODUCTS`. */
  readonly missing: readonly string[];
  /** Caches these counts, unless they are cut off, and returns the frequencies of all that are known. */
  add(counts: readonly StemCount[]): StemFrequencies;
}

interface StemCount {
  readonly stem: string;
  readonly products: number;
  /** Whether the engine stopped counting, so there may be more. */
  readonly isCutOff: boolean;
}

/** In place of a stem, to count all products. */
export const ALL_PRODUCTS = '';

const ENTRY_BYTES = 150;
const MAX_AGE_MS = 600_000;

export function createFrequencyCache(maxBytes: number): FrequencyCache {
  const cache = new LRUCache<string, number>({
    maxSize: maxBytes,
    ttl: MAX_AGE_MS,
    sizeCalculation: (_count, key) => ENTRY_BYTES + textBytes(key),
  });
  return {
    get({ merchantId, visibility }, stems) {
      const keyOf = (stem: string) => JSON.stringify([visibility, merchantId, stem]);
      const known = new Map<string, number>();
      const missing: string[] = [];
      for (const stem of new Set([ALL_PRODUCTS, ...stems])) {
        const count = cache.get(keyOf(stem));
        if (count === undefined) missing.push(stem);
        else known.set(stem, count);
      }
      return {
        missing,
        add(counts) {
          for (const { stem, products, isCutOff } of counts) {
            known.set(stem, products);
            if (!isCutOff) cache.set(keyOf(stem), products);
          }
          return { of: (stem) => known.get(stem) ?? 0, products: known.get(ALL_PRODUCTS) ?? 0 };
        },
      };
    },
  };
}
