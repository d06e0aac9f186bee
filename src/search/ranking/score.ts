/** Orders products by the weights that they give to the words of a query, see `index/term-weights.ts`. Pure functions. */
import type { RankingPayload } from '../index/ranking-payload.ts';
import { weightOf, weightOfBeginning } from '../index/term-weights.ts';
import type { ResolvedQuery, ResolvedTerm } from '../query/resolve.ts';
import type { SynonymGroup } from '../rules/synonyms.ts';

type Scored = Pick<RankingPayload, 'termWeights' | 'language' | 'inStock' | 'featured'>;

/** A word that only begins as typed counts for less than a whole one. */
const PREFIX_SHARE = 0.8;
/** A word that only joins others counts where nothing else tells two products apart: `Bague or` before `Bague argent`. */
const STOP_WORD_SHARE = 0.1;

/**
 * The products, best first. Equal scores are ordered by stock, then featured, then as they were. A term counts as much as the
 * weightiest of it and its synonyms. `byLanguage`: what the query means to products of other languages, without synonyms.
 */
export function orderByScore<P extends Scored>(
  products: readonly P[],
  query: ResolvedQuery,
  synonyms: readonly SynonymGroup[],
  byLanguage: ReadonlyMap<string, ResolvedQuery> = new Map(),
): P[] {
  const stems = query.terms.map(({ stem }) => stem);
  const replaceable = synonyms.map(({ words, alternatives }) => ({
    indexes: words.map((word) => stems.indexOf(word)).filter((index) => index >= 0),
    alternatives: alternatives.map((alternative) => alternative.words),
  }));
  const scored = products.map((product) => {
    const meant = byLanguage.get(product.language) ?? query;
    return { product, score: scoreOf(product.termWeights, meant, meant === query ? replaceable : []) };
  });
  return scored
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        Number(other.product.inStock) - Number(one.product.inStock) ||
        Number(other.product.featured) - Number(one.product.featured),
    )
    .map(({ product }) => product);
}

/** Terms that have synonyms. */
interface Replaceable {
  /** Their indexes among the terms. */
  readonly indexes: readonly number[];
  /** The stems of each synonym. */
  readonly alternatives: readonly (readonly string[])[];
}

/** The sum of the weights of the terms. */
function scoreOf(termWeights: string, { terms, joined }: ResolvedQuery, replaceable: readonly Replaceable[]): number {
  const weights = terms.map((term) => termWeight(termWeights, term));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const gains = replaceable.reduce((total, group) => total + synonymGain(termWeights, weights, group), 0);
  // Terms written as one word count as that word.
  const joinedSums = joined.map(({ from, to, stem }) => {
    const apart = weights.slice(from, to).reduce((total, weight) => total + weight, 0);
    return sum - apart + weightOf(termWeights, stem);
  });
  return Math.max(sum + gains, ...joinedSums);
}

function termWeight(termWeights: string, { stem, corrected, prefix, isStopWord }: ResolvedTerm): number {
  const whole = weightOf(termWeights, corrected ?? stem);
  const weight = whole === 0 && prefix !== null ? PREFIX_SHARE * weightOfBeginning(termWeights, prefix) : whole;
  return isStopWord ? STOP_WORD_SHARE * weight : weight;
}

/** How much more the weightiest synonym weighs than the terms that it replaces. However many words it has, it counts as these. */
function synonymGain(termWeights: string, weights: readonly number[], { indexes, alternatives }: Replaceable): number {
  const own = indexes.reduce((total, index) => total + (weights[index] ?? 0), 0);
  const others = alternatives.map((stems) => {
    const total = stems.reduce((sum, stem) => sum + weightOf(termWeights, stem), 0);
    return (total / stems.length) * Math.max(1, indexes.length);
  });
  return Math.max(0, ...others.map((other) => other - own));
}
