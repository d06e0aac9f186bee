/** Order and chance that are the same in every run. */
import { Random } from '../../dev/catalogue/random.ts';

/** The items in another order (Fisher and Yates); the same seed gives the same one. */
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
 * `count` of the items, the first ones more often: the n-th with a chance of 1 ÷ n (Zipf), as pages and words are asked for.
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

/** Where the first of the rising numbers stands that is above the given one. */
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
