/**
 * How good rankings are against judgements. NDCG as in Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR
 * techniques" (2002), with gains of 2^grade − 1 and the logarithm of base 2; a product that nobody judged gains nothing.
 */
import { createHash } from 'node:crypto';
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';

export const TOP = 10;

/** What one query got: product ids, best first. */
export interface Answer {
  readonly query: string;
  readonly grades: Grades;
  /** As a shopper gets them, ten at most. */
  readonly top: readonly string[];
  /** As many as can be had, to find the judged ones among them. */
  readonly deep: readonly string[];
}

export interface Measures {
  readonly ndcg: number;
  /** The same for two halves of the queries, which a hash parts: a change should help in both. */
  readonly ndcgOfHalves: readonly [number, number];
  /** As if only judged products existed. */
  readonly ndcgOfJudged: number;
  /** The mean of 1 ÷ the place of the first relevant product, 0 where there is none in the top. */
  readonly meanReciprocalRank: number;
  readonly judgedShare: number;
  readonly withoutResult: number;
  readonly withoutResultThoughRelevant: number;
}

const cumulatedGain = (grades: readonly number[]): number =>
  grades.slice(0, TOP).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** From 0 to 1; 0 where no product is relevant. */
export function ndcgOf(productIds: readonly string[], grades: Grades): number {
  const ideal = cumulatedGain([...grades.values()].toSorted((one, other) => other - one));
  return ideal === 0 ? 0 : cumulatedGain(productIds.map((id) => grades.get(id) ?? 0)) / ideal;
}

export const ndcgOfJudged = ({ deep, grades }: Answer): number =>
  ndcgOf(
    deep.filter((id) => grades.has(id)),
    grades,
  );

/** NDCG and MRR are means over the queries that have a relevant product; the rest is over all. */
export function measuresOf(answers: readonly Answer[]): Measures {
  const answerable = answers.filter(({ grades }) => hasRelevant(grades));
  const ndcg = ({ top, grades }: Answer) => ndcgOf(top, grades);
  const half = (which: number) => answerable.filter(({ query }) => halfOf(query) === which);
  const shown = answers.flatMap(({ top, grades }) => top.map((id) => grades.has(id)));
  const empty = (list: readonly Answer[]) => list.filter(({ top }) => top.length === 0).length;
  return {
    ndcg: mean(answerable.map(ndcg)),
    ndcgOfHalves: [mean(half(0).map(ndcg)), mean(half(1).map(ndcg))],
    ndcgOfJudged: mean(answerable.map(ndcgOfJudged)),
    meanReciprocalRank: mean(answerable.map(reciprocalRank)),
    judgedShare: mean(shown.map(Number)),
    withoutResult: empty(answers),
    withoutResultThoughRelevant: empty(answerable),
  };
}

function reciprocalRank({ top, grades }: Answer): number {
  const index = top.findIndex((id) => isRelevant(grades.get(id)));
  return index < 0 ? 0 : 1 / (index + 1);
}

const halfOf = (query: string): number => (createHash('sha256').update(query).digest()[0] ?? 0) % 2;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
