/** The subsets of a query's words, for when no product has all of them, and the meanings of single words. */
import fc from 'fast-check';
import { parseQuery } from '../../../src/search/query/parse.ts';
import { prefixToken, type QueryToken } from '../../../src/search/query/query.ts';
import { resolveToken } from '../../../src/search/query/resolve.ts';
import { separateByTitles, separateName } from '../../../src/search/query/separate.ts';
import { asSeparated, correctedText, meaningOf, wordsByFrequency } from '../../../src/search/results/set/meanings.ts';
import { showsUnfinished } from '../../../src/search/results/set/set-queries.ts';
import { subsetsOf } from '../../../src/search/results/set/subsets.ts';
import { NO_RULES } from '../../../src/search/rules/search-rules.ts';
import { ENGLISH } from '../../support/english.ts';

test('subsets are sorted by number of words, then by rarity, and keep the order of the query', () => {
  const rarity = { the: 1, red: 2, tent: 3, xylophone: 9 };
  const words = ['tent', 'red', 'xylophone'] as const;
  expect(
    subsetsOf(
      words,
      (word) => rarity[word],
      () => false,
    ),
  ).toEqual([
    ['tent', 'red', 'xylophone'],
    ['tent', 'xylophone'],
    ['red', 'xylophone'],
    ['tent', 'red'],
    ['xylophone'],
    ['tent'],
    ['red'],
  ]);
});

test('of equal size, subsets of the words of the best product come first', () => {
  const rarity = { blue: 3, dog: 1, bed: 2 };
  const words = ['blue', 'dog', 'bed'] as const;
  const subsets = subsetsOf(
    words,
    (word) => rarity[word],
    (word) => word !== 'blue',
  );
  expect(subsets.map((subset) => subset.join(' '))).toEqual([
    'blue dog bed',
    'dog bed',
    'blue bed',
    'blue dog',
    'bed',
    'dog',
    'blue',
  ]);
});

test('subsets are distinct, not empty, ordered and few, for any number of words', () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 10 });
  fc.assert(
    fc.property(
      some,
      fc.func(fc.double({ min: 0, max: 9, noNaN: true })),
      fc.func(fc.boolean()),
      (words, rarityOf, bestHas) => {
        const subsets = subsetsOf(words, rarityOf, bestHas);
        expect(new Set(subsets.map((subset) => subset.join())).size).toBe(subsets.length);
        for (const subset of subsets) expect(words.filter((word) => subset.includes(word))).toEqual(subset);
        expect(subsets.every(({ length }, index) => length > 0 && length <= (subsets[index - 1]?.length ?? 10))).toBe(
          true,
        );
        expect(subsets.length).toBeLessThanOrEqual(50);
        for (const word of words) {
          expect(subsets).toContainEqual([word]);
          if (words.length > 1) expect(subsets).toContainEqual(words.filter((each) => each !== word));
        }
      },
    ),
  );
});

/** Returns the meaning of the last word of a query, if products have these texts. */
function meaningIn(text: string, ...products: readonly string[]) {
  const query = parseQuery(text, ENGLISH, NO_RULES);
  const words = wordsByFrequency(products);
  const stems = new Set([...words.keys()].map(ENGLISH.stem));
  const vocabulary = {
    has: (stem: string) => stems.has(stem),
    hasPrefix: (beginning: string) => [...stems].some((stem) => stem.startsWith(beginning)),
    beginningWith: (beginning: string) => [...stems].filter((stem) => stem.startsWith(beginning)),
  };
  const { token } = query.terms.flatMap(({ tokens }) => tokens).at(-1) as QueryToken;
  const adjacent = separateName(token)?.join(' ') ?? '?';
  const isSeparated = products.some((product) => product.toLowerCase().includes(adjacent));
  const separated = new Map(isSeparated ? [[token, asSeparated(token)]] : []);
  const resolved = resolveToken({ token, isStopWord: false }, token === prefixToken(query)?.token, vocabulary, ENGLISH);
  const meaning = meaningOf(resolved, query.language, { vocabulary, words, separated });
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
  ['iphone15', 'iPhone 15 case', ['"iphone 15"', null]],
  ['iphone16', 'iPhone 15 case', null],
  ['xylophone', 'A tent', null],
  ['tnt', 'A tent', null],
])('%s among "%s" means %j', (text, product, expected) => {
  expect(meaningIn(text, product)).toEqual(expected);
});

test('only misspelt words are replaced, and the whole text is in lower case', () => {
  const meaning = (token: string, correction: string | null) => ({
    token,
    correction,
    stem: '',
    written: '',
    isPrefix: false,
  });
  const meanings = [meaning('hedphones', 'headphones'), meaning('red', null)];
  expect(correctedText('RED, (Hedphones)!  "red"', meanings, 'en')).toBe('red, (headphones)!  "red"');
  expect(correctedText('IŞIK hedphones', meanings, 'tr')).toBe('ışık headphones');
  expect(correctedText('RED', meanings, 'en')).toBeNull();
  expect(correctedText('RED', [], 'en')).toBeNull();
});

test('the last word is a prefix if ten times more products have a longer word, or any has if none has it as typed', () => {
  const shows = (whole: number, begun: number, asTyped: number, written = asTyped) =>
    showsUnfinished({ whole, begun, asTyped, written });
  expect([shows(1, 11, 1), shows(1, 10, 1), shows(1, 2, 0), shows(2, 2, 0)]).toEqual([true, false, true, false]);
  expect(shows(0, 100, 0)).toBe(false);
  // Some products have it as the stem of a longer word.
  expect([shows(1, 1, 1, 0), shows(5, 1, 1, 0), shows(1, 1, 1, 1)]).toEqual([true, true, false]);
});

test.each<[string, string, readonly string[] | null]>([
  ['glutenfree', ' gluten free bread ', ['gluten', 'free']],
  ['usbc', ' usb c hub ', ['usb', 'c']],
  ['core2duo', ' intel core 2 duo ', ['core', '2', 'duo']],
  ['mp3player', ' mp3 player ', ['mp3', 'player']],
  ['glutenfree', ' free of gluten ', null],
  // Digits of one number stay together.
  ['1080p', ' 10 80p ', null],
])('%s is adjacent words of the title "%s": %j', (token, title, parts) => {
  expect(separateByTitles(token, [title], ENGLISH)).toEqual(parts);
});
