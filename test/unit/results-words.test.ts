/** Which words of a query count where no product has all of them, and what misspelt and unfinished ones mean. */
import fc from 'fast-check';
import { parseQuery } from '../../src/search/query/parse.ts';
import type { QueryToken } from '../../src/search/query/query.ts';
import { correctedText, meaningOf, wordsByFrequency } from '../../src/search/results/set/meanings.ts';
import { lastTermIsPrefix } from '../../src/search/results/set/set-queries.ts';
import { subsetsOf } from '../../src/search/results/set/subsets.ts';
import { ENGLISH } from '../support/english.ts';

test('subsets: all words, then as many as possible, of equally many the rarest, in the order of the query', () => {
  const rarity = { the: 1, red: 2, tent: 3, xylophone: 9 };
  const words = ['tent', 'red', 'xylophone'] as const;
  expect(subsetsOf(words, (word) => rarity[word])).toEqual([
    ['tent', 'red', 'xylophone'],
    ['tent', 'xylophone'],
    ['red', 'xylophone'],
    ['tent', 'red'],
    ['xylophone'],
    ['tent'],
    ['red'],
  ]);
});

test('subsets are different, not empty, in order, and few, however many words there are', () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 10 });
  fc.assert(
    fc.property(some, fc.func(fc.double({ min: 0, max: 9, noNaN: true })), (words, rarityOf) => {
      const subsets = subsetsOf(words, rarityOf);
      expect(new Set(subsets.map((subset) => subset.join())).size).toBe(subsets.length);
      for (const subset of subsets) expect(words.filter((word) => subset.includes(word))).toEqual(subset);
      expect(subsets.every(({ length }, index) => length > 0 && length <= (subsets[index - 1]?.length ?? 10))).toBe(
        true,
      );
      expect(subsets.length).toBeLessThanOrEqual(50);
      for (const word of words) expect(subsets).toContainEqual([word]);
    }),
  );
});

/** What the last word of a query means among products with these words. */
function meaningIn(text: string, ...products: readonly string[]) {
  const query = parseQuery(text, ENGLISH);
  const words = wordsByFrequency(products);
  const stems = new Set(words.map(ENGLISH.stem));
  const vocabulary = {
    has: (stem: string) => stems.has(stem),
    hasBeginning: (beginning: string) => [...stems].some((stem) => stem.startsWith(beginning)),
    withInitialOf: (word: string) => [...stems].filter((stem) => stem.startsWith(word.charAt(0))),
  };
  const token = query.terms.flatMap(({ tokens }) => tokens).at(-1) as QueryToken;
  const meaning = meaningOf(token, query, { vocabulary, words });
  return meaning === null ? null : [meaning.written, meaning.correction];
}

test.each<[string, string, readonly [string, string | null] | null]>([
  ['tents', 'A tent', ['"tent"', null]],
  ['headph', 'Red headphones', ['headph', null]],
  ['runni', 'Running shoes run', ['"run"', null]],
  ['hedphones', 'Red headphones', ['"headphon"', 'headphones']],
  ['headste', 'A headset for the head, the head', ['"headset"', 'headset']],
  ['rechargealbe', 'Rechargeable', ['"recharg"', 'rechargeable']],
  ['heaeph', 'Headphones', ['headph', 'headphones']],
  ['xylophone', 'A tent', null],
  ['tnt', 'A tent', null],
])('%s among "%s" means %j', (text, product, expected) => {
  expect(meaningIn(text, product)).toEqual(expected);
});

test('only misspelt words are replaced, and everything else of the text stays as it is', () => {
  const meaning = (token: string, correction: string | null) => ({
    ...{ token, correction, stem: '', written: '', isPrefix: false },
  });
  const meanings = [meaning('hedphones', 'headphones'), meaning('red', null)];
  expect(correctedText('RED, (Hedphones)!  "red"', meanings)).toBe('RED, (headphones)!  "red"');
  expect(correctedText('red', meanings)).toBeNull();
  expect(correctedText('red', [])).toBeNull();
});

test('a last word is unfinished if ten times more products have a longer one, or any if no product has it as typed', () => {
  expect([
    lastTermIsPrefix(1, 11, 1),
    lastTermIsPrefix(1, 10, 1),
    lastTermIsPrefix(1, 2, 0),
    lastTermIsPrefix(2, 2, 0),
  ]).toEqual([...[true, false, true, false]]);
  expect(lastTermIsPrefix(0, 100, 0)).toBe(false);
});
