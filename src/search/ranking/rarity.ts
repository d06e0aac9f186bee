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
export function raritiesOf(terms: readonly ResolvedTerm[], frequencies: StemFrequencies): readonly TermRarity[] {
  const meant = terms.map(({ stem, corrected }) => corrected ?? stem);
  const counted = meant.filter((stem) => frequencies.of(stem) > 0);
  const total = counted.reduce((sum, stem) => sum + rarityOf(stem, frequencies), 0);
  const mean = counted.length === 0 ? 1 : total / counted.length;
  return terms.map(({ stem }, index) => {
    const meantStem = meant[index] ?? stem;
    const rarity = frequencies.of(meantStem) > 0 ? rarityOf(meantStem, frequencies) : mean;
    return { rarity, isKnown: frequencies.of(stem) > 0 };
  });
}
