/**
 * Relevance metrics. NDCG is that of Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques"
 * (2002), with gains of 2^grade − 1 and the logarithm of base 2. A product without a judgement has no gain.
 */
import { mean } from '../report/statistics.ts';
import { type Interval, meanInterval, pairedDifference } from './bootstrap.ts';
import { type Grades, hasRelevant, isRelevant } from './judgements.ts';

export const TOP = 10;

/** The ranking for one query: product ids, best first. */
export interface QueryResult {
  readonly query: string;
  readonly grades: Grades;
  /** The ten results that a shopper sees. */
  readonly top: readonly string[];
  /** Further results, to find judged products among them. */
  readonly deep: readonly string[];
}

const cumulatedGain = (grades: readonly number[]): number =>
  grades.slice(0, TOP).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);

/** From 0 to 1; 0 if no product is relevant. */
function ndcgOf(productIds: readonly string[], grades: Grades): number {
  const ideal = cumulatedGain([...grades.values()].toSorted((one, other) => other - one));
  return ideal === 0 ? 0 : cumulatedGain(productIds.map((id) => grades.get(id) ?? 0)) / ideal;
}

const ndcgOfJudged = ({ deep, grades }: QueryResult, depth: number): number =>
  ndcgOf(
    deep.slice(0, depth).filter((id) => grades.has(id)),
    grades,
  );

/** Scores of one ranking, from 0 to 1. `ndcgOfJudged…`: only the judged products among the first 50 or 250 count. */
export const SCORES = {
  ndcg: ({ top, grades }) => ndcgOf(top, grades),
  ndcgOfJudged50: (result) => ndcgOfJudged(result, 50),
  ndcgOfJudged250: (result) => ndcgOfJudged(result, 250),
} as const satisfies Record<string, (result: QueryResult) => number>;

export type ScoreName = keyof typeof SCORES;
export const SCORE_NAMES = Object.keys(SCORES) as ScoreName[];

/** A value for each score. */
export type Scores<V> = Readonly<Record<ScoreName, V>>;

export const scoresOf = <V>(make: (name: ScoreName) => V): Scores<V> =>
  Object.fromEntries(SCORE_NAMES.map((name) => [name, make(name)])) as Scores<V>;

/** Scores and MRR are means over the queries that have a relevant product. The other metrics are over all queries. */
export interface Metrics {
  readonly scores: Scores<Interval>;
  /** The mean of 1 ÷ the rank of the first relevant product; 0 for a query without one in the top. */
  readonly meanReciprocalRank: number;
  readonly judgedShare: number;
  readonly withoutResult: number;
  readonly withoutResultThoughRelevant: number;
}

const withRelevant = (queryResults: readonly QueryResult[]): readonly QueryResult[] =>
  queryResults.filter(({ grades }) => hasRelevant(grades));

export function metricsOf(queryResults: readonly QueryResult[]): Metrics {
  const counted = withRelevant(queryResults);
  const shown = queryResults.flatMap(({ top, grades }) => top.map((id) => grades.has(id)));
  const empty = (list: readonly QueryResult[]) => list.filter(({ top }) => top.length === 0).length;
  return {
    scores: scoresOf((name) => meanInterval(counted.map(SCORES[name]))),
    meanReciprocalRank: mean(counted.map(reciprocalRank)),
    judgedShare: mean(shown.map(Number)),
    withoutResult: empty(queryResults),
    withoutResultThoughRelevant: empty(counted),
  };
}

/** Returns one − other for each query. Both must have the same queries in the same order. */
export function differencesOf(one: readonly QueryResult[], other: readonly QueryResult[]): Scores<Interval> {
  const [ofOne, ofOther] = [withRelevant(one), withRelevant(other)];
  return scoresOf((name) => pairedDifference(ofOne.map(SCORES[name]), ofOther.map(SCORES[name])));
}

function reciprocalRank({ top, grades }: QueryResult): number {
  const index = top.findIndex((id) => isRelevant(grades.get(id)));
  return index < 0 ? 0 : 1 / (index + 1);
}
