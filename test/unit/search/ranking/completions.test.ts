/** What an unfinished word may become: completions that continue another one count less. */
import { longCompletions, weightOfCompletion } from '../../../../src/search/ranking/completions.ts';

const STEMS = ['laptoptasch', 'lapt', 'laptop', 'lampe', 'laptopstand'];

test('those that continue another one', () => {
  expect([...longCompletions(STEMS.filter((stem) => stem !== 'lapt'))].sort()).toEqual(['laptopstand', 'laptoptasch']);
  expect([...longCompletions(STEMS)].sort()).toEqual(['laptop', 'laptopstand', 'laptoptasch']);
  // Begins with `blue` and with `blu`.
  expect([...longCompletions(['bluetooth', 'blutdruck', 'bluetooth'])]).toEqual([]);
  expect(longCompletions([]).size).toBe(0);
});

test.each([
  [' laptop:800 ', 800],
  [' laptoptasch:900 ', 630],
  [' laptoptasch:900 laptop:800 ', 800],
  [' laptoptasch:900 laptop:500 ', 630],
  [' lampe:900 ', 0],
  ['', 0],
])('the weight of the best one in %p is %d', (termWeights, weight) => {
  expect(weightOfCompletion(termWeights, ['lapt'], new Set(['laptoptasch', 'laptopstand']))).toBeCloseTo(weight);
});

test('one with the letters as typed counts more than one that begins as the stem', () => {
  const weigh = (termWeights: string) => weightOfCompletion(termWeights, ['bluet', 'blut'], new Set());
  expect(weigh(' bluetooth:800 blutooth:800 ')).toBe(800);
  expect(weigh(' blutdruck:900 ')).toBeCloseTo(630);
});
