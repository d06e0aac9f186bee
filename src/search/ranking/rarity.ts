/**
 * How much each term of a query counts: the rarer it is among the merchant's products, the more it counts. Pure
 * functions.
 */

import { rarityOf, type StemFrequencies } from '../index/stem-frequencies.ts';
import type { ResolvedTerm } from '../query/resolve.ts';

export interface TermRarity {
  readonly rarity: number;
  /** Whether some product has the term as typed. */
  readonly isKnown: boolean;
}

/** The rarity of each term, in order. A term that no product has counts as the mean of the others. */
export function raritiesOf(terms: readonly ResolvedTerm[], { of, products }: StemFrequencies): readonly TermRarity[] {
  const counts = terms.map(({ stem, corrected }) => of(corrected ?? stem));
  const known = counts.filter((count) => count > 0).map((count) => rarityOf(count, products));
  const mean = known.length === 0 ? 1 : known.reduce((sum, rarity) => sum + rarity, 0) / known.length;
  return terms.map(({ stem }, index) => {
    const count = counts[index] ?? 0;
    return { rarity: count > 0 ? rarityOf(count, products) : mean, isKnown: of(stem) > 0 };
  });
}
