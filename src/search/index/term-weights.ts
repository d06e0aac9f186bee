/**
 * Ranking by term statistics: BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) in two halves.
 * The indexer does what depends on the product alone: for each of its words one weight from all its fields, saturated. A
 * search adds up the weights of its words, twice: the engine by levels, which decides what its best hits are, and the
 * service exactly, which orders these.
 *
 * How rare a word is has no part in it: among the hits of one query it was measured to change nothing (decision 0101), and
 * so there are no statistics of a merchant to keep, to keep fresh and to keep apart.
 */
import { stem } from '../text/stem.ts';

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

/**
 * Of a word with at least so much weight the engine knows how much, as it stands in a field of its level: the engine adds up
 * the places of the fields that a query's words stand in. A word of a usual title has 800 and more; to others the texts
 * themselves give places enough (decision 0101).
 */
export const HEAVY_LEVELS = [950, 925, 900, 875, 850, 825, 800] as const;

export type HeavyField = `heavy_${(typeof HEAVY_LEVELS)[number]}`;
/** Heaviest first. */
export const HEAVY_FIELDS = HEAVY_LEVELS.map((level): HeavyField => `heavy_${level}`);

export interface RankTerm {
  /** A word as ranking compares it: plain, and a singular. */
  readonly term: string;
  /** 1 to 999. */
  readonly weight: number;
}

/** The words of a product with their weights, heaviest first. */
export function rankTermsOf(wordsByField: RankedWords): readonly RankTerm[] {
  const weights = new Map<string, { readonly term: string; weight: number }>();
  for (const field in FIELDS) {
    const { weight, usualLength } = FIELDS[field as keyof RankedWords];
    const words = wordsByField[field as keyof RankedWords];
    const share = weight / (1 - LENGTH_SHARE + (LENGTH_SHARE * words.length) / usualLength);
    for (const word of words) {
      const term = stem(word);
      const known = weights.get(term);
      if (known !== undefined) known.weight += share;
      else if (term.length <= MAX_TERM_LENGTH) weights.set(term, { term, weight: share });
    }
  }
  return [...weights.values()]
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MAX_TERMS)
    .map(({ term, weight }) => ({ term, weight: Math.round((FULL_WEIGHT * weight) / (weight + SATURATION)) }));
}

/** As one text, which the engine copies faster than a list: ` laptop:873 stand:800 `. */
export function writeRankTerms(terms: readonly RankTerm[]): string {
  let written = '';
  for (const { term, weight } of terms) written += ` ${term}:${weight}`;
  return written === '' ? '' : `${written} `;
}

/**
 * The heavy ones among them of which the engine may be told, each in the field of its level. Lists, as the engine takes no two
 * items of one for a phrase.
 */
export function heavyFieldsOf(
  terms: readonly RankTerm[],
  mayBeTold: (term: string) => boolean,
): Record<HeavyField, string[]> {
  const fields: Record<HeavyField, string[]> = {
    heavy_950: [],
    heavy_925: [],
    heavy_900: [],
    heavy_875: [],
    heavy_850: [],
    heavy_825: [],
    heavy_800: [],
  };
  for (const { term, weight } of terms) {
    const level = HEAVY_LEVELS.find((least) => weight >= least);
    if (level !== undefined && mayBeTold(term)) fields[`heavy_${level}`].push(term);
  }
  return fields;
}
