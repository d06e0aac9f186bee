/** The order of the engine's best hits by the weights of their words, see `rank-terms.ts`. Pure functions. */
import type { SearchDocument } from './index-document.ts';
import { singular } from './words.ts';

/** What ranking needs of a hit. */
export type Candidate = Pick<SearchDocument, 'product_id' | 'rank_terms' | 'in_stock' | 'featured'>;

/** A word that only begins as one of the product's does counts for less than a whole one. */
const UNFINISHED_SHARE = 0.8;
/** `head set` written `headset` counts for more than one of the two words, and for less than both. */
const JOINED_SHARE = 1.5;

/**
 * The candidates, best first. `words` are the query's, plain and in order; `isUnfinished` says whether the last may be
 * the beginning of one. Where the words leave two alike, what is in stock comes first, then what is featured, then what
 * the engine ranked before: it alone knows which words were misspelt.
 */
export function rerank<C extends Candidate>(
  candidates: readonly C[],
  words: readonly string[],
  isUnfinished: boolean,
): C[] {
  const terms = [...new Set(words)].map((word) => ` ${singular(word)}:`);
  const joined = words.slice(1).map((word, index) => ` ${singular(`${words[index]}${word}`)}:`);
  const last = isUnfinished ? ` ${words.at(-1)}` : null;
  const scored = candidates.map((candidate) => ({
    candidate,
    score: scoreOf(candidate.rank_terms, { terms, joined, last }),
  }));
  return scored
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        Number(other.candidate.in_stock) - Number(one.candidate.in_stock) ||
        Number(other.candidate.featured) - Number(one.candidate.featured),
    )
    .map(({ candidate }) => candidate);
}

interface Wanted {
  readonly terms: readonly string[];
  /** Each two words that follow one another, written as one. */
  readonly joined: readonly string[];
  readonly last: string | null;
}

/** The sum of the weights that a product gives to the words. */
function scoreOf(rankTerms: string, { terms, joined, last }: Wanted): number {
  let score = 0;
  for (const [index, term] of terms.entries()) {
    const weight = weightAt(rankTerms, rankTerms.indexOf(term));
    const isLast = index === terms.length - 1;
    score += weight > 0 || last === null || !isLast ? weight : beginningWeight(rankTerms, last);
  }
  if (joined.length === 0) return score;
  // Words that are not both there, and are there as one.
  for (const term of joined) {
    const weight = weightAt(rankTerms, rankTerms.indexOf(term));
    if (weight > 0) score = Math.max(score, JOINED_SHARE * weight);
  }
  return score;
}

/** Of the weightiest word with that beginning: the words stand in the order of their weights. */
const beginningWeight = (rankTerms: string, beginning: string): number =>
  UNFINISHED_SHARE * weightAt(rankTerms, rankTerms.indexOf(beginning));

function weightAt(rankTerms: string, index: number): number {
  if (index < 0) return 0;
  const start = rankTerms.indexOf(':', index) + 1;
  return Number(rankTerms.slice(start, rankTerms.indexOf(' ', start)));
}
