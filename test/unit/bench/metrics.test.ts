/** The statistics of `npm run bench -- relevance`: means, their intervals, and paired differences. */
import fc from 'fast-check';
import { meanInterval, pairedDifference } from '../../../bench/relevance/bootstrap.ts';
import { judgedCatalogues } from '../../../bench/relevance/judged-catalogues.ts';
import { differencesOf, metricsOf, type QueryResult, SCORES } from '../../../bench/relevance/metrics.ts';

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60, size: 'max' });

const resultOf = (query: string, found: readonly string[], grades: Readonly<Record<string, number>>): QueryResult => ({
  query,
  grades: new Map(Object.entries(grades)),
  top: found.slice(0, 10),
  deep: found,
});

test('the interval of a constant is the constant', () => {
  expect(meanInterval(Array.from({ length: 40 }, () => 0.5))).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
});

test('the same values have the same interval in every run', () => {
  const values = Array.from({ length: 100 }, (_, index) => (index % 7) / 7);
  expect(meanInterval(values)).toEqual(meanInterval(values));
});

test('the interval of zeros and ones is about two standard errors to each side', () => {
  const { mean, low, high } = meanInterval(Array.from({ length: 400 }, (_, index) => index % 2));
  expect(mean).toBe(0.5);
  expect(low).toBeCloseTo(0.5 - 1.96 * 0.025, 2);
  expect(high).toBeCloseTo(0.5 + 1.96 * 0.025, 2);
});

test('an interval lies within its values, and its low bound is not above its high bound', () => {
  fc.assert(
    fc.property(shares, (values) => {
      const { low, high } = meanInterval(values);
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
      expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
    }),
    { numRuns: 20 },
  );
});

test('the mean of no values is NaN', () => {
  expect(meanInterval([])).toEqual({ mean: Number.NaN, low: Number.NaN, high: Number.NaN });
});

test('a paired difference compares query by query: for a constant difference, the interval has no width', () => {
  const { mean, low, high } = pairedDifference([0.25, 0.5, 1], [0, 0.25, 0.75]);
  expect([mean, low, high]).toEqual([0.25, 0.25, 0.25]);
});

test('exchanging the sides of a paired difference changes its sign', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
        minLength: 1,
        maxLength: 40,
        size: 'max',
      }),
      (pairs) => {
        const [one, other] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)];
        expect(pairedDifference(one, other).mean).toBeCloseTo(-pairedDifference(other, one).mean, 10);
      },
    ),
    { numRuns: 20 },
  );
});

test('lists of different lengths are rejected', () => {
  expect(() => pairedDifference([1, 2], [1])).toThrow('2 values cannot be paired with 1');
});

test('scores and differences are means over the queries with a relevant product', () => {
  const found = [resultOf('a', ['p', 'q'], { p: 3 }), resultOf('b', [], { q: 1 }), resultOf('c', ['q'], { q: 0 })];
  const nothing = found.map((one) => ({ ...one, top: [], deep: [] }));
  expect(metricsOf(found)).toMatchObject({
    scores: { ndcg: { mean: 0.5 } },
    meanReciprocalRank: 0.5,
    judgedShare: 2 / 3,
    withoutResult: 1,
    withoutResultThoughRelevant: 1,
  });
  expect(differencesOf(found, nothing).ndcg.mean).toBe(0.5);
});

test('NDCG weighs grades by rank', () => {
  // Gains of 2^grade − 1, divided by log2(rank + 1).
  const { ndcg } = SCORES;
  expect(ndcg(resultOf('a', ['x', 'p', 'q'], { p: 1, q: 3 }))).toBeCloseTo(
    (1 / Math.log2(3) + 7 / 2) / (7 + 1 / Math.log2(3)),
    10,
  );
});

test('the judged-only scores skip unjudged products, down to their depth', () => {
  const unjudged = Array.from({ length: 60 }, (_, index) => `x-${index}`);
  const deep = resultOf('a', [...unjudged, 'p'], { p: 2 });
  expect([SCORES.ndcg(deep), SCORES.ndcgOfJudged50(deep), SCORES.ndcgOfJudged250(deep)]).toEqual([0, 0, 1]);
});

test('the n-th catalogue, judgements and merchant belong together', () => {
  expect(judgedCatalogues({ catalogue: ['a', 'b'], judgements: ['ja', 'jb'], merchant: ['m', 'n'] })).toEqual([
    { catalogueFile: 'a', judgementsFile: 'ja', merchantId: 'm' },
    { catalogueFile: 'b', judgementsFile: 'jb', merchantId: 'n' },
  ]);
});

test('options with different numbers of values are rejected with their counts', () => {
  expect(() => judgedCatalogues({ catalogue: ['a', 'b'], judgements: ['ja'], merchant: ['m', 'n'] })).toThrow(
    'there are 2 × --catalogue, 1 × --judgements and 2 × --merchant',
  );
});
