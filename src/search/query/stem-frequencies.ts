/**
 * How many of a merchant's products have a stem. A word that few products have says more about what a shopper means. So
 * ranking weighs words by their rarity, and searches for only some of the words take the rarest ones.
 */
import type { MerchantScope } from '../../tenancy/scope.ts';

export interface StemFrequencies {
  /** The number of products with the stem; 0 also if it was not counted. */
  of(stem: string): number;
  /** The number of all products. */
  readonly products: number;
}

export interface FrequencyCache {
  get(scope: MerchantScope, stems: readonly string[]): CachedFrequencies;
}

interface CachedFrequencies {
  /** The stems to count; '' counts all products. */
  readonly missing: readonly string[];
  /** Caches the counts of the missing stems, unless they are cut off, and returns the frequencies of all. */
  complete(counts: readonly StemCount[]): StemFrequencies;
}

interface StemCount {
  readonly products: number;
  /** Whether the engine stopped counting, so there may be more. */
  readonly isCutOff: boolean;
}

export const NO_FREQUENCIES: StemFrequencies = { of: () => 0, products: 0 };
