/** The subsets of a query's words to try if no product has all words, in the order of preference. Pure functions. */
import type { RankedWord } from '../../ranking/rank.ts';
import { MAX_PAIRED, pairsOf } from '../../retrieval/subset-searches.ts';

type Rated = Pick<RankedWord, 'rarity' | 'isOfBest' | 'isNaming' | 'isUnit'>;

/**
 * All words, all but one, the rarest ones, pairs of these, and each alone: first those with a word that names what
 * is wanted, and of these the larger ones. Of equal size, those come first of which the best product has all words, and
 * then the rarer ones. Words keep their order. A unit counts only with its number, the word before it, and both are one
 * word.
 */
export function subsetsOf<W extends Rated>(words: readonly W[]): readonly (readonly W[])[] {
  const rarestFirst = words.toSorted((one, other) => other.rarity - one.rarity);
  const inOrder = (some: readonly W[]) => words.filter((word) => some.includes(word));
  const before = (word: W) => words[words.indexOf(word) - 1] ?? word;
  const subsets = [
    words,
    ...words.map((word) => words.filter((each) => each !== word)),
    ...rarestFirst.map((_word, count) => inOrder(rarestFirst.slice(0, count))),
    ...pairsOf(rarestFirst.slice(0, MAX_PAIRED)).map(inOrder),
    ...words.map((word) => [word]),
  ].filter((some) => some.length > 0 && !some.some((word) => word.isUnit && !some.includes(before(word))));
  const rarityOf = (some: readonly W[]) => some.reduce((sum, { rarity }) => sum + rarity, 0);
  const distinct = new Map(subsets.map((some) => [some.map((word) => words.indexOf(word)).join(), some]));
  const sizeOf = (some: readonly W[]) => some.filter(({ isUnit }) => !isUnit).length;
  const isOfBest = (some: readonly W[]) => Number(some.every((word) => word.isOfBest));
  const isNaming = (some: readonly W[]) => Number(some.some((word) => word.isNaming));
  return [...distinct.values()].toSorted(
    (one, other) =>
      isNaming(other) - isNaming(one) ||
      sizeOf(other) - sizeOf(one) ||
      isOfBest(other) - isOfBest(one) ||
      rarityOf(other) - rarityOf(one),
  );
}
