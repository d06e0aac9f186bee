/** Summary statistics. */

export interface Summary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Returns the smallest value that at least `percent` of the values don't exceed. Throws if there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error('there are no values');
  return value;
}

/** Names a percentile. Of few values, a high one is just the largest. */
export const percentileName = ({ length }: readonly number[], percent: number): string =>
  Math.ceil((percent / 100) * length) < length ? `p${percent}` : `the largest of ${length}`;

/** For an even number of values, the median is the mean of the two middle ones. Throws if there are no values. */
export function summaryOf(values: readonly number[]): Summary {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (index: number): number => {
    const value = sorted[index];
    if (value === undefined) throw new Error('there are no values');
    return value;
  };
  const last = sorted.length - 1;
  return { median: (at(Math.floor(last / 2)) + at(Math.ceil(last / 2))) / 2, lowest: at(0), highest: at(last) };
}

/** 0 if there are no values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
