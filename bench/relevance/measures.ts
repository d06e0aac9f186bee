/**
 * How good rankings are against judgements. NDCG as in Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR
 * techniques" (2002), with gains of 2^grade − 1 and the logarithm of base 2; a product that nobody judged gains nothing.
 */
import { mean } from '../support/statistics.ts';
import { type Interval, meanInterval, pairedDifference } from './bootstrap.ts';
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';

export const TOP = 10;

/** What one query got: product ids, best first. */
export interface Answer {
  readonly query: string;
  readonly grades: Grades;
  /** As a shopper gets them, ten at most. */
  readonly top: readonly string[];
  /** More of them, to find the judged ones among them. */
  readonly deep: readonly string[];
}

const cumulatedGain = (grades: readonly number[]): number =>
  grades.slice(0, TOP).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** From 0 to 1; 0 where no product is relevant. */
export function ndcgOf(productIds: readonly string[], grades: Grades): number {
  const ideal = cumulatedGain([...grades.values()].toSorted((one, other) => other - one));
  return ideal === 0 ? 0 : cumulatedGain(productIds.map((id) => grades.get(id) ?? 0)) / ideal;
}

const ndcgOfJudged = ({ deep, grades }: Answer, depth: number): number =>
  ndcgOf(
    deep.slice(0, depth).filter((id) => grades.has(id)),
    grades,
  );

/** How good one answer is, from 0 to 1. The judged alone: as if only judged products existed, among the first so many. */
export const SCORES = {
  ndcg: ({ top, grades }) => ndcgOf(top, grades),
  ndcgOfJudged50: (answer) => ndcgOfJudged(answer, 50),
  ndcgOfJudged250: (answer) => ndcgOfJudged(answer, 250),
} as const satisfies Record<string, (answer: Answer) => number>;

export type ScoreName = keyof typeof SCORES;
export const SCORE_NAMES = Object.keys(SCORES) as ScoreName[];

/** A value for each score. */
export type Scores<V> = Readonly<Record<ScoreName, V>>;

export const scoresOf = <V>(make: (name: ScoreName) => V): Scores<V> =>
  Object.fromEntries(SCORE_NAMES.map((name) => [name, make(name)])) as Scores<V>;

/** Scores and MRR are means over the queries that have a relevant product; the rest is over all. */
export interface Measures {
  readonly scores: Scores<Interval>;
  /** The mean of 1 ÷ the place of the first relevant product, 0 where there is none in the top. */
  readonly meanReciprocalRank: number;
  readonly judgedShare: number;
  readonly withoutResult: number;
  readonly withoutResultThoughRelevant: number;
}

const answerable = (answers: readonly Answer[]): readonly Answer[] =>
  answers.filter(({ grades }) => hasRelevant(grades));

export function measuresOf(answers: readonly Answer[]): Measures {
  const counted = answerable(answers);
  const shown = answers.flatMap(({ top, grades }) => top.map((id) => grades.has(id)));
  const empty = (list: readonly Answer[]) => list.filter(({ top }) => top.length === 0).length;
  return {
    scores: scoresOf((name) => meanInterval(counted.map(SCORES[name]))),
    meanReciprocalRank: mean(counted.map(reciprocalRank)),
    judgedShare: mean(shown.map(Number)),
    withoutResult: empty(answers),
    withoutResultThoughRelevant: empty(counted),
  };
}

/** One − other, query by query. Both answer the same queries in the same order. */
export function differencesOf(one: readonly Answer[], other: readonly Answer[]): Scores<Interval> {
  const [ofOne, ofOther] = [answerable(one), answerable(other)];
  return scoresOf((name) => pairedDifference(ofOne.map(SCORES[name]), ofOther.map(SCORES[name])));
}

function reciprocalRank({ top, grades }: Answer): number {
  const index = top.findIndex((id) => isRelevant(grades.get(id)));
  return index < 0 ? 0 : 1 / (index + 1);
}
