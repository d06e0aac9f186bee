/**
 * How many of a merchant's products have a stem. A word that few products have says more about what a shopper means. So
 * ranking weighs words by their rarity, and searches for only some of the words take the rarest ones.
 */
export interface StemFrequencies {
  /** The number of products with the stem; 0 also if it was not counted. */
  of(stem: string): number;
  /** The number of all products. */
  readonly products: number;
}

export const NO_FREQUENCIES: StemFrequencies = { of: () => 0, products: 0 };

/** The frequencies of the stems that either has. */
export const mergeFrequencies = (one: StemFrequencies, other: StemFrequencies): StemFrequencies => ({
  of: (stem) => one.of(stem) || other.of(stem),
  products: one.products,
});
