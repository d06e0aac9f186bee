/** The stems of several products, read from their ranking payloads. */
import type { RankingPayload } from './ranking-payload.ts';

type Weighted = Pick<RankingPayload, 'termWeights'>;

export function vocabularyOf(payloads: readonly Weighted[]) {
  const contains = (part: string): boolean => payloads.some(({ termWeights }) => termWeights.includes(part));
  return {
    has: (stem: string): boolean => contains(` ${stem}:`),
    hasBeginning: (beginning: string): boolean => contains(` ${beginning}`),
    withInitialOf(word: string): ReadonlySet<string> {
      const initial = ` ${word.charAt(0)}`;
      const stems = new Set<string>();
      for (const { termWeights } of payloads) {
        for (let at = termWeights.indexOf(initial); at >= 0; at = termWeights.indexOf(initial, at + 1))
          stems.add(termWeights.slice(at + 1, termWeights.indexOf(':', at)));
      }
      return stems;
    },
  };
}
