/**
 * The ranking of the engine's best hits by term statistics: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009) in two halves. The indexer does what depends on the product alone: for each of its words one weight
 * from all its fields, saturated, as a short text in the search document. A search adds up the weights of its words.
 *
 * How rare a word is has no part in it: among the hits of one query it was measured to change nothing (decision 0101), and
 * so there are no statistics of a merchant to keep, to keep fresh and to keep apart.
 */
import { singular } from './words.ts';

/** How much a field says about what a product is, and the number of its words that counts as usual. */
const FIELDS = {
  title: { weight: 5, usualLength: 18 },
  subtitle: { weight: 2, usualLength: 4 },
  identifiers: { weight: 2, usualLength: 4 },
  variants: { weight: 1, usualLength: 8 },
  collections: { weight: 1, usualLength: 4 },
  description: { weight: 1, usualLength: 50 },
  specifications: { weight: 0.5, usualLength: 150 },
} as const;

/** b and k₁ of the formula, at the values that it is mostly used with. */
const LENGTH_SHARE = 0.75;
const SATURATION = 1.2;

/** A weight is told as a whole number up to this. */
const FULL_WEIGHT = 999;
/** So many words of a product are told, those of most weight: more make answers larger and the ranking no better. */
const MAX_TERMS = 64;
const MAX_TERM_LENGTH = 40;

/** The words of each field, as `wordsOf` gives them. */
export type RankedWords = Readonly<Record<keyof typeof FIELDS, readonly string[]>>;

/** The words of a product with their weights, weightiest first, as in ` laptop:873 stand:800 `. */
export function rankTermsOf(wordsByField: RankedWords): string {
  const weights = new Map<string, number>();
  for (const [field, { weight, usualLength }] of Object.entries(FIELDS)) {
    const words = wordsByField[field as keyof RankedWords];
    const share = weight / (1 - LENGTH_SHARE + (LENGTH_SHARE * words.length) / usualLength);
    for (const word of words) {
      const term = singular(word);
      if (term.length <= MAX_TERM_LENGTH) weights.set(term, (weights.get(term) ?? 0) + share);
    }
  }
  const told = [...weights]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_TERMS)
    .map(([term, weight]) => `${term}:${Math.round((FULL_WEIGHT * weight) / (weight + SATURATION))}`);
  return told.length === 0 ? '' : ` ${told.join(' ')} `;
}
