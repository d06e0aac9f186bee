/** The subsets of a query's words, for when no product has all of them, and the meanings of single words. */
import fc from 'fast-check';
import { NO_FREQUENCIES } from '../../../../src/search/engine/stem-frequencies.ts';
import { informativePart } from '../../../../src/search/meaning/informative-part.ts';
import { joinReversed } from '../../../../src/search/meaning/join.ts';
import { isMisspelt, resolveQuery, type WordMeaning } from '../../../../src/search/meaning/resolve.ts';
import { unfinishedWordsInTitles, wordsInTitles } from '../../../../src/search/meaning/title-words.ts';
import { vocabularyOf } from '../../../../src/search/meaning/vocabulary.ts';
import { parseQuery } from '../../../../src/search/query/parse.ts';
import { weighByRarity } from '../../../../src/search/ranking/rarity.ts';
import { correctedText, spellingOf, wordsByFrequency } from '../../../../src/search/results/set/corrected-query.ts';
import { setWordOf } from '../../../../src/search/results/set/set-words.ts';
import { subsetsOf } from '../../../../src/search/results/set/subsets.ts';
import { showsUnfinished, unfinishedFactor } from '../../../../src/search/results/set/unfinished-word.ts';
import { NO_RULES } from '../../../../src/search/rules/search-rules.ts';
import { analyzerOf } from '../../../../src/search/text/analyzer.ts';
import { ENGLISH } from '../../../support/english.ts';

/** Words with their rarity, of which the best product has some, and some or all name what is wanted. */
const wordsOf = (
  rarities: Readonly<Record<string, number>>,
  ofBest: readonly string[] = [],
  naming: readonly string[] | null = null,
) =>
  Object.entries(rarities).map(([token, rarity]) => ({
    token,
    rarity,
    isOfBest: ofBest.includes(token),
    isNaming: naming?.includes(token) ?? true,
    isUnit: token === 'ml',
  }));

const written = (subsets: readonly (readonly { readonly token: string }[])[]) =>
  subsets.map((subset) => subset.map(({ token }) => token).join(' '));

test('subsets are sorted by number of words, then by rarity, and keep the order of the query', () => {
  expect(written(subsetsOf(wordsOf({ tent: 3, red: 2, xylophone: 9 })))).toEqual([
    'tent red xylophone',
    'tent xylophone',
    'red xylophone',
    'tent red',
    'xylophone',
    'tent',
    'red',
  ]);
});

test('of equal size, subsets of the words of the best product come first', () => {
  expect(written(subsetsOf(wordsOf({ blue: 3, dog: 1, bed: 2 }, ['dog', 'bed'])))).toEqual([
    'blue dog bed',
    'dog bed',
    'blue bed',
    'blue dog',
    'bed',
    'dog',
    'blue',
  ]);
});

test('subsets with a word that names what is wanted come first', () => {
  const words = wordsOf({ blocks: 1, year: 3, old: 2 }, ['year', 'old'], ['blocks']);
  expect(written(subsetsOf(words))).toEqual([
    'blocks year old',
    'blocks year',
    'blocks old',
    'blocks',
    'year old',
    'year',
    'old',
  ]);
});

test('a subset has a unit only with its number', () => {
  const subsets = written(subsetsOf(wordsOf({ rum: 2, '0.7': 3, ml: 1 })));
  expect(subsets.toSorted()).toEqual(['rum 0.7 ml', 'rum 0.7', '0.7 ml', '0.7', 'rum'].toSorted());
});

test('subsets are distinct, not empty, ordered and few, for any number of words', () => {
  const word = fc.record({
    token: fc.string(),
    rarity: fc.double({ min: 0, max: 9, noNaN: true }),
    isOfBest: fc.boolean(),
    isNaming: fc.constant(true),
    isUnit: fc.constant(false),
  });
  fc.assert(
    fc.property(fc.uniqueArray(word, { selector: ({ token }) => token, maxLength: 10 }), (words) => {
      const subsets = subsetsOf(words);
      const keys = subsets.map((subset) => JSON.stringify(subset.map(({ token }) => token)));
      expect(new Set(keys).size).toBe(subsets.length);
      for (const subset of subsets) expect(words.filter((each) => subset.includes(each))).toEqual(subset);
      expect(subsets.every(({ length }, index) => length > 0 && length <= (subsets[index - 1]?.length ?? 10))).toBe(
        true,
      );
      expect(subsets.length).toBeLessThanOrEqual(50);
      for (const each of words) {
        expect(subsets).toContainEqual([each]);
        if (words.length > 1) expect(subsets).toContainEqual(words.filter((other) => other !== each));
      }
    }),
  );
});

/** A word of a query among products with these words, as the engine searches it, and how it is spelt if it is misspelt. */
async function meaningIn(text: string, product: string) {
  const query = parseQuery(text, ENGLISH, NO_RULES);
  const words = await wordsByFrequency([product]);
  const payload = { termWeights: ` ${[...words.keys()].map((word) => `${ENGLISH.stem(word)}:900`).join(' ')} ` };
  const { tokens } = resolveQuery(query, vocabularyOf([payload]), ENGLISH);
  const ranked = weighByRarity(tokens, NO_FREQUENCIES, { hasExactWord: true, has: () => true });
  const [word] = ranked.flatMap((each) => setWordOf({ ...each, isOfBest: true, isNaming: true }, []) ?? []);
  return word === undefined ? null : [word.q, isMisspelt(word) ? spellingOf(word, words, 'en') : null];
}

