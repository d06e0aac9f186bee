/**
 * How much each word of a query counts: the rarer it is among the merchant's products, the more it counts. And whether
 * products have the last word as it is, or only longer words. Pure functions.
 */
import type { StemFrequencies } from '../engine/stem-frequencies.ts';
import { correctedStem, type ResolvedToken, type Vocabulary } from '../meaning/resolve.ts';
import { isAmountToken } from '../text/amounts/units.ts';
import { HAS_NUMBER } from '../text/fold.ts';
import { hasIndexedPrefixes } from '../text/prefixes.ts';
import { isUnspaced } from '../text/segment.ts';

export interface WeighedWord extends ResolvedToken {
  readonly rarity: number;
  /** Whether some product has the word as typed. */
  readonly isKnown: boolean;
  /**
   * Whether the word as typed is only the stem of longer words, although its own stem is another one: `karpiow` is the
   * stem of `karpiowa`, but would be a form of `karp`. Or whether it is another spelling of its stem: `ヴェゼル`, a car, of
   * `ベゼル`, the rim of a watch. The set of a results page decides this by itself, by its own counts
   * (`results/set/unfinished-word.ts`, decision 0106).
   */
  readonly isOtherStem: boolean;
  /** Whether the word is a number or its unit. */
  readonly isAmount: boolean;
  /** Whether the word is the unit of the number before it. */
  readonly isUnit: boolean;
}

/** Whether a word is no stop word and no amount. */
export const isContentWord = ({ isStopWord, isAmount }: WeighedWord): boolean => !isStopWord && !isAmount;

/** `has`: whether one of the ranked products has a stem. */
interface KnownWords extends Pick<Vocabulary, 'has'> {
  /** Whether some product has the last word as typed. Only known if its stem is another word, and it is no stop word. */
  readonly hasExactWord: boolean;
}

/**
 * The rarity of a stem that `count` of `products` have: the inverse document frequency of BM25. The square root keeps
 * rare words from deciding alone (decision 0101).
 */
const rarityOf = (count: number, products: number): number =>
  Math.sqrt(Math.log(1 + (Math.max(0, products - count) + 0.5) / (count + 0.5)));

function amountOf(token: string, before: string): Pick<WeighedWord, 'isAmount' | 'isUnit'> {
  const isAmount = isAmountToken(token, before);
  return { isAmount, isUnit: isAmount && !HAS_NUMBER.test(token) };
}

/** Whether a word of a script without spaces is spelt otherwise than its stem. Products with this spelling come first. */
const isOtherSpelling = ({ token, stem }: ResolvedToken): boolean => token !== stem && isUnspaced(token);

/** The words with their rarity, in order. A word that no product has counts as the mean of the others. */
export function weighByRarity(
  words: readonly ResolvedToken[],
  { of, products }: StemFrequencies,
  { hasExactWord, has }: KnownWords,
): readonly WeighedWord[] {
  const rarities = words.map((word) => {
    const count = of(word.marked ?? correctedStem(word));
    return count > 0 ? rarityOf(count, products) : null;
  });
  const known = rarities.filter((rarity) => rarity !== null);
  const mean = known.length === 0 ? 1 : known.reduce((sum, rarity) => sum + rarity, 0) / known.length;
  return words.map((word, index) => {
    const mayBeForm = word.token === word.stem || word.prefixes.length === 0 || word.isStopWord || hasExactWord;
    return {
      ...word,
      rarity: rarities[index] ?? mean,
      // The counts include products with only the beginning of a longer word, see `text/prefixes.ts`.
      isKnown: mayBeForm && of(word.marked ?? word.stem) > 0 && (!hasIndexedPrefixes(word.token) || has(word.stem)),
      isOtherStem: has(word.token) && (!mayBeForm || isOtherSpelling(word)),
      ...amountOf(word.token, words[index - 1]?.token ?? ''),
    };
  });
}
