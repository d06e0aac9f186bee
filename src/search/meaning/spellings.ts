/**
 * Other spellings of a word that no product has: in other letters, or with a letter that sounds like the typed one. Their
 * stems are counted, and the word means the most frequent one.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';

export interface Spellings {
  readonly token: string;
  /** The stems of its spellings, the likeliest first. Counting each costs the engine a search. */
  readonly stems: readonly string[];
}

/**
 * By token, the stem that most products have, the first one of equals. If a token is given twice, the last of its lists
 * counts that has a stem of a product.
 */
export const mostFrequentSpellings = (
  spellings: readonly Spellings[],
  { of }: Pick<StemFrequencies, 'of'>,
): ReadonlyMap<string, string> =>
  new Map(
    spellings.flatMap(({ token, stems }) => {
      const [best] = stems.filter((stem) => of(stem) > 0).toSorted((one, other) => of(other) - of(one));
      return best === undefined ? [] : [[token, best] as const];
    }),
  );
