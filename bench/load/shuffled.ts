/** Reproducible shuffling and sampling. */
import { Random } from '../../dev/random.ts';

/** Shuffles the items (Fisher and Yates). The same seed gives the same order. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = new Random(seed);
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = random.integer(0, index);
    [mixed[index], mixed[other]] = [mixed[other] as T, mixed[index] as T];
  }
  return mixed;
}

/**
 * Draws `count` items by a Zipf distribution: the n-th with a probability proportional to 1 ÷ n, as in real traffic.
 */
export function byPopularity<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = new Random(seed);
  let sum = 0;
  const sums = items.map((_item, index) => {
    sum += 1 / (index + 1);
    return sum;
  });
  return Array.from({ length: count }, () => {
    return items[firstAbove(sums, random.next() * sum)] as T;
  });
}

/** Returns the index of the first number above the value. The numbers must be sorted. */
function firstAbove(rising: readonly number[], value: number): number {
  let low = 0;
  let high = rising.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