test.each<[string, string, readonly [string, string | null] | null]>([
  ['tents', 'A tent', ['"tent"', null]],
  ['headph', 'Red headphones', ['headph', null]],
  ['hedphones', 'Red headphones', ['"headphon"', 'headphones']],
  ['headste', 'A headset for the head, the head', ['"headset"', 'headset']],
  ['rechargealbe', 'Rechargeable', ['"recharg"', 'rechargeable']],
  // The error hides the ending.
  ['rspirator', 'A respirator', ['"respir"', 'respirator']],
  ['vegetabe', 'Vegetable oil', ['"veget"', 'vegetable']],
  ['heaeph', 'Headphones', ['headph', 'headphones']],
  ['xylophone', 'A tent', null],
  ['crate', 'A coated glove', null],
  ['tnt', 'A tent', null],
])('%s among "%s" means %j', async (text, product, expected) => {
  expect(await meaningIn(text, product)).toEqual(expected);
});

test('other events run while the words of long texts are counted', async () => {
  let hasRun = false;
  setImmediate(() => {
    hasRun = true;
  });
  const texts = Array.from({ length: 300 }, () => 'red tents, long texts; '.repeat(1000));
  expect([...(await wordsByFrequency(texts)).keys()]).toEqual(['red', 'tents', 'long', 'texts']);
  expect(hasRun).toBe(true);
});

test('a name and its number are adjacent, several words of a title are anywhere, and a part of a compound is no word', () => {
  const wordOf = (token: string, meaning: Pick<WordMeaning, 'kind' | 'meant'>) => {
    const tokens = [{ ...resolvedWord, token, stem: token }];
    const [word] = weighByRarity(tokens, NO_FREQUENCIES, { hasExactWord: true, has: () => false });
    return word && setWordOf({ ...word, isOfBest: false, isNaming: true }, [{ token, stem: token, ...meaning }])?.q;
  };
  expect(wordOf('iphone15', { kind: 'words', meant: ['iphon', '15'] })).toBe('"iphone 15"');
  expect(wordOf('brakedisc', { kind: 'words', meant: ['brake', 'disc'] })).toBe('"brake" "disc"');
  expect(wordOf('кастрол', { kind: 'name', meant: ['castrol'] })).toBe('"castrol"');
  expect(wordOf('gartenstuhl', { kind: 'part', meant: ['stuhl'] })).toBeUndefined();
});

test.each([
  ['träningsjacka', { jack: 5, tra: 9 }, 'jack'],
  // An end that many products have says less than a beginning, and more than nothing.
  ['träningsjacka', { jack: 20, tra: 9 }, 'tra'],
  ['träningsjacka', { jack: 20 }, 'jack'],
  ['träningsjacka', {}, null],
  // Folded, `hundsang` has no such part.
  ['hundsäng', { sang: 5 }, 'sang'],
])('of %s and the products with %j, the part that says most is %s', (word, counts, expected) => {
  const frequencies = { of: (stem: string) => new Map(Object.entries(counts)).get(stem) ?? 0, products: 100 };
  expect(informativePart(word, analyzerOf('sv'), frequencies)).toBe(expected);
});

test('adjacent words may be a compound in reverse, where compounds are one word', () => {
  const words = ['röd', 'jacka', 'barn'];
  expect(joinReversed(words, analyzerOf('sv'))).toContainEqual({ from: 1, to: 3, stem: 'barnjack', prefix: null });
  expect(joinReversed(words, ENGLISH)).toEqual([]);
});

const resolvedWord = {
  isStopWord: false,
  marked: null,
  markedPrefix: null,
  corrected: null,
  prefixes: [],
  inflectedStem: null,
  hasStem: false,
  isUnresolved: true,
};

test('only misspelt words are replaced, and the whole text is in lower case', () => {
  const spellings = new Map([['hedphones', 'headphones']]);
  expect(correctedText('RED, (Hedphones)!  "red"', spellings, 'en')).toBe('red, (headphones)!  "red"');
  expect(correctedText('IŞIK hedphones', spellings, 'tr')).toBe('ışık headphones');
  expect(correctedText('RED', spellings, 'en')).toBeNull();
  expect(correctedText('RED', new Map(), 'en')).toBeNull();
});

test('the last word is a prefix if ten times more products have a longer word, or any has if none has it as typed', () => {
  const shows = (whole: number, asPrefix: number, wordOrStem: number, exactWord = wordOrStem, language = 'en') =>
    showsUnfinished({ whole, asPrefix, wordOrStem, exactWord }, unfinishedFactor(language));
  expect([shows(1, 11, 1), shows(1, 10, 1), shows(1, 2, 0), shows(2, 2, 0)]).toEqual([true, false, true, false]);
  expect(shows(0, 100, 0)).toBe(false);
  // Where compounds are one word, one product with a longer word is enough.
  expect([shows(1, 2, 1, 1, 'nl'), shows(2, 2, 2, 2, 'nl')]).toEqual([true, false]);
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
  expect(wordsInTitles(token, [title], ENGLISH)).toEqual(parts);
});

test.each([
  ['deckscr', ' exterior deck screw ', ['deck', 'screw']],
  ['tshi', ' red t shirt ', ['t', 'shirt']],
  ['catfl', ' cat flap tunnel ', ['cat', 'flap']],
  ['deckscr', ' deck with screw ', null],
  ['deckscr', ' sundeck screw ', null],
  // Too short.
  ['cafl', ' ca flap ', null],
  ['catf', ' cat flap ', null],
])('%s begins two words of%s', (token, title, parts) => {
  expect(unfinishedWordsInTitles(token, [title], ENGLISH)).toEqual(parts);
});
