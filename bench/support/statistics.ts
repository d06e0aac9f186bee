/** The few numbers that a measurement is told by. */

export interface Summary {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The value that `percent` of the values do not exceed. Throws when there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error('there are no values');
  return value;
}

/** The median is the mean of the two middle values where their number is even. */
export function summaryOf(values: readonly number[]): Summary {
  const upper = percentile(
    values.map((value) => -value),
    50,
  );
  return {
    median: (percentile(values, 50) - upper) / 2,
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}

/** 0 where there are no values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
