/** The BM25F floor, on products small enough to calculate scores by hand. */
import { type Bm25fDocument, createBm25f } from '../../../bench/relevance/bm25f.ts';

const product = (id: string, fields: Partial<Bm25fDocument>): Bm25fDocument => ({
  title: '',
  subtitle: '',
  description: '',
  specifications: '',
  ...fields,
  id,
});

const idsFor = (products: readonly Bm25fDocument[], query: string): string[] =>
  createBm25f(products)(query).map(({ id }) => id);

test('a score is rarity × the saturated sum of weighted, length-normalised frequencies', () => {
  const rank = createBm25f([
    product('red', { title: 'red lamp' }),
    product('blue', { title: 'lamp lamp blue shade', description: 'lamps' }),
    product('cup', { title: 'cup' }),
  ]);
  // The mean length of titles is 7/3 words, of descriptions 1/3. Two of three products have the stem.
  const rarity = Math.log(1 + 1.5 / 2.5);
  const ofRed = 3 / (0.25 + (0.75 * 2) / (7 / 3));
  const ofBlue = (2 * 3) / (0.25 + (0.75 * 4) / (7 / 3)) + 1 / (0.25 + 0.75 * 3);
  const saturated = (frequency: number) => (rarity * frequency * 2.2) / (frequency + 1.2);
  const [first, second, ...rest] = rank('LAMPS');
  expect(rest).toEqual([]);
  expect([first?.id, second?.id]).toEqual(['blue', 'red']);
  expect(first?.score).toBeCloseTo(saturated(ofBlue), 10);
  expect(second?.score).toBeCloseTo(saturated(ofRed), 10);
});

test('fields count by their weights: title, then subtitle and description, then specifications', () => {
  const products = [
    product('specification', { specifications: 'oak' }),
    product('description', { description: 'oak' }),
    product('title', { title: 'oak' }),
  ];
  expect(idsFor(products, 'oak')).toEqual(['title', 'description', 'specification']);
});

test('a rare word counts more than a frequent one', () => {
  const lamps = Array.from({ length: 5 }, (_, index) => product(`lamp-${index}`, { title: 'lamp' }));
  expect(idsFor([...lamps, product('oak', { title: 'oak' })], 'lamp oak')[0]).toBe('oak');
});

test('a repeated word in a query counts once, and products with equal scores keep their order', () => {
  const products = [product('b', { title: 'oak' }), product('a', { title: 'oak' })];
  expect(idsFor(products, 'oak')).toEqual(['b', 'a']);
  const rank = createBm25f(products);
  expect(rank('oak oak')).toEqual(rank('oak'));
});

test('there are no results for unknown words, for no words, and without products', () => {
  expect(idsFor([product('a', { title: 'oak' })], 'elm')).toEqual([]);
  expect(idsFor([product('a', { title: 'oak' })], '… !')).toEqual([]);
  expect(idsFor([], 'oak')).toEqual([]);
});
