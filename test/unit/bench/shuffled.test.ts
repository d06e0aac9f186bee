/** Draws by popularity. */
import { byPopularity } from '../../../bench/load/shuffled.ts';

const items = Array.from({ length: 100 }, (_, index) => index);

test('the first items are drawn most often, and the same seed gives the same items', () => {
  const drawn = byPopularity(items, 2000, 11);
  const countOf = (wanted: number) => drawn.filter((item) => item === wanted).length;
  expect(countOf(0)).toBeGreaterThan(3 * countOf(9));
  expect(byPopularity(items, 2000, 11)).toEqual(drawn);
});
