/**
 * 95 % confidence intervals of means, by the percentile bootstrap (Efron, 1979) over queries. The resamples are the
 * same in every run, so equal values have equal intervals.
 */
import { Random } from '../../dev/random.ts';
import { mean, percentile } from '../report/statistics.ts';

const RESAMPLES = 2000;
const SEED = 31;

export interface Interval {
  readonly mean: number;
  /** The bounds of the 95 % interval. */
  readonly low: number;
  readonly high: number;
}

/** Returns the mean of the values and its interval; NaN if there are no values. */
export function meanInterval(values: readonly number[]): Interval {
  if (values.length === 0) return { mean: Number.NaN, low: Number.NaN, high: Number.NaN };
  const random = new Random(SEED);
  const means = Array.from({ length: RESAMPLES }, () => meanOfResample(values, random));
  return { mean: mean(values), low: percentile(means, 2.5), high: percentile(means, 97.5) };
}

/**
 * Returns the mean of one − other and its interval. Values at the same position belong to the same query. Throws if the
 * lists differ in length.
 */
export function pairedDifference(one: readonly number[], other: readonly number[]): Interval {
  if (one.length !== other.length) throw new Error(`${one.length} values cannot be paired with ${other.length}`);
  return meanInterval(one.map((value, index) => value - (other[index] as number)));
}

/** Returns the mean of a resample: as many values, drawn with replacement. */
function meanOfResample(values: readonly number[], random: Random): number {
  let sum = 0;
  for (let drawn = 0; drawn < values.length; drawn += 1) sum += random.pick(values);
  return sum / values.length;
}
