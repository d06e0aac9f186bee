/**
 * The stems of several products, read from their ranking payloads, and stems with a count above 0. `stemsWithPrefix` leaves
 * out keys of specifications and variants: no misspelt word means `Brand`, which all products of a shop may have.
 */
import { NO_FREQUENCIES, type StemFrequencies } from '../engine/stem-frequencies.ts';
import type { RankingPayload } from '../index/ranking-payload.ts';
import { termsWithPrefix } from '../index/term-weights.ts';

type Weighted = Pick<RankingPayload, 'termWeights'>;

export function vocabularyOf(payloads: readonly Weighted[], { of }: Pick<StemFrequencies, 'of'> = NO_FREQUENCIES) {
  const contains = (part: string): boolean => payloads.some(({ termWeights }) => termWeights.includes(part));
  return {
    has: (stem: string): boolean => of(stem) > 0 || contains(` ${stem}:`),
    hasPrefix: (prefix: string): boolean => contains(` ${prefix}`),
    stemsWithPrefix(prefix: string): ReadonlySet<string> {
      const stems = new Set<string>();
      for (const { termWeights } of payloads)
        for (const { stem, isOnlyKey } of termsWithPrefix(termWeights, prefix)) if (!isOnlyKey) stems.add(stem);
      return stems;
    },
  };
}
