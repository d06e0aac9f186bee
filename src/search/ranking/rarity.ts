/**
 * How much each term of a query counts: the rarer it is among the merchant's products, the more it counts. Pure
 * functions.
 */

import { rarityOf, type StemFrequencies } from '../index/stem-frequencies.ts';
import type { ResolvedTerm } from '../query/resolve.ts';

export interface WeighedTerm extends ResolvedTerm {
  readonly rarity: number;
  /** Whether some product has the term as typed. */
  readonly isKnown: boolean;
}

/** The terms with their rarity, in order. A term that no product has counts as the mean of the others. */
export function weighByRarity(
  terms: readonly ResolvedTerm[],
  { of, products }: StemFrequencies,
): readonly WeighedTerm[] {
  const rarities = terms.map(({ stem, corrected }) => {
    const count = of(corrected ?? stem);
    return count > 0 ? rarityOf(count, products) : null;
  });
  const known = rarities.filter((rarity) => rarity !== null);
  const mean = known.length === 0 ? 1 : known.reduce((sum, rarity) => sum + rarity, 0) / known.length;
  return terms.map((term, index) => ({ ...term, rarity: rarities[index] ?? mean, isKnown: of(term.stem) > 0 }));
}
