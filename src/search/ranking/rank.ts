/** The order of the engine's best hits by the weights of their words, see `index/term-weights.ts`. Pure functions. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';
import { nearestWord } from '../text/misspelling.ts';
import { stem } from '../text/stem.ts';

/** What ranking needs of a hit. */
export type Candidate = Pick<RankingPayload, 'productId' | 'termWeights' | 'inStock' | 'featured'>;

/** A word that only begins as one of the product's does counts for less than a whole one. */
const UNFINISHED_SHARE = 0.8;
/** `head set` written `headset` counts for more than one of the two words, and for less than both. */
const JOINED_SHARE = 1.5;

/**
 * The candidates, best first. `words` are the query's, plain and in order; `isUnfinished` says whether the last may be
 * the beginning of one. Where the words leave two alike, what is in stock comes first, then what is featured, then what
 * the engine ranked before: it alone knows which words were misspelt. A word counts as much as the weightiest of it and its
 * synonyms.
 */
export function rerank<C extends Candidate>(
  candidates: readonly C[],
  words: readonly string[],
  isUnfinished: boolean,
  synonyms: readonly SynonymGroup[] = [],
): C[] {
  const distinct = [...new Set(words)];
  const singulars = distinct.map((word) => stem(word));
  const known = correct(distinct, candidates, isUnfinished);
  const terms = known.map((word) => ` ${word}:`);
  const joined = distinct.slice(1).map((word, index) => ` ${stem(`${distinct[index]}${word}`)}:`);
  const last = isUnfinished ? ` ${distinct.at(-1)}` : null;
  const replaceable = synonyms.map((group) => replaceableOf(group, singulars));
  const scored = candidates.map((candidate) => ({
    candidate,
    score: scoreOf(candidate.termWeights, { terms, joined, last, replaceable }),
  }));
  return scored
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        Number(other.candidate.inStock) - Number(one.candidate.inStock) ||
        Number(other.candidate.featured) - Number(one.candidate.featured),
    )
    .map(({ candidate }) => candidate);
}

/** The words in the singular, each that no candidate has replaced by the nearest one that they have. */
function correct(words: readonly string[], candidates: readonly Candidate[], isUnfinished: boolean): readonly string[] {
  const isKnown = (beginning: string) => candidates.some(({ termWeights }) => termWeights.includes(beginning));
  return words.map((word, index) => {
    const one = stem(word);
    const mayGoOn = isUnfinished && index === words.length - 1;
    if (isKnown(mayGoOn ? ` ${one}` : ` ${one}:`)) return one;
    const terms = termsLike(one, candidates);
    // What looks like a plural may be a word with a letter too few: `wireles`.
    return nearestWord(one, terms) ?? nearestWord(word, terms) ?? one;
  });
}

/** Whether a candidate has the word, or what it looks like a misspelling of. */
export function isKnownTo(candidates: readonly Candidate[], word: string): boolean {
  const [term = ''] = correct([word], candidates, false);
  return candidates.some(({ termWeights }) => termWeights.includes(` ${term}:`));
}

/** The candidates' words that begin with the same letter: a misspelling of any other is none, see `text/misspelling.ts`. */
function termsLike(word: string, candidates: readonly Candidate[]): ReadonlySet<string> {
  const beginning = ` ${word.charAt(0)}`;
  const terms = new Set<string>();
  for (const { termWeights } of candidates) {
    for (let at = termWeights.indexOf(beginning); at >= 0; at = termWeights.indexOf(beginning, at + 1))
      terms.add(termWeights.slice(at + 1, termWeights.indexOf(':', at)));
  }
  return terms;
}

interface Wanted {
  readonly terms: readonly string[];
  /** Each two words that follow one another, written as one. */
  readonly joined: readonly string[];
  readonly last: string | null;
  readonly replaceable: readonly Replaceable[];
}

/** Words that have synonyms. */
interface Replaceable {
  /** Their places among the terms. */
  readonly places: readonly number[];
  readonly alternatives: readonly (readonly string[])[];
}

const replaceableOf = ({ words, alternatives }: SynonymGroup, terms: readonly string[]): Replaceable => ({
  places: words.map((word) => terms.indexOf(word)).filter((place) => place >= 0),
  alternatives: alternatives.map((alternative) => alternative.words.map((word) => ` ${word}:`)),
});

/** The sum of the weights that a product gives to the words. */
function scoreOf(termWeights: string, { terms, joined, last, replaceable }: Wanted): number {
  const weights = terms.map((term) => weightAt(termWeights, termWeights.indexOf(term)));
  const end = weights.length - 1;
  if (last !== null && weights[end] === 0) weights[end] = beginningWeight(termWeights, last);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const sums = joined.map((term, index) => {
    const apart = (weights[index] ?? 0) + (weights[index + 1] ?? 0);
    return sum - apart + JOINED_SHARE * weightAt(termWeights, termWeights.indexOf(term));
  });
  const gains = replaceable.reduce((total, words) => total + gainOf(termWeights, weights, words), 0);
  return Math.max(sum + gains, ...sums);
}

/** What the weightiest synonym has beyond the words that it stands for. However many words it has, it counts as these. */
function gainOf(termWeights: string, weights: readonly number[], { places, alternatives }: Replaceable): number {
  const own = places.reduce((total, place) => total + (weights[place] ?? 0), 0);
  const others = alternatives.map((terms) => {
    const total = terms.reduce((sum, term) => sum + weightAt(termWeights, termWeights.indexOf(term)), 0);
    return (total / terms.length) * Math.max(1, places.length);
  });
  return Math.max(0, ...others.map((other) => other - own));
}

/** Of the weightiest word with that beginning: the words stand in the order of their weights. */
const beginningWeight = (termWeights: string, beginning: string): number =>
  UNFINISHED_SHARE * weightAt(termWeights, termWeights.indexOf(beginning));

function weightAt(termWeights: string, index: number): number {
  if (index < 0) return 0;
  const start = termWeights.indexOf(':', index) + 1;
  return Number(termWeights.slice(start, termWeights.indexOf(' ', start)));
}
